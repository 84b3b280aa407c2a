import ArgumentParser
import Larder
import LarderCommandLine
import LarderTools

struct Find: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find items by words of their title, ingredients, steps or text.",
        discussion: """
            Items that have all the words, the best first. Case and accents of Latin letters do not count; words in quotes are \
            found as a phrase. Of Chinese, Japanese and Thai any part of a sentence is found, from one character on. \
            Exit code 1 where no item has them.
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
        help: ArgumentHelp("At most so many items, 1 to 1000 (default: 10).", valueName: "n")
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
        let filter = SearchFilter(kind: kind.flatMap { ItemKind(rawValue: $0.rawValue) }, source: source)
        try await printingResult {
            var found = try await LarderCommands.find(
                words.joined(separator: " "),
                larder.into,
                filter: filter,
                limit: limit,
                json: json
            )
            if !json { found.text = onTerminal(found.text) }
            return found
        }
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

    @Argument(help: ArgumentHelp("A sync by its number (default: the latest one of each source).", valueName: "sync"))
    var sync: Int64?
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
