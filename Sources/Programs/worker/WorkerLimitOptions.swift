import ArgumentParser
import LarderCommandLine
import LarderWorkerCore

/// When the worker takes less work, is replaced, or gives up a job.
struct WorkerLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Memory this worker may hold, such as 768M or 2G, at least 64M (default: 80% of the machine or container).",
            valueName: "size"
        ),
        transform: WorkerLimits.memoryBytes(typed:)
    )
    var memory: UInt64?
    @Option(
        help: ArgumentHelp("Start afresh after about this many jobs, 1 or more.", valueName: "n"),
        transform: WorkerLimits.jobs(typed:)
    )
    var recycleJobs: Int?
    @Option(
        help: ArgumentHelp("Start afresh after about this time, such as 30m or 1h.", valueName: "time"),
        transform: WorkerLimits.milliseconds(typed:)
    )
    var recycleAfter: UInt64?
    @OptionGroup(title: "Limits")
    var stalls: StallOptions
    @Option(help: .hidden)
    var flightRecorder: String?

    var limits: WorkerLimits {
        var limits = WorkerLimits()
        limits.memoryLimitBytes = memory
        limits.recycleAfterJobs = recycleJobs
        limits.recycleAfterMs = recycleAfter
        stalls.apply(to: &limits)
        return limits
    }
}
