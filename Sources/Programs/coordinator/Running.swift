import LarderCommandLine

/// Runs a command's work; an error becomes one sentence on standard error and exit code 2.
func reportingErrors(_ body: () async throws -> Int32) async throws {
    try await reportingErrors(of: "coordinator", body)
}

/// Runs a command that prints one result.
func printingResult(_ result: () async throws -> String) async throws {
    try await reportingErrors {
        try printResult(await result())
        return 0
    }
}
