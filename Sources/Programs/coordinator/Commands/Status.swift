import ArgumentParser
import Foundation
import LarderCommandLine
import LarderTools

struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell what the larder holds and what is left to do.",
        discussion: """
            With --jobs the jobs of one state instead, a line for each: open (not done yet), running (those of local \
            workers, of a sync that goes on), waiting (for another try), done, dead (given up), cancelled. With --sizes \
            what the tables of the catalog take, their indexes included.
            """
    )

    @Argument(help: ArgumentHelp("Only this source, by its name in the larder.", valueName: "source"))
    var source: String?
    @OptionGroup var second: NoSecondWord
    @OptionGroup var larder: LarderOption
    @Option(help: ArgumentHelp("List the jobs of a state: \(JobStateName.list).", valueName: "state"))
    var jobs: JobStateName?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --jobs: at most so many lines, 1 to 1000000 (default: 100).", valueName: "n")
    )
    var limit: Int?
    @Flag(help: "Tell what each table of the catalog takes; reads the whole file.")
    var sizes = false
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard !sizes || jobs == nil && (source == nil || folder != nil) else {
            let other = jobs == nil ? source ?? "" : "--jobs"
            throw ValidationError("--sizes is for the whole catalog: leave \(other) out.")
        }
        if let limit { try check(limit, "--limit", 1...1_000_000) }
        guard limit == nil || jobs != nil else {
            throw ValidationError("--limit is for the lines of --jobs: add --jobs STATE, or leave it out.")
        }
        guard folder == nil || larder.isDefault else {
            throw ValidationError(
                "The larder is named twice, as \(folder ?? "") and as --into \(larder.into). Leave one out."
            )
        }
        guard jobs == nil || source == nil || folder != nil else {
            throw ValidationError("--jobs lists the jobs of all sources: leave \(source ?? "") out.")
        }
    }

    /// The larder's folder, which earlier releases took in place of a source; no source has a name with a slash.
    private var folder: String? {
        guard let source, source.contains("/") || FileManager.default.fileExists(atPath: source + "/catalog.sqlite")
        else { return nil }
        return source
    }

    func run() async throws {
        let into = folder ?? larder.into
        try await printingText {
            if sizes { return try await LarderCommands.sizes(into, json: json) }
            if let jobs { return try await LarderCommands.jobs(jobs, into, limit: limit ?? 100, json: json) }
            let name = folder == nil ? source : nil
            let environment = ProcessInfo.processInfo.environment
            let text = try await LarderCommands.status(into, source: name, json: json, environment: environment)
            return json ? text : onTerminal(text)
        }
    }
}

extension JobStateName: ExpressibleByArgument {
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

struct Why: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how an item came to be what it is: lists, jobs, answers, pictures, texts.",
        discussion: """
            An item, a publication, a picture or a text is named by its URN, as in recipe:sample:22526, by an address \
            of it, or by words of its title; where several fit, they are listed. A job is named by its URN, \
            kind:source:ID, as in detail:sample:22526; the summary and `status` name jobs that failed. Where nothing \
            has that name, names that come near are told.
            """
    )

    @Argument(help: ArgumentHelp("A URN, an address, or words of a title.", valueName: "urn|url|title"))
    var words: [String]
    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await printingText {
            try await onTerminal(
                LarderCommands.why(
                    words.joined(separator: " "),
                    larder.into,
                    environment: ProcessInfo.processInfo.environment
                )
            )
        }
    }
}

struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make dead jobs ready again: those that were given up after too many failures.",
        discussion: """
            They are tried when the same sync command is typed again. A page that `coordinator get` asked for is tried by \
            that command alone.
            """
    )

    @Argument(help: ArgumentHelp("Only this source's jobs.", valueName: "source"))
    var source: String?
    @OptionGroup var second: NoSecondWord
    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await printingText { try LarderCommands.retry(source, larder.into) }
    }
}
