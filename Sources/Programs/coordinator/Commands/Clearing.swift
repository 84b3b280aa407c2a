import ArgumentParser
import Foundation
import Glibc
import LarderCommandLine
import LarderModel
import LarderTools

struct Prune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove items that are gone, old or too many, and the files that nothing else names.",
        discussion: """
            Typed alone, it removes the items that their source no longer has: those that were missing in every \
            list of its last whole sync, and those of a crawl whose pages are gone. With --older-than and --keep-size it removes items for their age or for the room \
            they take, whether they are gone or not, as long as --gone does not narrow that. Texts, places in lists \
            and notes go with an item, and so do pictures that no other item names. Whatever the source still lists \
            comes back with the next sync.

            Nothing may sync into the larder meanwhile. Killed at any moment it leaves a whole larder, and the same \
            command again finishes. Exit code 1: --keep-size could not be reached.
            """
    )

    @Argument(help: ArgumentHelp("Only this source's items (default: of all sources).", valueName: "source"))
    var source: String?
    @Flag(help: "Only items that their source no longer has (the default without the next two).")
    var gone = false
    @Option(
        help: ArgumentHelp("Items that were last seen longer ago than this, such as 30d or 12h.", valueName: "age"),
        transform: Self.age(typed:)
    )
    var olderThan: Duration?
    @Option(
        help: ArgumentHelp(
            "Items, those that were seen longest ago first, until the catalog and the files it names take at most "
                + "this, such as 2GB.",
            valueName: "size"
        ),
        transform: DiskSize.bytes(typed:)
    )
    var keepSize: Int?
    @Flag(help: "Show what would be removed, and change nothing.")
    var dryRun = false
    @OptionGroup var larder: LarderOption
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    private static func age(typed text: String) throws -> Duration {
        guard let age = DurationText.parse(text) else {
            throw ValidationError("it takes an age up to 1000d, such as 30d, 12h or 1d12h.")
        }
        return age
    }

    func run() async throws {
        var request = PruneRequest()
        request.source = source
        request.isGoneOnly = gone
        request.age = olderThan
        request.maxBytes = keepSize
        request.isDryRun = dryRun
        try await printingResult { [request] in try LarderCommands.prune(larder.into, request, json: json) }
    }
}

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove everything of one source, and the files that nothing else names.",
        discussion: """
            Its items, pictures, texts, lists, jobs and syncs go; its YAML file stays. Killed at any moment it leaves \
            a whole larder, and the same command again finishes. The next sync of the source fetches all of it anew.
            """
    )

    @Argument(help: ArgumentHelp("The source, by its name in the larder.", valueName: "source"))
    var source: String
    @Flag(help: "Show what would be removed, and change nothing.")
    var dryRun = false
    @OptionGroup var larder: LarderOption
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func run() async throws {
        try await printingResult {
            try LarderCommands.remove(larder.into, source: source, isDryRun: dryRun, json: json)
        }
    }
}

struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Empty the larder; its keys and source files stay.",
        discussion: """
            Every source, item, job and cached file goes. What stays is what tells this larder's cache from any other, \
            so that workers find it again, and the folders keys and sources.
            """
    )

    @Flag(help: "Do not ask.")
    var yes = false
    @OptionGroup var larder: LarderOption
    @OptionGroup var words: NoWords
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard yes || isatty(STDIN_FILENO) == 1 else {
            throw ValidationError(
                "clear empties \(larder.into), and standard input is no terminal to ask on: add --yes if that is meant."
            )
        }
    }

    func run() async throws {
        try await reportingErrors {
            if !yes {
                let contents = try await LarderCommands.contents(larder.into)
                FileHandle.standardError.write(
                    Data("This removes \(contents) from \(larder.into). Type yes to go on: ".utf8)
                )
                guard readLine() == "yes" else {
                    printError("coordinator: Nothing was removed.")
                    return 2
                }
            }
            try printResult(try LarderCommands.clear(larder.into, json: json).text)
            return 0
        }
    }
}
