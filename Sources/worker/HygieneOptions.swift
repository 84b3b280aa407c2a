import ArgumentParser
import LarderTransport

/// When the worker takes less work, is replaced, or gives up a job.
struct HygieneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Memory this worker may hold, such as 768M or 2G, at least 64M (default: 80% of the machine's or the container's).",
            valueName: "size"
        )
    )
    var memory: String?
    @Option(help: ArgumentHelp("Start afresh after about this many jobs, 1 or more.", valueName: "n"))
    var recycleJobs: Int?
    @Option(help: ArgumentHelp("Start afresh after about this time, such as 30m or 1h.", valueName: "time"))
    var recycleAfter: String?
    @Option(help: ArgumentHelp("Cancel a fetch job that has not moved for this long.", valueName: "time"))
    var stallFetch = "30s"
    @Option(help: ArgumentHelp("Cancel a render job that has not moved for this long.", valueName: "time"))
    var stallRender = "60s"
    @Option(help: .hidden)
    var stallGrace = "5s"
    @Option(help: .hidden)
    var blackBox: String?

    func validate() throws { _ = try hygiene() }

    func hygiene() throws -> WorkerHygiene {
        var hygiene = WorkerHygiene()
        if let memory {
            guard let bytes = WorkerHygiene.bytes(memory), bytes >= WorkerHygiene.minMemoryBytes else {
                throw ValidationError("--memory \(memory) is no size of at least 64M. Write 768M or 2G.")
            }
            hygiene.memoryLimitBytes = bytes
        }
        if let recycleJobs {
            guard recycleJobs > 0 else {
                throw ValidationError("--recycle-jobs \(recycleJobs) is out of range. It takes 1 to 1,000,000,000.")
            }
            hygiene.recycleAfterJobs = recycleJobs
        }
        if let recycleAfter { hygiene.recycleAfterMs = try time(recycleAfter, "--recycle-after") }
        hygiene.stallAfterMs = [try time(stallFetch, "--stall-fetch"), try time(stallRender, "--stall-render")]
        hygiene.stallGraceMs = try time(stallGrace, "--stall-grace")
        return hygiene
    }

    private func time(_ text: String, _ name: String) throws -> UInt64 {
        guard let time = WorkerHygiene.milliseconds(text) else {
            throw ValidationError("\(name) \(text) is no time. Write 500ms, 30s, 5m or 1h.")
        }
        return time
    }
}
