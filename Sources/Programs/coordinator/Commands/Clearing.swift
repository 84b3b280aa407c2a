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
            Typed alone, it removes the items that their source no longer has: those that two syncs in a row did not \
            find though they read every list, and those of a crawl whose pages were gone twice. --older-than, \
            --unseen-for and --keep-size remove items for their date, for not being seen, or for the room they take, \
            whether they are gone or not, unless --gone narrows that. Texts, places in lists and notes go with an \
            item, and so do pictures that no other item names. Whatever the source still lists comes back with the \
            next sync.

            On a terminal it says which items would go and asks first; without one, as from cron, it removes at once, and \
            prints what went. Nothing may sync into the larder meanwhile. Killed at any moment it leaves a whole \
            larder, and the same command again finishes. Exit code 1: --keep-size could not be reached.
            """
    )

    @Argument(help: ArgumentHelp("Only this source's items (default: of all sources).", valueName: "source"))
    var source: String?
    @OptionGroup var second: NoSecondWord
    @Flag(help: "Only items that their source no longer has (the default without the options below).")
    var gone = false
    @Flag(help: "Gone items at once, not only after a second sync has missed them.")
    var now = false
    @Option(
        help: ArgumentHelp(
            "Items that were published longer ago than this, such as 30d or 12h; items without a date stay.",
            valueName: "age"
        ),
        transform: Self.age(typed:)
    )
    var olderThan: Duration?
    @Option(
        help: ArgumentHelp(
            "Items that no sync has seen for longer than this, if one has read their source's lists to "
                + "their end since.",
            valueName: "age"
        ),
        transform: Self.age(typed:)
    )
    var unseenFor: Duration?
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
    @Flag(help: "Do not ask.")
    var yes = false
    @OptionGroup var larder: LarderOption
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    private static func age(typed text: String) throws -> Duration {
        guard let age = DurationText.parse(text) else {
            throw ValidationError("it takes an age up to 1000d, such as 30d, 12h or 1d12h.")
        }
        return age
    }

    func validate() throws {
        guard !now || gone || olderThan == nil && unseenFor == nil && keepSize == nil else {
            throw ValidationError(
                "--now is for items that are gone, and the other options take any: add --gone, or leave --now out."
            )
        }
    }

    func run() async throws {
        var request = PruneRequest()
        request.source = source
        request.isGoneOnly = gone
        request.takesJustGone = now
        request.age = olderThan
        request.unseenFor = unseenFor
        request.maxBytes = keepSize
        request.isDryRun = dryRun
        try await reportingErrors { [request] in
            if !dryRun, !yes, isatty(STDIN_FILENO) == 1 {
                var look = request
                look.isDryRun = true
                let found = try LarderCommands.prune(larder.into, look, json: false)
                guard !found.takesRows || confirm(found.text) else { return 2 }
            }
            let result = try LarderCommands.prune(larder.into, request, json: json)
            try printResult(result.text)
            return result.code
        }
    }
}

/// Asks on the terminal whether something is to be removed.
private func confirm(_ question: String) -> Bool {
    FileHandle.standardError.write(Data("\(question)\nType yes to go on: ".utf8))
    guard readLine() == "yes" else {
        printError("coordinator: Nothing was removed.")
        return false
    }
    return true
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
    @OptionGroup var second: NoSecondWord
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
                guard confirm("This removes \(contents) from \(larder.into).") else { return 2 }
            }
            try printResult(try LarderCommands.clear(larder.into, json: json).text)
            return 0
        }
    }
}
