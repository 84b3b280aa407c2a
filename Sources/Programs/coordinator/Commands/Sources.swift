import ArgumentParser
import LarderCoordinator

struct Sources: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check source files and show what they mean.",
        discussion: "Prints each with every default filled in, as YAML. None named: lists the built-in sources."
    )

    @Argument(help: ArgumentHelp("Sources, by name or YAML file.", valueName: "source"))
    var names: [String] = []
    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await telling { try LarderCommands.sources(names, larder.into) }
    }
}
