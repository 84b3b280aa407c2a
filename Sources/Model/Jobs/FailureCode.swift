/// The catalog's column and the metric's label of a failure, without any part of a URL.
package struct FailureCode: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// ASCII letters, digits and single hyphens, at most ``maxBytes``.
    package let rawValue: String

    package static let maxBytes = 60

    /// Everything but ASCII letters and digits turns into single hyphens; an empty rest is `unknown`.
    package init(rawValue: String) {
        self.rawValue = PlainText.kebab(rawValue, maxBytes: Self.maxBytes) ?? "unknown"
    }

    package init(_ code: some RawRepresentable<String>) { self.init(rawValue: code.rawValue) }

    package init(stringLiteral value: String) { self.init(rawValue: value) }

    package var description: String { rawValue }
}

extension FailureCode {
    /// A worker's result is unreadable or does not fit the catalog.
    package static let badResult: FailureCode = "bad-result"
    /// The cache lacks the result, or a blob that it names.
    package static let lostResult: FailureCode = "lost-result"
    /// A worker said that an answer is the known one, and the catalog does not hold any more what that one brought.
    package static let answerNeeded: FailureCode = "answer-needed"
    package static let tooManyJobs: FailureCode = "too-many-jobs"
    package static let workerCrashed: FailureCode = "worker-crashed"
    /// The worker itself reported its death over the job.
    package static let workerReported: FailureCode = "worker-reported"
    package static let workerMemory: FailureCode = "worker-memory"
    package static let stalled: FailureCode = "stalled"
    package static let cancelled: FailureCode = "cancelled"
    package static let badSpec: FailureCode = "bad-spec"
    package static let unsupportedJob: FailureCode = "unsupported-job"
    /// The worker cannot read the definition of the job's source.
    package static let unknownSource: FailureCode = "unknown-source"
    package static let `internal`: FailureCode = "internal"
    /// The host fails, perhaps overloaded.
    package static let serverError: FailureCode = "server-error"
    /// One worker said that the job goes on at another host, and no second one could be asked.
    package static let unconfirmedClaim: FailureCode = "unconfirmed-claim"
    /// The host sends less than the least rate.
    package static let tooSlow: FailureCode = "too-slow"
    /// The host's robots.txt is not available.
    package static let robotsUnreachable: FailureCode = "robots-unreachable"
    package static let cacheFull: FailureCode = "cache-full"
    package static let cacheMissing: FailureCode = "cache-missing"
    package static let cacheCorrupt: FailureCode = "cache-corrupt"
    package static let blobUnreadable: FailureCode = "blob-unreadable"

    /// The codes of a cache folder that a worker cannot use; a single bad blob has other codes.
    package static let cacheTroubles: Set<FailureCode> = [
        cacheFull, "cache-not-writable", "cache-not-a-cache", "cache-io",
    ]
}
