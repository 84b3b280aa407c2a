internal import LarderSourceDefinitions

extension LarderCommands {
    /// What source files mean.
    package static func sources(_ names: [String], _ into: String) throws -> String {
        guard !names.isEmpty else {
            return "Built-in sources: \(SourceRegistry.sampleNames.joined(separator: ", "))"
        }
        let registry = SourceRegistry(folders: [LarderFolder.absolute(into) + "/sources", "sources"])
        return try registry.definitions(names).map { definition in
            (definition.warnings.map { "# note: \($0)" } + [definition.yaml]).joined(separator: "\n")
        }.joined(separator: "---\n")
    }
}
