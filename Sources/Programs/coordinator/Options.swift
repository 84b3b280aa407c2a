import ArgumentParser
import Foundation
import Glibc
import LarderCommandLine
import LarderSync
import LarderTools
import LarderWorkerCore

struct LarderOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The larder's folder.", valueName: "dir"))
    var into = Self.standard

    /// `./larder`, or inside of a larder's folder that larder.
    static let standard =
        LarderStore.exists(".") && FileManager.default.fileExists(atPath: "cache") ? "." : "./larder"

    var isDefault: Bool { into == Self.standard }

    func validate() throws {
        guard !into.isEmpty else {
            throw ValidationError("--into is empty. Name a folder, or leave it out for ./larder.")
        }
    }
}

/// For commands with options only: a word is refused, usually a larder's folder.
struct NoWords: ParsableArguments {
    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard let word = words.first else { return }
        let isFolder = word.contains("/") || FileManager.default.fileExists(atPath: word)
        throw ValidationError(
            "\"\(word)\" is not expected here. "
                + (isFolder
                    ? "The larder's folder stands behind --into: --into \(word)."
                    : "The command is for the whole larder, and takes no source and no other word.")
        )
    }
}

/// For commands that take one source or address: a second one is refused.
struct NoSecondWord: ParsableArguments {
    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard let word = words.first else { return }
        throw ValidationError("\"\(word)\" is one too many: this command takes one at a time. Type it again for that.")
    }
}

struct WorkerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Memory of each local worker, such as 768M or 2G, at least 64M; one above it is killed and replaced "
                + "(default: an even share of 80% of the machine's or the container's).",
            valueName: "size"
        ),
        transform: WorkerLimits.memoryBytes(typed:)
    )
    var workerMemory: UInt64?
    @OptionGroup(title: "Worker limits")
    var shared: LimitOptions
    @Option(help: .hidden, transform: WorkerLimits.milliseconds(typed:))
    var workerSilence: UInt64 = 60_000

    var limits: WorkerLimits {
        var limits = WorkerLimits()
        limits.memoryLimitBytes = workerMemory
        (limits.recycleAfterJobs, limits.recycleAfterMs) = (5000, 3_600_000)
        shared.apply(to: &limits)
        return limits
    }

    var silence: Duration { .milliseconds(Int64(workerSilence)) }
}

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

/// The text as a terminal shows it, with its lines broken between words; into a file or pipe as it is.
func onTerminal(_ text: String) -> String { Terminal.columns(of: STDOUT_FILENO).map(text.wrapped) ?? text }

func printingText(_ text: () async throws -> String) async throws {
    try await reportingErrors {
        try printResult(await text())
        return 0
    }
}
