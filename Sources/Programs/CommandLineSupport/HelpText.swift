package import ArgumentParser

extension ParsableCommand {
    /// The help of this command's arguments and options, for the discussion of a command that it is the default of.
    ///
    /// ArgumentParser shows the options of a default subcommand only when its name is typed.
    package static var optionsHelp: String {
        // Narrower than any terminal, as the discussion is wrapped once more.
        let lines = helpMessage(columns: 78).split(separator: "\n", omittingEmptySubsequences: false)
        let usage = lines.firstIndex { $0.hasPrefix("USAGE:") } ?? lines.startIndex
        let sections = lines[usage...].drop { !$0.isEmpty }.drop(while: \.isEmpty)
        // The line of --help, the last one, comes with the other command's own options.
        return sections.prefix { !$0.contains("-h, --help") }.joined(separator: "\n")
    }
}
