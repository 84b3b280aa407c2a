import LarderCommandLine
import LarderTools

func reportingErrors(_ body: () async throws -> Int32) async throws {
    try await reportingErrors(of: "coordinator", body)
}

func printingResult(_ result: () async throws -> LarderCommands.Result) async throws {
    try await reportingErrors {
        let result = try await result()
        if !result.text.isEmpty { try printResult(result.text) }
        return result.code
    }
}

func printingText(_ text: () async throws -> String) async throws {
    try await reportingErrors {
        try printResult(await text())
        return 0
    }
}
