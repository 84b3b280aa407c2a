import ArgumentParser
import LarderCoordinator

struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Tell what the larder holds and what is left to do.")

    @OptionGroup var larder: LarderOption
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func run() async throws {
        try await telling { try await LarderCommands.status(larder.into, json: json) }
    }
}
