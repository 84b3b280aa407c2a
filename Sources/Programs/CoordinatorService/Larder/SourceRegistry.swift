internal import Foundation
internal import LarderSourceDefinitions

/// Finds the sources that a user names: the built-in sample, a YAML file, or a file in a `sources` folder.
struct SourceRegistry {
    /// The names of the built-in sample's two halves.
    static let sampleNames = ["sample", "sample-news"]
    /// The address under which the built-in sample is known, whatever port it gets: content must not depend on a port.
    static let sampleBase = "http://sample.larder.test"

    /// Which of the sources that a user names are built in; a file is not, whatever name and base it holds.
    static func builtIn(_ names: [String]) -> Set<String> {
        Set(names.isEmpty ? sampleNames : names.filter { sampleYAML[$0] != nil })
    }

    /// Folders that are searched for `NAME.yaml`.
    var folders: [String]

    /// Reads every source named; none named: the built-in sample.
    ///
    /// - Throws: `SourceError` for a file that is wrong, ``CoordinatorError`` with code `unknownSource`.
    func definitions(_ names: [String]) throws -> [SourceDefinition] {
        let wanted = names.isEmpty ? Self.sampleNames : names
        var found: [SourceDefinition] = []
        for name in wanted {
            let definition = try definition(name)
            guard !found.contains(where: { $0.name == definition.name }) else {
                throw CoordinatorError(
                    .badSetting,
                    "The source \(definition.name) is named twice. Name each source once."
                )
            }
            found.append(definition)
        }
        return found
    }

    private func definition(_ name: String) throws -> SourceDefinition {
        if let sample = Self.sampleYAML[name] {
            return try SourceDefinition.parse(yaml: sample, file: "\(name) (built in)")
        }
        let candidates = [name] + folders.map { "\($0)/\(name).yaml" }
        for path in candidates {
            var isFolder: ObjCBool = false
            guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
            else { continue }
            guard let data = FileManager.default.contents(atPath: path) else {
                throw CoordinatorError(.unknownSource, "The source file \(path) cannot be read. Check its permissions.")
            }
            return try SourceDefinition.parse(yaml: String(decoding: data, as: UTF8.self), file: path)
        }
        throw CoordinatorError(
            .unknownSource,
            "There is no source \"\(name)\". Name a YAML file, a NAME.yaml in \(folders.joined(separator: " or ")), or one of the built-in sources \(Self.sampleNames.joined(separator: ", "))."
        )
    }

    private static let sampleYAML = [
        "sample": """
        name: sample
        kind: food2fork
        base: \(sampleBase)
        queries: [pasta, soup, salad, curry, pie, stew, cake, pizza]
        politeness: {concurrency: 64}
        own: true
        """,
        "sample-news": """
        name: sample-news
        kind: newsapi-v2
        base: \(sampleBase)
        politeness: {concurrency: 64}
        own: true
        """,
    ]
}
