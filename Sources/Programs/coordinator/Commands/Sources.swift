import ArgumentParser
import Foundation
import LarderCommandLine
import LarderCoordinator

struct Sources: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List sources, check source files, and show what they mean.",
        usage: """
            coordinator sources [<source> ...] [--into <dir>]
            coordinator sources list|show|check|try ...
            """,
        discussion: "With names or files it checks them; alone it lists what there is.",
        subcommands: [List.self, Show.self, Check.self, Try.self],
        defaultSubcommand: Check.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the built-in sources, those with files, and those in the larder."
        )

        @OptionGroup var larder: LarderOption

        func run() async throws {
            try await telling { try await LarderCommands.sourceList(larder.into) }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a source as YAML that can be edited.",
            discussion:
                "The file of a source that has one; of a built-in one, or one of the larder, all that is known of it."
        )

        @Argument(help: ArgumentHelp("The source, by name or YAML file.", valueName: "source"))
        var name: String
        @OptionGroup var larder: LarderOption

        func run() async throws {
            try await telling { try await LarderCommands.show(name, larder.into) }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check source files and show what they mean (what `sources` does when no subcommand is named).",
            discussion: """
                Prints each with every default filled in, as YAML. Exit code 2 where one is wrong, or the variable of its key is not set.
                """
        )

        @Argument(help: ArgumentHelp("Sources, by name or YAML file; none: lists all.", valueName: "source"))
        var names: [String] = []
        @OptionGroup var larder: LarderOption

        func run() async throws {
            guard !names.isEmpty else { return try await telling { try await LarderCommands.sourceList(larder.into) } }
            try await reportingErrors {
                let check = try LarderCommands.check(
                    names,
                    larder.into,
                    environment: ProcessInfo.processInfo.environment
                )
                try tell(check.text)
                for fault in check.faults { printError("coordinator: \(fault)") }
                return check.faults.isEmpty ? 0 : 2
            }
        }
    }
}
