import ArgumentParser
import LarderCommandLine
import LarderThreading

@main
struct Worker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Does Larder's jobs: joins a coordinator, or runs one stage on local input.",
        usage: """
            worker --connect <endpoint> --cache <dir> [<options>]
            worker <subcommand>
            """,
        discussion: """
            A coordinator starts its local workers by itself. Start one by hand to join a coordinator that was started \
            with --listen, with the same cache folder as its own. It waits for a coordinator, works for it, and waits for \
            the next one, until it is stopped; --until finished ends it with the coordinator's work.

            At 70 % of --memory a worker asks for no more work, at 80 % it begins none, at 90 % it finishes what runs \
            and starts afresh, which --recycle-jobs and --recycle-after ask for as well; above 100 % it gives up what \
            runs and starts afresh at once. So does one with a job that neither moves nor can be cancelled. Starting \
            afresh keeps the process's number; a worker that a coordinator started ends instead and is replaced.

            LARDER_FAILPOINTS=URN=ACTION[,…] in the environment makes workers fail at these jobs, to try out a \
            cluster: crash, abort, hang, block (hang and keep a thread) or exhaust (take memory without end). \
            recipe:SOURCE:ID fits every job for that recipe. A coordinator hands it on to its local workers.

            EXIT CODES
              0  stopped, no more work        2  could not run        64  bad usage
              70  a job hung                  71  above --memory before the first job
            With --until finished also:
              75  no coordinator for 10 min   78  the coordinator refuses this worker; starting it again would not help

            \(Join.optionsHelp)
            """,
        version: "0.1.0",
        subcommands: [Join.self, Render.self, Extract.self, Decode.self, Read.self, Probe.self],
        defaultSubcommand: Join.self
    )

    static func main() async {
        // The default subcommand would ask for its options instead.
        let words = Array(CommandLine.arguments.dropFirst())
        guard !words.isEmpty else {
            // ArgumentParser would print the whole help below its message.
            exit(
                withError: ValidationError(
                    "Name the coordinator and its cache: worker --connect ENDPOINT --cache LARDER/cache. A coordinator "
                        + "starts its own workers by itself."
                )
            )
        }
        helpOnNestedSubcommand(words)
        refuseUnknownSubcommand(words.first)
        if let first = words.first, first.hasPrefix("-") || first == "join", !words.contains("--connect") {
            Join.refuseMistypedOption(words)
        }
        // Local workers alone have this option. They give way to the coordinator and to a server of pages.
        if words.contains("--end-with-input") { ProcessPriority.lowerOwn() }
        await main(nil)
    }
}
