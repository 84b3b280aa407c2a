internal import Foundation
internal import LarderModel
internal import LarderSync

/// A Python program that does the same job, to compare with.
enum BenchPeer: String, CaseIterable, Sendable {
    case asyncio = "asyncio script"
    case asyncioEqual = "asyncio script, equal output"
    case scrapy = "Scrapy job"

    /// The script that is run, and last the one that it imports.
    private var scripts: [(name: String, content: [UInt8])] {
        switch self {
        case .asyncio: [("asyncio_job.py", PackageResources.asyncio_job_py)]
        case .asyncioEqual:
            [
                ("asyncio_equal_job.py", PackageResources.asyncio_equal_job_py),
                ("asyncio_job.py", PackageResources.asyncio_job_py),
            ]
        case .scrapy: [("scrapy_job.py", PackageResources.scrapy_job_py)]
        }
    }

    private var modules: String {
        switch self {
        case .asyncio: "aiohttp, orjson, uvloop, PIL.Image, resiliparse.extract.html2text"
        case .asyncioEqual: Self.asyncio.modules + ", resiliparse.parse.html, recipe_scrapers"
        case .scrapy: "scrapy, inscriptis, PIL.Image"
        }
    }

    /// What pip calls the packages of the modules.
    private var packages: String {
        switch self {
        case .asyncio: "aiohttp orjson uvloop pillow resiliparse"
        case .asyncioEqual: Self.asyncio.packages + " recipe-scrapers"
        case .scrapy: "scrapy inscriptis pillow"
        }
    }

    /// - Returns: Why this Python cannot run the peer, and what to type; nil when it can.
    func obstacle(python: String, folder: String) async throws -> String? {
        let outcome = try await MeasuredProcess(
            program: python,
            arguments: ["-c", "import \(modules)"],
            log: folder + "/imports"
        ).run()
        guard outcome.exitCode != 0 else { return nil }
        return "\(outcome.lastWord); \(python.shellWord) -m pip install \(packages)"
    }

    /// Runs the peer with a process for each core where it can use several.
    ///
    /// - Returns: How it ran, once it has said that it has all recipes.
    func run(python: String, base: String, folder: String, recipes: Int) async throws -> MeasuredProcess.Outcome {
        let files = folder + "/files"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        let paths = scripts.map { folder + "/" + $0.name }
        for (path, script) in zip(paths, scripts) {
            try Data(script.content).write(to: URL(fileURLWithPath: path))
        }
        let further = self == .scrapy ? [] : ["\(ProcessInfo.processInfo.activeProcessorCount)"]
        let outcome = try await MeasuredProcess(
            program: python,
            arguments: [paths[0], base, files] + further,
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
