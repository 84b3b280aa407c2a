package import ArgumentParser

extension ParsableCommand {
    /// The help of this command's arguments and options, for the discussion of a command that it is the default of.
    ///
    /// ArgumentParser shows the options of a default subcommand only when its name is typed. Empty unless the
    /// command line asks for help: every other start of a program would pay a fifth of its time for it.
    package static var optionsHelp: String {
        let asksForHelp = CommandLine.arguments.dropFirst().contains { $0 == "-h" || $0.contains("help") }
        guard asksForHelp else { return "" }
        // Narrower than any terminal, as the discussion is wrapped once more.
        let lines = helpMessage(columns: 78).split(separator: "\n", omittingEmptySubsequences: false)
        let usage = lines.firstIndex { $0.hasPrefix("USAGE:") } ?? lines.startIndex
        let sections = lines[usage...].drop { !$0.isEmpty }.drop(while: \.isEmpty)
        // The line of --help, the last one, comes with the other command's own options.
        return sections.prefix { !$0.contains("-h, --help") }.joined(separator: "\n")
    }
}
