import Foundation
import Synchronization
import Testing

/// A folder of one test and the processes it started; both are gone when the test ends.
final class Scratch: Sendable {
    let folder: String
    private let programs = Mutex<[Program]>([])

    private init() throws {
        var template = Array(("/tmp/lct-" + String(repeating: "X", count: 6)).utf8CString)
        guard let made = unsafe mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        folder = unsafe String(cString: made)
    }

    /// Runs `body` with a scratch of its own.
    static func with<Result>(_ body: (Scratch) async throws -> Result) async throws -> Result {
        let scratch = try Scratch()
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(scratch)) } catch { result = .failure(error) }
        await scratch.clear()
        return try result.get()
    }

    private func clear() async {
        for program in programs.withLock({ $0 }) {
            program.signal(SIGKILL)
            _ = await program.end
        }
        // Only a temporary folder is left behind if this fails.
        try? FileManager.default.removeItem(atPath: folder)
    }

    func path(_ name: String) -> String { folder + "/" + name }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Starts a program, which the scratch ends at the latest when the test ends.
    ///
    /// - Parameter environment: Added to `PATH`, `HOME` and folders inside the scratch; nothing else is inherited.
    func start(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: Program.Input = .nothing
    ) throws -> Program {
        let inherited = ProcessInfo.processInfo.environment
        var variables = ["TMPDIR": folder, "XDG_RUNTIME_DIR": folder, "HOME": folder]
        for name in ["PATH", "LD_LIBRARY_PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"] { variables[name] = inherited[name] }
        variables.merge(environment) { _, new in new }
        let count = programs.withLock { $0.count }
        let started = try Program(
            program,
            arguments,
            environment: variables,
            input: input,
            logs: path("process-\(count)")
        )
        programs.withLock { $0.append(started) }
        return started
    }

    func start(
        _ binary: Binary,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: Program.Input = .nothing
    ) throws -> Program {
        try start(binary.path, arguments, environment: environment, input: input)
    }

    /// A finished process.
    struct Finished: CustomStringConvertible {
        var end: ProcessEnd
        var output: String
        var errors: String
        var line: String

        var description: String { "`\(line)` ended with \(end)\nstdout: \(output)\nstderr: \(errors)" }
        /// Output without the line break at its end.
        var answer: String { output.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    struct TookTooLong: Error, CustomStringConvertible {
        var description: String
    }

    /// Waits for a process that has to end by itself.
    func finish(_ program: Program, _ line: String, within limit: Duration = .seconds(300)) async throws -> Finished {
        guard let end = await program.end(within: limit) else {
            throw TookTooLong(
                description:
                    "`\(line)` did not end within \(limit)\nstdout: \(program.output)\nstderr: \(program.errors)"
            )
        }
        return Finished(end: end, output: program.output, errors: program.errors, line: line)
    }

    /// Starts a program and waits for its end.
    func run(
        _ binary: Binary,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: Program.Input = .nothing,
        within limit: Duration = .seconds(300)
    ) async throws -> Finished {
        let program = try start(binary, arguments, environment: environment, input: input)
        return try await finish(program, ([binary.rawValue] + arguments).joined(separator: " "), within: limit)
    }
}
