import ArgumentParser
import Foundation
import LarderCommandLine
import LarderTools

struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell what the larder holds and what is left to do.",
        discussion: """
            With --jobs the jobs of one state instead, a line for each: open (not done yet), running (those of local \
            workers, of a sync that goes on), waiting (for another try), done, dead (given up), cancelled.
            """
    )

    @Argument(help: ArgumentHelp("The larder's folder, as after --into.", valueName: "dir"))
    var folder: String?
    @OptionGroup var larder: LarderOption
    @Option(help: ArgumentHelp("List the jobs of a state: \(JobStateName.list).", valueName: "state"))
    var jobs: JobStateName?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --jobs: at most so many lines, 1 to 1000000.", valueName: "n")
    )
    var limit = 100
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit \(limit) is out of range. It takes 1 to 1000000.")
        }
        guard folder == nil || larder.isDefault else {
            throw ValidationError(
                "The larder is named twice, as \(folder ?? "") and as --into \(larder.into). Leave one out."
            )
        }
    }

    func run() async throws {
        let into = folder ?? larder.into
        try await printingResult {
            if let jobs { return try await LarderCommands.jobs(jobs, into, limit: limit, json: json) }
            return try await LarderCommands.status(
                into,
                json: json,
                environment: ProcessInfo.processInfo.environment
            )
        }
    }
}

extension JobStateName: ExpressibleByArgument {
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
