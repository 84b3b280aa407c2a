package import ArgumentParser

extension ParsableCommand {
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
