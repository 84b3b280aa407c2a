import ArgumentParser
import LarderBench
import LarderCommandLine
import LarderSync

extension Bench {
    struct Dispatch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure how many jobs a second are handed out, answered and committed.",
            discussion: """
                Puts jobs that do nothing into a real database, then hands them to real worker processes over ZeroMQ and commits \
                each end with synchronous=FULL. The last line is the rate over ipc, from the first assignment to the last commit. \
                Before it come, with a quarter of the jobs each, the rate over tcp with CURVE keys, and how soon jobs start when \
                they are offered at half of the rate.
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
        @Option(help: ArgumentHelp("Keep the database here (default: a temporary folder).", valueName: "dir"))
        var into: String?
        @OptionGroup(title: "Log")
        var log: LogOptions

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
            try await reportingErrors(of: "bench") {
                let console = Console()
                var bench = BenchDispatch(
                    workers: workers,
                    jobs: jobs,
                    folder: into,
                    logger: log.logger("bench", write: console.print),
                    console: console
                )
                bench.hosts = hosts
                bench.curve = curve
                bench.starts = starts
                guard let figures = try await untilStopped({ [bench] in try await bench.run() }) else { return 2 }
                try printResult(figures.text)
                return figures.isWhole ? 0 : 1
            }
        }
    }
}
