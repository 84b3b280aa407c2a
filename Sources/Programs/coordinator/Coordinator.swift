import ArgumentParser

@main
struct Coordinator: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coordinator",
        abstract: "Fills a larder: fetches whole sources with several workers, so that they can be read offline.",
        discussion: """
            Typed alone it syncs the built-in sample source into ./larder. The same command again goes on where the last one \
            stopped, or syncs anew when that one had finished. Results are printed on standard output, progress and logs on \
            standard error.

            EXIT CODES
              0  all done            1  finished with dead jobs
              2  could not run, or stopped with work left            64  bad usage
            """,
        version: "0.1.0",
        subcommands: [
            Sync.self, Status.self, Why.self, Retry.self, Digest.self, Verify.self, Sources.self, Keygen.self,
            Bench.self,
        ],
        defaultSubcommand: Sync.self
    )
}
