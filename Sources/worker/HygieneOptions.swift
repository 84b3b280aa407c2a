import ArgumentParser
import LarderCommandLine
import LarderTransport

/// When the worker takes less work, is replaced, or gives up a job.
struct HygieneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Memory this worker may hold, such as 768M or 2G, at least 64M (default: 80% of the machine's or the container's).",
            valueName: "size"
        ),
        transform: WorkerHygiene.memoryBytes(typed:)
    )
    var memory: UInt64?
    @Option(
        help: ArgumentHelp("Start afresh after about this many jobs, 1 or more.", valueName: "n"),
        transform: WorkerHygiene.jobs(typed:)
    )
    var recycleJobs: Int?
    @Option(
        help: ArgumentHelp("Start afresh after about this time, such as 30m or 1h.", valueName: "time"),
        transform: WorkerHygiene.milliseconds(typed:)
    )
    var recycleAfter: UInt64?
    @OptionGroup(title: "Hygiene")
    var stalls: StallOptions
    @Option(help: .hidden)
    var blackBox: String?

    var hygiene: WorkerHygiene {
        var hygiene = WorkerHygiene()
        hygiene.memoryLimitBytes = memory
        hygiene.recycleAfterJobs = recycleJobs
        hygiene.recycleAfterMs = recycleAfter
        stalls.apply(to: &hygiene)
        return hygiene
    }
}
