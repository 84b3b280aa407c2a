import ArgumentParser
import Foundation
import LarderCommandLine
import LarderCoordinator

struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Tell what the larder holds and what is left to do.")

    @OptionGroup var larder: LarderOption
    @Flag(help: "One JSON object instead of a table.")
    var json = false

    func run() async throws {
        try await reportingErrors {
            try tell(await LarderCommands.status(larder.into, json: json))
            return 0
        }
    }
}

struct Why: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how one job stands and why.",
        discussion: "A URN looks like detail:sample:47746; the summary and `status` name some."
    )

    @Argument(help: ArgumentHelp("The job.", valueName: "urn"))
    var urn: String
    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await reportingErrors {
            try tell(await LarderCommands.why(urn, larder.into))
            return 0
        }
    }
}

struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make dead jobs ready again.",
        discussion: "They are tried when the same sync command is typed again."
    )

    @Argument(help: ArgumentHelp("Only this source's jobs.", valueName: "source"))
    var source: String?
    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await reportingErrors {
            try tell(await LarderCommands.retry(source, larder.into))
            return 0
        }
    }
}

struct Digest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print one hash of the catalog's content.",
        discussion:
            "SHA-256 over what the sources said, without times and row numbers: equal for equal content, however it was fetched."
    )

    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await reportingErrors {
            try tell(await LarderCommands.digest(larder.into))
            return 0
        }
    }
}

struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check that every blob the catalog names is in the cache and hashes right.",
        discussion: "Exit code 0: all is well; 1: something is missing or damaged, named on standard output."
    )

    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await reportingErrors {
            let verdict = try await LarderCommands.verify(larder.into)
            try tell(verdict.text)
            return verdict.isGood ? 0 : 1
        }
    }
}

struct Sources: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check source files and show what they mean.",
        discussion: "None named: lists the built-in sources."
    )

    @Argument(help: ArgumentHelp("Sources, by name or YAML file.", valueName: "source"))
    var names: [String] = []
    @OptionGroup var larder: LarderOption

    func run() async throws {
        try await reportingErrors {
            try tell(LarderCommands.sources(names, larder.into))
            return 0
        }
    }
}

struct Keygen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make keys, so that workers of other machines can join.",
        discussion: """
            Makes the coordinator's pair once, and a pair for each --worker. Copy server.public and NAME.secret to that worker, then: \
            worker --connect tcp://HOST:5570 --server-key server.public --key NAME.secret --cache DIR. Removing workers/NAME.public \
            shuts the worker out at once, also while it is connected.
            """
    )

    @OptionGroup var larder: LarderOption
    @Option(help: ArgumentHelp("The folder of keys; the larder's keys folder otherwise.", valueName: "dir"))
    var keys: String?
    @Option(help: ArgumentHelp("Make a key pair for a worker and let it in.", valueName: "name"))
    var worker: [String] = []
    @Option(help: ArgumentHelp("Let in a worker that made its own pair.", valueName: "name=key"))
    var allow: [String] = []

    func run() async throws {
        try await reportingErrors {
            try tell(LarderCommands.keygen(larder.into, keys: keys, workers: worker, allow: allow))
            return 0
        }
    }
}

struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure Larder on this machine.",
        subcommands: [Dispatch.self]
    )

    struct Dispatch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure durable no-op jobs a second.",
            discussion: """
                Puts the jobs into a real database, then hands them to real worker processes over ZeroMQ and commits each end with \
                synchronous=FULL. The last line is the rate over ipc, from the first assignment to the last commit. Before it come, \
                with a quarter of the jobs each, the rate over tcp with CURVE keys, and how soon jobs start when they are offered \
                at half of the rate.
                """
        )

        @Option(help: "Worker processes, 1 to 256.")
        var workers = 8
        @Option(help: "Jobs, 1 to 10,000,000.")
        var jobs = 1_000_000
        @Option(help: "Hosts that the jobs are spread over, 1 to 1,000,000.")
        var hosts = 1
        @Flag(inversion: .prefixedNo, help: "Measure over tcp with CURVE keys too.")
        var curve = true
        @Flag(inversion: .prefixedNo, help: "Measure how soon jobs start at half the load too.")
        var starts = true
        @Option(help: ArgumentHelp("Keep the database here; a temporary folder otherwise.", valueName: "dir"))
        var into: String?

        func validate() throws {
            guard (1...256).contains(workers) else {
                throw ValidationError("--workers \(workers) is out of range. It takes 1 to 256.")
            }
            guard (1...10_000_000).contains(jobs) else {
                throw ValidationError("--jobs \(jobs) is out of range. It takes 1 to 10000000.")
            }
            guard (1...1_000_000).contains(hosts) else {
                throw ValidationError("--hosts \(hosts) is out of range. It takes 1 to 1000000.")
            }
        }

        func run() async throws {
            try await reportingErrors {
                var bench = BenchDispatch(workers: workers, jobs: jobs, folder: into)
                bench.hosts = hosts
                bench.curve = curve
                bench.starts = starts
                let stopping = Task { [bench] in
                    for await _ in StopSignals.requests() {
                        bench.removeTemporary()
                        printError("coordinator: stopped before there were figures.")
                        _exit(2)  // the workers end with the pipe that this process holds
                    }
                }
                defer { stopping.cancel() }
                let figures = try await bench.run()
                try tell(figures.text)
                return figures.isWhole ? 0 : 1
            }
        }
    }
}
