import ArgumentParser
import Larder
import LarderCommandLine
import LarderTools

struct Find: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find items by words of their title, ingredients, steps or text.",
        discussion: """
            Items that have all the words, those with all of them in the title first. Case and accents of Latin letters \
            do not count. A word is found as it is typed: onion* finds onions too. Words in quotes, as in "brown butter", \
            must follow one another. Of Chinese, Japanese, Korean and Thai any part of a sentence is found, from one \
            character on. Items that their source no longer lists are marked (gone). Exit code 1 where no item has the words.
            """
    )

    enum Kind: String, ExpressibleByArgument {
        case recipe, article
    }

    @Argument(help: ArgumentHelp("The words.", valueName: "words"))
    var words: [String] = []
    @OptionGroup var larder: LarderOption
    @Option(help: ArgumentHelp("Only items of this source.", valueName: "source"))
    var source: String?
    @Option(help: ArgumentHelp("Only recipes, or only articles.", valueName: "recipe|article"))
    var kind: Kind?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("At most so many items, 1 to 1000.", valueName: "n")
    )
    var limit = 10
    @Flag(help: "One JSON object instead of lines.")
    var json = false
    @Flag(help: "Rebuild the search index, and look for nothing.")
    var rebuild = false

    func validate() throws {
        try check(limit, "--limit", 1...1_000)
        guard rebuild != words.contains(where: { !$0.isEmpty }) else {
            throw ValidationError(
                rebuild ? "--rebuild looks for nothing: leave the words out." : "Type the words that are looked for."
            )
        }
    }

    func run() async throws {
        if rebuild { return try await printingText { try LarderCommands.rebuildSearch(larder.into) } }
        let kind = kind.flatMap { ItemKind(rawValue: $0.rawValue) }
        let filter = SearchFilter(kind: kind, source: source, includesGone: true)
        try await printingResult {
            var found = try await LarderCommands.find(
                words.map(Self.phrase).joined(separator: " "),
                larder.into,
                filter: filter,
                limit: limit,
                json: json
            )
            if !json { found.text = onTerminal(found.text) }
            return found
        }
    }

    /// An argument with spaces in double quotes.
    ///
    /// The shell has removed the quotes that a person typed.
    private static func phrase(_ argument: String) -> String {
        argument.contains("\"") || !argument.contains(where: \.isWhitespace) ? argument : "\"\(argument)\""
    }
}

struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell what a sync changed: items that came, changed, went and came back.",
        discussion: """
            Signs: + added, ~ changed (with what), - gone (the source lists it no more), < back, x removed from the \
            larder. Changes are kept for 90 days.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A sync by its number, or the latest one of a source (default: the latest one of each).",
            valueName: "sync|source"
        )
    )
    var sync: String?
    @OptionGroup var second: NoSecondWord
    @OptionGroup var larder: LarderOption
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("At most so many changes of a sync (default: 1000, as JSON all).", valueName: "n")
    )
    var limit: Int?
    @Flag(help: "A JSON array instead of lines.")
    var json = false

    func validate() throws {
        if let limit { try check(limit, "--limit", 1...10_000_000) }
    }

    func run() async throws {
        try await printingText {
            let limit = limit ?? (json ? .max : 1_000)
            let text = try await LarderCommands.diff(sync, larder.into, limit: limit, json: json)
            return json ? text : onTerminal(text)
        }
    }
}
