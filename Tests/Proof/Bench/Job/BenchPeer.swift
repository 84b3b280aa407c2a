internal import Foundation
internal import LarderModel
internal import LarderSync

/// A Python program that does the same job, to compare with.
enum BenchPeer: String, CaseIterable, Sendable {
    case asyncio = "asyncio script"
    case scrapy = "Scrapy job"

    private var script: [UInt8] {
        switch self {
        case .asyncio: PackageResources.asyncio_job_py
        case .scrapy: PackageResources.scrapy_job_py
        }
    }

    private var packages: String {
        switch self {
        case .asyncio: "aiohttp, orjson, uvloop, PIL.Image, resiliparse.extract.html2text"
        case .scrapy: "scrapy, inscriptis, PIL.Image"
        }
    }

    /// - Returns: Why this Python cannot run the peer; nil when it can.
    func obstacle(python: String, folder: String) async throws -> String? {
        let outcome = try await MeasuredProcess(
            program: python,
            arguments: ["-c", "import \(packages)"],
            log: folder + "/imports"
        ).run()
        return outcome.exitCode == 0 ? nil : outcome.lastWord
    }

    /// Runs the peer with a process for each core where it can use several.
    ///
    /// - Returns: How it ran, once it has said that it has all recipes.
    func run(python: String, base: String, folder: String, recipes: Int) async throws -> MeasuredProcess.Outcome {
        let files = folder + "/files"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        let path = folder + "/job.py"
        try Data(script).write(to: URL(fileURLWithPath: path))
        let further = self == .asyncio ? ["\(ProcessInfo.processInfo.activeProcessorCount)"] : []
        let outcome = try await MeasuredProcess(
            program: python,
            arguments: [path, base, files] + further,
            log: folder + "/log"
        ).run()
        guard outcome.exitCode == 0, outcome.output.split(separator: "\n").last == "recipes \(recipes)" else {
            throw CoordinatorError(
                .internal,
                "The \(rawValue) did not bring all \(recipes.counted("recipe")) (exit code \(outcome.exitCode)): \(outcome.lastWord)"
            )
        }
        return outcome
    }
}
