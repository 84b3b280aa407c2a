internal import Foundation
internal import LarderCache
internal import LarderHTML
internal import LarderModel

/// HTML of the cache, parsed within the bounds of one job.
enum CachedHTML {
    /// Above this many bytes of HTML documents are read one at a time in this process, as each may take ten times
    /// its size in memory and a worker reads as many at once as it has cores.
    static let largeBytes = 1 << 20
    private static let large = NSLock()

    /// Parses the HTML that a job names and gives it to `body`.
    ///
    /// - Parameter job: Told of each step.
    /// - Returns: What `body` makes of it, and which bounds left something of the document out.
    /// - Throws: ``CacheError``; `CancellationError` between two steps, when nobody wants the job any more.
    static func read<Result>(
        _ work: TextWork,
        from cache: DiskCache,
        _ job: RunningJob,
        _ body: (HTMLPage) throws -> Result
    ) throws -> (Result, cuts: [(bound: RecordBound, leftOut: Int?)]) {
        try job.enter(.load)
        guard try cache.length(of: work.digest) ?? 0 > largeBytes else { return try parse(work, cache, job, body) }
        while true {
            if large.try() {
                defer { large.unlock() }
                return try parse(work, cache, job, body)
            }
            Thread.sleep(forTimeInterval: 0.05)
            try job.enter(.load)  // it is alive: the job that holds the lock is the one that is watched for stalls
        }
    }

    private static func parse<Result>(
        _ work: TextWork,
        _ cache: DiskCache,
        _ job: RunningJob,
        _ body: (HTMLPage) throws -> Result
    ) throws -> (Result, cuts: [(bound: RecordBound, leftOut: Int?)]) {
        let bytes = try cache.blob(work.digest)
        let excess = bytes.count - RecordBound.htmlBytes.limit
        try job.enter(.parse)
        var limits = ParserLimits()
        limits.maxNodes = RecordBound.htmlNodes.limit
        let page = HTMLPage(
            excess > 0 ? Array(bytes.dropLast(excess)) : bytes,
            contentType: work.contentType,
            limits: limits
        )
        var cuts: [(bound: RecordBound, leftOut: Int?)] = []
        if page.document.reachedLimits.contains(.nodes) { cuts.append((.htmlNodes, nil)) }
        if excess > 0 { cuts.append((.htmlBytes, excess)) }
        return (try body(page), cuts)
    }
}
