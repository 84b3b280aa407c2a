import ArgumentParser

struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure Larder on this machine.",
        subcommands: [Dispatch.self, Job.self, Serve.self]
    )
}
