import ArgumentParser
import LarderTools

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove everything of one source, and the files that nothing else names.",
        discussion: """
            Its items, pictures, texts, lists, jobs and syncs go; its YAML file stays. Killed at any moment it leaves \
            a whole larder, and the same command again finishes. The next sync of the source fetches all of it anew.
            """
    )

    @Argument(help: ArgumentHelp("The source, by its name in the larder.", valueName: "source"))
    var source: String
    @Flag(help: "Show what would be removed, and change nothing.")
    var dryRun = false
    @OptionGroup var larder: LarderOption
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func run() async throws {
        try await printingResult {
            try await LarderCommands.remove(larder.into, source: source, isDryRun: dryRun, json: json).text
        }
    }
}
