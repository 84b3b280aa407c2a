internal import Foundation
internal import LarderCache
internal import LarderHTML
internal import LarderModel

/// HTML of the cache, parsed within the bounds of one job.
enum CachedHTML {
    /// Larger documents are read one at a time in this process, as each may take ten times its size in memory.
    static let largeBytes = 1 << 20
    private static let large = NSLock()
    private static let longestWait: Duration = .seconds(86_400)

    /// Parses a page for `body`.
    ///
    /// - Returns: The result of `body`, and the bounds that cut the document.
    /// - Throws: ``CacheError``; `CancellationError` between two steps, when the job was cancelled.
    static func read<Result>(
        _ page: CachedPage,
        from cache: DiskCache,
        _ job: RunningJob,
        _ body: (HTMLPage) throws -> Result
    ) throws -> (Result, cuts: [(bound: RecordBound, leftOut: Int?)]) {
        try job.enter(.load)
        return try inTurn(cache.length(of: page.digest) ?? 0, job) { try parse(page, cache, job, body) }
    }

    /// Runs `body`, which reads this many bytes of HTML; a large document waits until no other thread reads one.
    static func inTurn<Result>(_ bytes: Int, _ job: RunningJob, _ body: () throws -> Result) throws -> Result {
        guard bytes > largeBytes else { return try body() }
        // The job that holds the lock is watched for stalls; the jobs that wait for it are not.
        job.allowSilence(longestWait)
        large.lock()
        defer { large.unlock() }
        job.allowSilence(.zero)
        try job.enter(.load)
        return try body()
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
