internal import Foundation
internal import LarderSourceDefinitions
internal import Subprocess
internal import SystemPackage

extension LarderCommands {
    private static let maxFileBytes = 256 * 1024

    /// Looks at a site, with a worker's program, and writes a first source file for it.
    ///
    /// - Parameter file: Where the file goes; nil: the name that it gives the source, with `.yaml`, in the current folder.
    /// - Returns: What to type next; the exit code of the worker's program, which told what was wrong, where it is not 0.
    /// - Throws: ``CoordinatorError`` where the program is missing or a file of that name is there.
    package static func proposeSource(for url: String, file: String?) async throws -> (text: String?, code: Int32) {
        if let file { try refuseToOverwrite(file) }
        let run = try await Subprocess.run(
            .path(FilePath(try WorkerSupervisor.findProgram())),
            arguments: ["probe"],
            // Not among the arguments, which everybody may read: it may hold a key.
            input: .string(url + "\n"),
            output: .string(limit: maxFileBytes),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        )
        let yaml = run.standardOutput
        guard case .exited(0) = run.terminationStatus else {
            guard case .exited(let code) = run.terminationStatus else { return (nil, 2) }
            return (nil, code)
        }
        let definition = try SourceDefinition.parse(yaml: yaml, file: "the proposal")
        let manners = definition.manners
        guard manners.headers.isEmpty, !manners.isOwn, manners.robots == nil, definition.allow.isEmpty else {
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
        return (text, 0)
    }

    private static func refuseToOverwrite(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        throw CoordinatorError(
            .badSetting,
            "\(path) is there already and is not written over. Remove it, or name another file with --output."
        )
    }
}
