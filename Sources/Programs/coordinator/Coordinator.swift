import ArgumentParser
import LarderCommandLine
import LarderSync

@main
struct Coordinator: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coordinator",
        abstract: "Fills a larder: fetches whole sources with several workers, so that they can be read offline.",
        usage: """
            coordinator [<source> ...] [<options>]
            coordinator <subcommand>
            """,
        discussion: """
            Typed alone, `coordinator` syncs all sources of the larder ./larder (inside of a larder's folder: of that \
            one), or the built-in sample sources into a new one. A subcommand, which stands before all options, does something else, mostly to look at a larder: see the list at the end. The same \
            command again goes on where the last one stopped, or syncs anew when that one had finished. Results are \
            printed on standard output, progress and log messages on standard error.

            EXIT CODES
              0   all done
              1   finished with dead jobs (`coordinator status` names some), or with a list that breaks off or is none
              2   could not run, stopped with work left, or standard output took no result
              3   finished with less than expected: a source brought nothing (0 with --allow-empty), or so much is \
            missing or changed at once that what is stored stays (--accept-changes takes it)
              64  bad usage

            \(Sync.optionsHelp)
            """,
        version: Release.text,
        subcommands: [
            Sync.self, Add.self, Get.self, Plan.self, Try.self, Status.self, Serve.self, Health.self, Find.self,
            Diff.self, Why.self,
            Retry.self,
            Export.self, Merge.self, DigestCommand.self, Verify.self, Prune.self, Remove.self, Clear.self,
            Sources.self, Keygen.self, BenchCommand.self,
        ],
        defaultSubcommand: Sync.self
    )

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        helpOnNestedSubcommand(words)
        refuseCommandBehindOptions(words)
        // bench takes its own options.
        if words.first != "bench" { refuseUsualOption(words, usualOptions) }
        if words.contains("--dry-run"), !["prune", "remove", "bench"].contains(words.first) {
            let advice =
                words.first == "clear"
                ? "`coordinator status` tells what clear would remove."
                : "`coordinator plan` tells what a sync would ask for, and `coordinator try SOURCE` shows three items."
            exit(withError: ValidationError("--dry-run is an option of prune and remove alone. \(advice)"))
        }
        await main(nil)
    }

    /// What does here what options of other programs do.
    private static let usualOptions: [String: String] = {
        let advice: [([String], String)] = [
            (["-q", "--quiet", "-s", "--silent"], "`--progress none` and `--log-level error` tell less."),
            (["-v", "--verbose", "--debug"], "`--log-level debug` tells more, `coordinator why` all of one item."),
            (["-V"], "`coordinator --version` tells the version."),
            (["-i", "-d", "-C", "--dir", "--folder", "--larder"], "`--into DIR` names the larder."),
            (["-j", "--jobs"], "`--workers N` sets how many processes a sync starts."),
            (["-a", "--all"], "Where no source is named, all are meant; `coordinator clear` empties the larder."),
            (
                ["-f", "--force"],
                "A sync with `--refresh` fetches everything again; clear and prune with `--yes` do not ask."
            ),
            (["-y", "--yes", "--assume-yes"], "This command does not ask: leave it out."),
            (["--limit"], "A sync takes it; `limit: N` in the source's file holds for `plan` too."),
        ]
        return Dictionary(advice.flatMap { names, text in names.map { ($0, text) } }, uniquingKeysWith: { $1 })
    }()

    /// Ends the process with exit code 64 for a command that stands behind options, as in `--into larder status`.
    ///
    /// ArgumentParser would take it for a source.
    private static func refuseCommandBehindOptions(_ words: [String]) {
        let typed = words.prefix { $0 != "--" }
        guard typed.first?.hasPrefix("-") == true,
            // A word right behind an option may be its value.
            let place = typed.indices.dropFirst().first(where: {
                subcommandNames.contains(typed[$0]) && !(typed[$0 - 1].hasPrefix("-") && !typed[$0 - 1].contains("="))
            })
        else { return }
        let others = words.enumerated().filter { $0.offset != place }.map(\.element.shellWord)
        let meant = (["coordinator", words[place]] + others).joined(separator: " ")
        exit(withError: ValidationError("The command \(words[place]) has to stand before all options: `\(meant)`."))
    }
}
