import ArgumentParser
import LarderTools

struct DigestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Print one hash of the catalog's content, to compare two larders.",
        discussion: """
            SHA-256 over what the sources said, without times and row numbers: equal for equal content, however it was \
            fetched.
            """
    )

    @OptionGroup var larder: LarderOption
    @OptionGroup var words: NoWords

    func run() async throws {
        try await printingResult { try await LarderCommands.digest(larder.into) }
    }
}
