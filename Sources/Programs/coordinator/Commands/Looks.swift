import ArgumentParser
import LarderCommandLine
import LarderSync
import LarderTools

struct Try: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show three items of a source as a sync would read them; nothing is stored.",
        discussion: """
            Reads the first page of at most three lists, and three items with their pages and pictures, into a \
            temporary larder that is removed again. A quota does not count their requests. Exit code 1 where no item \
            came, or something failed or could not be asked for.
            """
    )

    @Argument(help: ArgumentHelp("The source, by name or YAML file.", valueName: "source"))
    var source: String
    @OptionGroup var second: NoSecondWord
    @OptionGroup var larder: LarderOption
    @OptionGroup(title: "Log")
    var log: LogOptions

    func run() async throws {
        let options = SyncRun.Options([source], larder, log, workers: 2)
        try await printingResult {
            try await withStopRequests { try await LarderCommands.trial(options, stopRequests: $0) }
        }
    }
}

struct Plan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how many requests, bytes and how much time a sync will take, before anything is fetched.",
        discussion: """
            A source that was synced before is judged by its last sync, and nothing is asked for. Of any other one the \
            first page of each list is read (one request for each query or outlet), or with --lists all pages; of a \
            crawl its first pages. No quota counts that. The summary of the next sync compares.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Sources, by name or YAML file (default: all sources of the larder, in a new one the sample).",
            valueName: "source"
        )
    )
    var sources: [String] = []
    @Flag(help: "Read every list to its end first, whatever is known from before.")
    var lists = false
    @OptionGroup var larder: LarderOption
    @OptionGroup(title: "Log")
    var log: LogOptions

    func run() async throws {
        let options = SyncRun.Options(sources, larder, log, workers: 2)
        try await printingText {
            try await withStopRequests {
                try await LarderCommands.plan(options, readsLists: lists, stopRequests: $0)
            }
        }
    }
}
