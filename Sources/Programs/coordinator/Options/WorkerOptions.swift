import ArgumentParser
import LarderCommandLine
import LarderWorkerCore

/// When local workers take less work, are replaced, or give up a job.
struct WorkerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Memory of each local worker, such as 768M or 2G, at least 64M; one above it is killed and replaced "
                + "(default: an even share of 80% of the machine's or the container's).",
            valueName: "size"
        ),
        transform: WorkerLimits.memoryBytes(typed:)
    )
    var workerMemory: UInt64?
    @Option(
        help: ArgumentHelp("Replace a local worker after about this many jobs (default: 5000).", valueName: "n"),
        transform: WorkerLimits.jobs(typed:)
    )
    var recycleJobs = 5000
    @Option(
        help: ArgumentHelp("Replace a local worker after about this time (default: 1h).", valueName: "time"),
        transform: WorkerLimits.milliseconds(typed:)
    )
    var recycleAfter: UInt64 = 3_600_000
    @OptionGroup(title: "Worker limits")
    var stalls: StallOptions
    @Option(help: .hidden, transform: WorkerLimits.milliseconds(typed:))
    var workerSilence: UInt64 = 60_000

    var limits: WorkerLimits {
        var limits = WorkerLimits()
        limits.memoryLimitBytes = workerMemory
        limits.recycleAfterJobs = recycleJobs
        limits.recycleAfterMs = recycleAfter
        stalls.apply(to: &limits)
        return limits
    }

    var silence: Duration { .milliseconds(Int64(workerSilence)) }
}
