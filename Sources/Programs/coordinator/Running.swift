import LarderCommandLine

func reportingErrors(_ body: () async throws -> Int32) async throws {
    try await reportingErrors(of: "coordinator", body)
}

func printingResult(_ result: () async throws -> String) async throws {
    try await reportingErrors {
        try printResult(await result())
        return 0
    }
}
