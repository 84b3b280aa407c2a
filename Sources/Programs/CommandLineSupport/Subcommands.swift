package import ArgumentParser
internal import CLinuxShims
internal import LarderModel

extension ParsableCommand {
    package static var subcommandNames: [String] { configuration.subcommands.map { $0._commandName } }

    /// Command names, nested ones as `sources list`, as the help shows them.
    package static var subcommandPaths: [String] {
        subcommandNames
            + configuration.subcommands.flatMap { command in
                command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
                    .map { "\(command._commandName) \($0._commandName)" }
            }
    }

    /// Ends the process with exit code 64 if the first word is an unknown subcommand.
    package static func refuseUnknownSubcommand(_ word: String?) {
        guard let word, !word.hasPrefix("-"), word != "help", !subcommandNames.contains(word) else { return }
        let shown = configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        let near =
            NearestWord.find(word, in: subcommandNames, within: NearestWord.lettersOfASlip(in: word))
            .map { " Did you mean `\(_commandName) \($0)`?" } ?? ""
        exit(
            withError: ValidationError(
                "There is no subcommand \"\(word)\".\(near) There are: \(shown.joined(separator: ", "))."
            )
        )
    }

    /// Ends the process for words whose meaning ArgumentParser does not find: `help init` for `help sources init`.
    ///
    /// Prints the help of the nested subcommand; exit code 64 where there is none of that name.
    package static func helpOnNestedSubcommand(_ words: [String]) {
        guard words.count == 2, words[0] == "help", !words[1].hasPrefix("-"), !subcommandNames.contains(words[1])
        else { return }
        for command in configuration.subcommands {
            for nested in command.configuration.subcommands where nested._commandName == words[1] {
                exit(withError: CleanExit.helpRequest(nested))
            }
        }
        refuseUnknownSubcommand(words[1])
    }

    /// Ends the process with exit code 64 for an option that is none of this command, if one is near.
    ///
    /// ArgumentParser says this only where no other option is missing.
    package static func refuseMistypedOption(_ words: [String]) {
        let known = optionNames
        for option in typedOptions(words) where option.hasPrefix("--") && !known.contains(option) {
            guard let near = NearestWord.find(option, in: known.sorted()) else { continue }
            exit(withError: ValidationError("There is no option \(option). Did you mean \(near)?"))
        }
    }

    /// Ends the process with exit code 64 for an option that other programs have and the command that is typed has not.
    ///
    /// - Parameter advice: What does here what they do there, by their names.
    package static func refuseUsualOption(_ words: [String], _ advice: [String: String]) {
        let usual = typedOptions(words).filter { advice[$0] != nil }
        guard !usual.isEmpty else { return }
        func command(_ name: String?, of parent: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
            parent.configuration.subcommands.first { $0._commandName == name }
        }
        let named = command(words.first, of: self)
        let nested = named.flatMap { command(words.dropFirst().first, of: $0) }
        let known = (nested ?? named ?? configuration.defaultSubcommand ?? self).optionNames
        guard let option = usual.first(where: { !known.contains($0) }), let advice = advice[option] else { return }
        exit(withError: ValidationError("There is no option \(option) here. \(advice)"))
    }

    private static func typedOptions(_ words: [String]) -> [String] {
        words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "=" }) }
    }

    private static var optionNames: Set<String> {
        Set(helpMessage(columns: 200).matches(of: /--[a-z][a-z-]*/).map { String($0.0) } + ["--version"])
    }

    /// The help of this command's options, for the discussion of the command whose default it is.
    ///
    /// ArgumentParser omits a default subcommand's options. Empty unless help is requested: it costs a fifth of a
    /// start.
    package static var optionsHelp: String {
        let asksForHelp = CommandLine.arguments.dropFirst().contains { $0 == "-h" || $0.contains("help") }
        guard asksForHelp else { return "" }
        // The discussion is wrapped once more.
        let lines = helpMessage(columns: 78).split(separator: "\n", omittingEmptySubsequences: false)
        let usage = lines.firstIndex { $0.hasPrefix("USAGE:") } ?? lines.startIndex
        let sections = lines[usage...].drop { !$0.isEmpty }.drop(while: \.isEmpty)
        // The other command has its own line for --help.
        return sections.prefix { !$0.contains("-h, --help") }.joined(separator: "\n")
    }
}

package enum Release {
    /// The version, and the commit in the environment variable LARDER_COMMIT of the build.
    package static let text = "0.1.0 (commit \(unsafe String(cString: larder_linux_build_commit())))"
}
