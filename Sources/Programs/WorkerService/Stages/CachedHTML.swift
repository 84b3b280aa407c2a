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

    /// Parses a page and gives it to `body`.
    ///
    /// - Parameter job: Told of each step.
    /// - Returns: What `body` makes of it, and which bounds left something of the document out.
    /// - Throws: ``CacheError``; `CancellationError` between two steps, when nobody wants the job any more.
    static func read<Result>(
        _ page: CachedPage,
        from cache: DiskCache,
        _ job: RunningJob,
        _ body: (HTMLPage) throws -> Result
    ) throws -> (Result, cuts: [(bound: RecordBound, leftOut: Int?)]) {
        try job.enter(.load)
        return try inTurn(cache.length(of: page.digest) ?? 0, job) { try parse(page, cache, job, body) }
    }

    /// Runs `body`, which holds a document made of so many bytes of HTML, when nothing else does that holds a large one.
    ///
    /// - Parameter job: Told that it is alive; not to be waiting within another turn.
    static func inTurn<Result>(_ bytes: Int, _ job: RunningJob, _ body: () throws -> Result) throws -> Result {
        guard bytes > largeBytes else { return try body() }
        while true {
            if large.try() {
                defer { large.unlock() }
                return try body()
            }
            Thread.sleep(forTimeInterval: 0.05)
            try job.enter(.load)  // it is alive: the job that holds the lock is the one that is watched for stalls
        }
    }

    private static func parse<Result>(
        _ source: CachedPage,
        _ cache: DiskCache,
        _ job: RunningJob,
        _ body: (HTMLPage) throws -> Result
    ) throws -> (Result, cuts: [(bound: RecordBound, leftOut: Int?)]) {
        let bytes = try cache.blob(source.digest)
        let excess = bytes.count - RecordBound.htmlBytes.limit
        try job.enter(.parse)
        var limits = ParserLimits()
        limits.maxNodes = RecordBound.htmlNodes.limit
        let page = HTMLPage(
            excess > 0 ? Array(bytes.dropLast(excess)) : bytes,
            contentType: source.contentType,
            limits: limits
        )
        var cuts: [(bound: RecordBound, leftOut: Int?)] = []
        if page.document.reachedLimits.contains(.nodes) { cuts.append((.htmlNodes, nil)) }
        if excess > 0 { cuts.append((.htmlBytes, excess)) }
        return (try body(page), cuts)
    }
}
