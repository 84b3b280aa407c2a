import ArgumentParser
import LarderTools

struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make dead jobs ready again: those that were given up after too many failures.",
        discussion: "They are tried when the same sync command is typed again."
    )

    @Argument(help: ArgumentHelp("Only this source's jobs.", valueName: "source"))
    var source: String?
    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await printingResult { try await LarderCommands.retry(source, larder.into) }
    }
}
