import ArgumentParser

@main
struct Worker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Does Larder's jobs: joins a coordinator, or runs one stage on local input.",
        discussion: """
            A coordinator starts its local workers by itself. Start one by hand to join a coordinator that was started with \
            --listen, with the same cache folder as its own.

            LARDER_FAILPOINTS=URN=ACTION[,…] in the environment makes workers fail at these jobs, to try out a cluster: crash, \
            abort, hang or exhaust (take memory without end). recipe:NAME:ID fits every job for that recipe. A coordinator \
            hands it on to its local workers.

            EXIT CODES
              0  drained, no more work        2  could not run        64  bad usage
              75  no coordinator for 10 min   78  the coordinator refuses this worker; starting it again would not help
            """,
        version: "0.1.0",
        subcommands: [Join.self, Render.self, Extract.self, Decode.self],
        defaultSubcommand: Join.self
    )
}
