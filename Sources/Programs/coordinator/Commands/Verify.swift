import ArgumentParser
import LarderCommandLine
import LarderTools

struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check that the catalog and every file it names are undamaged.",
        discussion: """
            Reads every body, picture and text (a blob, named by its SHA-256) and hashes it, and compares each row \
            with its fingerprint. Exit code 0: all is well; 1: something is missing or damaged, named on standard \
            output.
            """
    )

    @OptionGroup var larder: LarderOption
    @OptionGroup var words: NoWords

    func run() async throws {
        try await printingResult { try await LarderCommands.verify(larder.into) }
    }
}

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
        try await printingText { try await LarderCommands.digest(larder.into) }
    }
}
