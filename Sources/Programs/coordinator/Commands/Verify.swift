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
        try await reportingErrors {
            let verdict = try await LarderCommands.verify(larder.into)
            try printResult(verdict.text)
            return verdict.isGood ? 0 : 1
        }
    }
}
