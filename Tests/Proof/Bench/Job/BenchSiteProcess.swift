internal import LarderSync
internal import Subprocess
internal import SystemPackage

/// The benchmark's site, served by a process of its own, so that its processor time is no part of what is measured.
struct BenchSiteProcess: Sendable {
    let processID: Int32
    let base: String

    /// What the server used so far.
    var time: Duration { ProcessTimes(of: processID)?.own ?? .zero }

    /// Serves while `body` runs.
    static func with<Result: Sendable>(
        recipes: Int,
        _ body: @escaping @Sendable (BenchSiteProcess) async throws -> Result
    ) async throws -> Result {
        var options = PlatformOptions()
        options.processGroupID = 0  // Ctrl-C reaches this process alone
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(2))]
        let run = try await Subprocess.run(
            .path(FilePath(OwnProgram.path)),
            arguments: ["serve", "--recipes", "\(recipes)"],
            platformOptions: options,
            // The server ends with it.
            input: .inputWriter,
            output: .sequence,
            error: .discarded
        ) { execution in
            for try await line in execution.standardOutput.strings(bufferingPolicy: .unbounded) {
                guard let port = Int(line.filter(\.isNumber)) else { break }
                return try await body(
                    BenchSiteProcess(processID: execution.processIdentifier.value, base: "http://127.0.0.1:\(port)")
                )
            }
            throw CoordinatorError(.internal, "The benchmark's site ended before it could be asked.")
        }
        return run.closureResult
    }
}
