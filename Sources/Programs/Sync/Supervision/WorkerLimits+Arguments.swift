internal import LarderModel
internal import LarderWorkerCore

extension WorkerLimits {
    /// The limits as options of the `worker` program.
    var arguments: [String] {
        var words = [
            "--stall-fetch", "\(stallAfterMs.fetch)ms", "--stall-render", "\(stallAfterMs.render)ms", "--stall-grace",
            "\(stallGraceMs)ms",
        ]
        if let memoryLimitBytes { words += ["--memory", "\(memoryLimitBytes)"] }
        if let recycleAfterJobs { words += ["--recycle-jobs", "\(recycleAfterJobs)"] }
        if let recycleAfterMs { words += ["--recycle-after", "\(recycleAfterMs)ms"] }
        return words
    }
}
