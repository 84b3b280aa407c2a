import ArgumentParser
import LarderTools

struct Keygen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make keys, so that workers of other machines can join.",
        discussion: """
            Makes the coordinator's pair once, and a pair for each --worker. Copy server.public and NAME.secret to \
            that worker, then: worker --connect tcp://HOST:5570 --server-key server.public --key NAME.secret --cache \
            DIR. Removing workers/NAME.public shuts the worker out within a second, also while it is connected.
            """
    )

    @OptionGroup var larder: LarderOption
    @Option(help: ArgumentHelp("The folder of keys (default: keys in the larder).", valueName: "dir"))
    var keys: String?
    @Option(help: ArgumentHelp("Make a key pair for a worker and let it in.", valueName: "name"))
    var worker: [String] = []
    @Option(help: ArgumentHelp("Let in a worker that made its own pair.", valueName: "name=key"))
    var allow: [String] = []

    func run() async throws {
        try await printingText { try LarderCommands.keygen(larder.into, keys: keys, workers: worker, allow: allow) }
    }
}
