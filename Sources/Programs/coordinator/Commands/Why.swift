import ArgumentParser
import Foundation
import LarderTools

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
        try await printingResult {
            try await LarderCommands.why(
                words.joined(separator: " "),
                larder.into,
                environment: ProcessInfo.processInfo.environment
            )
        }
    }
}
