import ArgumentParser
import LarderCommandLine
import LarderTools

struct Merge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make one larder of several that have different sources.",
        discussion: """
            So sources can be shared out over machines, each with a coordinator of its own. DIR may be new, or a larder that \
            gets the others' sources too. Files are not copied where both are on one disk. The larders themselves stay as \
            they are and can go on being synced; so can DIR, which knows all sources. Merge again into a new folder to \
            take over what they got since.
            """
    )

    @Argument(help: ArgumentHelp("The larders' folders.", valueName: "larder"))
    var larders: [String]
    @Option(help: ArgumentHelp("The folder of the larder that gets all sources.", valueName: "dir"))
    var into: String

    func validate() throws {
        guard !into.isEmpty, !larders.contains("") else { throw ValidationError("A folder's name is empty. Name one.") }
    }

    func run() async throws {
        try await printingResult { try LarderCommands.merge(larders, into: into) }
    }
}
