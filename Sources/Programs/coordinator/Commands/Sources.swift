import ArgumentParser
import Foundation
import LarderCommandLine
import LarderSync
import LarderTools

struct Sources: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List sources, check source files, and show what they mean.",
        usage: """
            coordinator sources [<source> ...] [--into <dir>]
            coordinator sources list|show|check|init|try ...
            """,
        discussion: "With names or files it checks them; alone it lists what there is.",
        subcommands: [List.self, Show.self, Check.self, Init.self, Try.self],
        defaultSubcommand: Check.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the built-in sources, those with files, and those in the larder."
        )

        @OptionGroup var larder: LarderOption
        @OptionGroup var words: NoWords

        func run() async throws {
            try await printingText { try await LarderCommands.sourceList(larder.into) }
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
        @OptionGroup var second: NoSecondWord
        @OptionGroup var larder: LarderOption

        func run() async throws {
            try await printingText { try await LarderCommands.show(name, larder.into) }
        }
    }

    struct Init: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Look at a site, feed or API and write a first source file for it.",
            discussion: """
                Makes at most 30 requests, one a second, each told on standard error. Robots.txt is asked first and \
                obeyed, as a sync does but on this machine and private addresses, where the file has to say `robots: \
                obey`. Tries WordPress, MediaWiki, sitemaps, links and feeds, takes what has every page, and looks at \
                one page of each form of address to tell items from lists. No file is written over. Exit code 2 \
                where nothing fits.
                """
        )

        @Argument(help: "The site's first page, its feed, its sitemap or its API's list.")
        var url: String
        @OptionGroup var second: NoSecondWord
        @Option(help: ArgumentHelp("The file to write (default: the source's name with .yaml).", valueName: "file"))
        var output: String?
        @Option(help: ArgumentHelp("The source's name (default: after its host).", valueName: "name"))
        var name: String?
        @OptionGroup var contact: ContactOption

        func validate() throws {
            if let name, let fault = LarderCommands.fault(inSourceName: name) {
                throw ValidationError("--name: \(fault)")
            }
        }

        func run() async throws {
            try await printingResult {
                let new = LarderCommands.NewSource(
                    file: output,
                    SourceRegistry(larder: LarderOption.standard, commands: Coordinator.subcommandPaths),
                    name: name,
                    contact: contact.asked(for: url)
                )
                return try await LarderCommands.proposeSource(for: url, new)
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check source files and show what they mean (what `sources` does when no subcommand is named).",
            discussion: """
                Prints each with every default filled in, as YAML. Exit code 2 where one is wrong, or a variable of \
                its key or headers is not set.
                """
        )

        @Argument(help: ArgumentHelp("Sources, by name or YAML file; none: lists all.", valueName: "source"))
        var names: [String] = []
        @OptionGroup var larder: LarderOption

        func run() async throws {
            guard !names.isEmpty else {
                return try await printingText { try await LarderCommands.sourceList(larder.into) }
            }
            try await reportingErrors {
                let check = LarderCommands.check(
                    names,
                    larder.into,
                    environment: ProcessInfo.processInfo.environment,
                    commands: Sources.subcommandNames.map { "sources \($0)" }
                )
                if !check.text.isEmpty { try printResult(check.text) }
                for fault in check.faults { printError("coordinator: \(fault)") }
                return check.faults.isEmpty ? 0 : 2
            }
        }
    }
}
