internal import Foundation
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSync
internal import Subprocess
internal import SystemPackage

extension LarderCommands {
    private static let maxFileBytes = 256 * 1024

    /// Why a text is no source name; nil: it is one.
    package static func fault(inSourceName name: String) -> String? {
        do throws(SourceError) {
            try SourceDefinition.check(name: name)
            return nil
        } catch {
            return error.description
        }
    }

    /// Probes a site with the worker program and writes a first source file.
    ///
    /// - Parameters:
    ///   - name: The source's name; nil: after its host.
    ///   - contact: Whom the owner of a host can ask about the requests; nil: nobody.
    /// - Returns: What to type next; empty with the exit code of a failed worker program, which printed why.
    /// - Throws: ``CoordinatorError`` if the program is missing or the file exists; `SourceError` for an invalid name.
    package static func proposeSource(for url: String, file: String?, name: String?, contact: String? = nil)
        async throws -> Result
    {
        if let name { try SourceDefinition.check(name: name) }
        // Before any request. A redirect to another host changes the name, which is checked again.
        let asked = WebAddress(url.contains("://") ? url : "https://" + url)
        if let path = file ?? (name ?? asked?.sourceName).map({ $0 + ".yaml" }) { try refuseToOverwrite(path) }
        let run = try await Subprocess.run(
            .path(FilePath(try WorkerSupervisor.findProgram())),
            arguments: ["probe"],
            // Arguments are public, and the address may hold a key.
            input: .string(url + "\n"),
            output: .string(limit: maxFileBytes),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        )
        var yaml = run.standardOutput
        guard run.terminationStatus.isSuccess else {
            guard case .exited(let code) = run.terminationStatus else { return Result(text: "", code: 2) }
            return Result(text: "", code: code)
        }
        if let name { yaml = renamed(yaml, name) }
        if let contact { yaml = inserting("contact: \(JSONValue.string(contact).json)", into: yaml) }
        let definition = try SourceDefinition.parse(yaml: yaml, file: "the proposal")
        let identity = definition.identity
        // A public site must not lead a sync into private networks.
        let mayAllow = definition.allow.isEmpty || definition.base.hostPort.isOfThisMachineOrPrivate
        guard identity.headers.isEmpty, !identity.isOwn, identity.robots == nil, mayAllow else {
            throw CoordinatorError(.internal, "The site wrote keys of its own into the file; nothing was written.")
        }
        let path = file ?? definition.name + ".yaml"
        try refuseToOverwrite(path)
        do {
            try Data(yaml.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        } catch {
            throw CoordinatorError(.larderNotWritable, "\(path) cannot be written. Name another file with --output.")
        }
        let text = """

            \(yaml)
            Written to \(path). Look it through, then type
              coordinator try \(path)    to see three items
              coordinator plan \(path)   to see how many requests a sync makes
              coordinator \(path)        to sync it
            """
        return Result(text: text)
    }

    private static func renamed(_ yaml: String, _ name: String) -> String {
        yaml.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("name: ") ? "name: \(name)" : $0 }.joined(separator: "\n")
    }

    private static func inserting(_ line: String, into yaml: String) -> String {
        guard let base = yaml.firstRange(of: "\nbase: ") else { return yaml }
        return yaml[..<base.lowerBound] + "\n" + line + yaml[base.lowerBound...]
    }

    private static func refuseToOverwrite(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        throw CoordinatorError(
            .badSetting,
            "\(path) is there already and is not written over. Remove it, or name another file with --output."
        )
    }
}
