import ArgumentParser
import LarderTransport

/// When local workers take less work, are replaced, or give up a job.
struct WorkerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Memory of each local worker, such as 768M or 2G, at least 64M; one above it is killed and replaced (default: an even share of 80% of the machine's or the container's).",
            valueName: "size"
        )
    )
    var workerMemory: String?
    @Option(help: ArgumentHelp("Replace a local worker after about this many jobs.", valueName: "n"))
    var recycleJobs = 5000
    @Option(help: ArgumentHelp("Replace a local worker after about this time.", valueName: "time"))
    var recycleAfter = "1h"
    @Option(help: ArgumentHelp("Cancel a fetch job that has not moved for this long.", valueName: "time"))
    var stallFetch = "30s"
    @Option(help: ArgumentHelp("Cancel a render job that has not moved for this long.", valueName: "time"))
    var stallRender = "60s"
    @Option(help: .hidden)
    var stallGrace = "5s"
    @Option(help: .hidden)
    var workerSilence = "60s"

    func validate() throws {
        _ = try hygiene()
        _ = try silence()
    }

    func hygiene() throws -> WorkerHygiene {
        var hygiene = WorkerHygiene()
        if let workerMemory {
            guard let bytes = WorkerHygiene.bytes(workerMemory), bytes >= WorkerHygiene.minMemoryBytes else {
                throw ValidationError("--worker-memory \(workerMemory) is no size of at least 64M. Write 768M or 2G.")
            }
            hygiene.memoryLimitBytes = bytes
        }
        guard recycleJobs > 0 else {
            throw ValidationError("--recycle-jobs \(recycleJobs) is out of range. It takes 1 to 1,000,000,000.")
        }
        hygiene.recycleAfterJobs = recycleJobs
        hygiene.recycleAfterMs = try time(recycleAfter, "--recycle-after")
        hygiene.stallAfterMs = [try time(stallFetch, "--stall-fetch"), try time(stallRender, "--stall-render")]
        hygiene.stallGraceMs = try time(stallGrace, "--stall-grace")
        return hygiene
    }

    /// How long a local worker may say nothing at all before it is killed.
    func silence() throws -> Duration { .milliseconds(Int64(try time(workerSilence, "--worker-silence"))) }

    private func time(_ text: String, _ name: String) throws -> UInt64 {
        guard let time = WorkerHygiene.milliseconds(text) else {
            throw ValidationError("\(name) \(text) is no time. Write 500ms, 30s, 5m or 1h.")
        }
        return time
    }
}
