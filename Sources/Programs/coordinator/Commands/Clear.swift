import ArgumentParser
import Foundation
import Glibc
import LarderCommandLine
import LarderTools

struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Empty the larder; its keys and source files stay.",
        discussion: """
            Every source, item, job and cached file goes. What stays is what tells this larder's cache from any other, \
            so that workers find it again, and the folders keys and sources.
            """
    )

    @Flag(help: "Do not ask.")
    var yes = false
    @OptionGroup var larder: LarderOption
    @OptionGroup var words: NoWords
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard yes || isatty(STDIN_FILENO) == 1 else {
            throw ValidationError(
                "clear empties \(larder.into), and standard input is no terminal to ask on: add --yes if that is meant."
            )
        }
    }

    func run() async throws {
        try await reportingErrors {
            if !yes {
                let contents = try await LarderCommands.contents(larder.into)
                FileHandle.standardError.write(
                    Data("This removes \(contents) from \(larder.into). Type yes to go on: ".utf8)
                )
                guard readLine() == "yes" else {
                    printError("coordinator: Nothing was removed.")
                    return 2
                }
            }
            try printResult(try await LarderCommands.clear(larder.into, json: json).text)
            return 0
        }
    }
}
