internal import Foundation
internal import Synchronization

/// A folder of one test and the processes it started; both are gone when the test ends.
///
/// It lies in memory where there is room for that: a larder is thousands of small files and a sync of each, and the
/// kernel's work on them was an eighth of the tests' processor time. `onDisk` is for a test of what a disk does.
package final class Scratch: Sendable {
    package let folder: String
    private let programs = Mutex<[Program]>([])
    private let isKept = Mutex(false)

    private static let memory = "/dev/shm"
    /// What a few larders at a time may come to; a container has 64 MB by default.
    private static let neededBytes: UInt64 = 2 << 30
    private static let hasRoomInMemory: Bool = {
        var room = statvfs()
        guard unsafe statvfs(memory, &room) == 0, unsafe access(memory, W_OK) == 0 else { return false }
        return UInt64(room.f_bavail) * UInt64(room.f_frsize) >= neededBytes
    }()

    private init(onDisk: Bool) throws {
        let parent = !onDisk && Self.hasRoomInMemory ? Self.memory : "/tmp"
        var template = Array((parent + "/lct-" + String(repeating: "X", count: 6)).utf8CString)
        guard let made = unsafe mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        folder = unsafe String(cString: made)
    }

    /// Runs `body` with a scratch of its own.
    package static func with<Result>(onDisk: Bool = false, _ body: (Scratch) async throws -> Result) async throws
        -> Result
    {
        let scratch = try Scratch(onDisk: onDisk)
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
        guard !isKept.withLock({ $0 }) else { return }
        // Only a temporary folder is left behind if this fails.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Leaves the folder where it is, for someone to look at.
    package func keep() { isKept.withLock { $0 = true } }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String { folder + "/" + name }

    /// Writes a file, and gives its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Starts a program, which the scratch ends at the latest when the test ends.
    ///
    /// - Parameter environment: Added to `PATH`, `HOME` and folders inside the scratch; nothing else is inherited.
    package func start(
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

    /// Starts one of the programs under test.
    package func start(
        _ binary: Binary,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: Program.Input = .nothing
    ) throws -> Program {
        try start(binary.path, arguments, environment: environment, input: input)
    }

    /// A finished process.
    package struct Finished: CustomStringConvertible {
        package var end: ProcessEnd
        package var output: String
        package var errors: String
        package var line: String

        package var description: String { "`\(line)` ended with \(end)\nstdout: \(output)\nstderr: \(errors)" }
        /// Output without the line break at its end.
        package var answer: String { output.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    /// A process was still running when it should have ended long ago.
    package struct TookTooLong: Error, CustomStringConvertible {
        package var description: String
    }

    /// Waits for a process that has to end by itself.
    package func finish(_ program: Program, _ line: String, within limit: Duration = .seconds(300)) async throws
        -> Finished
    {
        guard let end = await program.end(within: limit) else {
            throw TookTooLong(
                description:
                    "`\(line)` did not end within \(limit)\nstdout: \(program.output)\nstderr: \(program.errors)"
            )
        }
        return Finished(end: end, output: program.output, errors: program.errors, line: line)
    }

    /// Starts a program and waits for its end.
    package func run(
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
