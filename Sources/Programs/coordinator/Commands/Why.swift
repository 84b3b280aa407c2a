import ArgumentParser
import LarderCoordinator

struct Why: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how a job stands and why, or how the jobs of a record stand.",
        discussion: """
            A job is named by its URN, kind:source:ID, as in detail:sample:22526; the summary and `status` name jobs that failed. A \
            record's URN, as in recipe:sample:22526, stands for every job that works for it. Where nothing has that name, names \
            that come near are told.
            """
    )

    @Argument(help: ArgumentHelp("The URN of a job or a record.", valueName: "urn"))
    var urn: String
    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await telling { try await LarderCommands.why(urn, larder.into) }
    }
}
