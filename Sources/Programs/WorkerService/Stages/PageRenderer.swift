internal import Foundation
internal import LarderCache
internal import LarderHTML
internal import LarderModel
internal import LarderText
internal import Synchronization

/// HTML bytes to attributed text: charset, parse, layout.
enum PageRenderer {
    /// A text, the language that the page says it is in, and what was left out.
    struct Page {
        var text: AttributedText
        var language: String?
        var notes: [JobNote] = []
    }

    /// Above this many bytes of HTML documents are rendered one at a time in this process, as each may take ten times
    /// its size in memory and a worker renders as many at once as it has cores.
    static let largeBytes = 1 << 20
    private static let large = Mutex<Void>(())

    /// Renders the HTML that a job names.
    ///
    /// - Parameter job: Told of each step.
    /// - Throws: ``CacheError``; `CancellationError` between two steps, when nobody wants the job any more.
    static func render(_ work: TextWork, from cache: DiskCache, _ job: RunningJob) throws -> Page {
        try job.enter(.load)
        guard try cache.length(of: work.digest) ?? 0 > largeBytes else { return try page(work, cache, job) }
        while true {
            if let page = try large.withLockIfAvailable({ _ in try page(work, cache, job) }) { return page }
            Thread.sleep(forTimeInterval: 0.05)
            try job.enter(.load)  // it is alive: the job that holds the lock is the one that is watched for stalls
        }
    }

    private static func page(_ work: TextWork, _ cache: DiskCache, _ job: RunningJob) throws -> Page {
        let (bytes, cut) = bounded(try cache.blob(work.digest))
        try job.enter(.parse)
        var limits = ParserLimits()
        limits.maxNodes = RecordBound.htmlNodes.limit
        let document = HTMLDocument(parsing: PageCharset.utf8(bytes, contentType: work.contentType), limits: limits)
        try job.enter(.layout)
        let renderer = TextRenderer(.archive(isFragment: work.isFragment))
        let (text, omissions) = renderer.rendering(of: document, documentURL: work.baseURL.nonEmpty)
        var over = omissions.bounds
        if document.reachedLimits.contains(.nodes) { over.append((.htmlNodes, nil)) }
        if cut > 0 { over.append((.htmlBytes, cut)) }
        return Page(
            text: text,
            language: document.language,
            notes: over.map { JobNote(over: $0.bound, of: work.textURN, leftOut: $0.leftOut) }
        )
    }

    /// The beginning of the HTML, and how many bytes of it are left out.
    private static func bounded(_ bytes: [UInt8]) -> (kept: [UInt8], cut: Int) {
        let limit = RecordBound.htmlBytes.limit
        return bytes.count > limit ? (Array(bytes.prefix(limit)), bytes.count - limit) : (bytes, 0)
    }
}
