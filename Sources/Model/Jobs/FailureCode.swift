/// What went wrong, without any part of a URL: the catalog's column and the metric's label.
///
/// Named here are the codes that code of ours compares or that no other type defines. Errors of reading, fetching, decoding and of the
/// cache bring their own, as do peers of other releases.
package struct FailureCode: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// ASCII letters, digits and single hyphens, at most ``maxBytes``.
    package let rawValue: String

    /// The longest code.
    package static let maxBytes = 60

    /// Reads what a peer or a source said.
    ///
    /// Everything but ASCII letters and digits turns into single hyphens, and what is left empty into `unknown`.
    package init(rawValue: String) {
        self.rawValue = PlainText.kebab(rawValue, maxBytes: Self.maxBytes) ?? "unknown"
    }

    /// The code of an error.
    package init(_ code: some RawRepresentable<String>) { self.init(rawValue: code.rawValue) }

    /// A constant.
    package init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The code itself.
    package var description: String { rawValue }
}

extension FailureCode {
    /// A worker's result cannot be read, or does not fit the catalog.
    package static let badResult: FailureCode = "bad-result"
    /// A result cannot be used because the cache lacks it, or what it names.
    package static let lostResult: FailureCode = "lost-result"
    /// The job found more jobs than a job may.
    package static let tooManyJobs: FailureCode = "too-many-jobs"
    /// A worker died over the job.
    package static let workerCrashed: FailureCode = "worker-crashed"
    /// A worker says of its own job that it died over it.
    package static let workerReported: FailureCode = "worker-reported"
    /// A worker ran out of memory over the job.
    package static let workerMemory: FailureCode = "worker-memory"
    /// The job made no progress.
    package static let stalled: FailureCode = "stalled"
    /// The job was cancelled.
    package static let cancelled: FailureCode = "cancelled"
    /// The job's description cannot be read.
    package static let badSpec: FailureCode = "bad-spec"
    /// The worker cannot do such a job.
    package static let unsupportedJob: FailureCode = "unsupported-job"
    /// The worker cannot read the definition of the job's source.
    package static let unknownSource: FailureCode = "unknown-source"
    /// An error without a code of its own.
    package static let `internal`: FailureCode = "internal"
    /// The host fails, as an overloaded one does.
    package static let serverError: FailureCode = "server-error"
    /// The robots.txt of the job's host cannot be had.
    package static let robotsUnreachable: FailureCode = "robots-unreachable"
    /// The disk of the cache folder is full.
    package static let cacheFull: FailureCode = "cache-full"
    /// The blob that the job reads is not in the cache.
    package static let cacheMissing: FailureCode = "cache-missing"
    /// The blob that the job reads is damaged.
    package static let cacheCorrupt: FailureCode = "cache-corrupt"
    /// The file of a blob cannot be read.
    package static let blobUnreadable: FailureCode = "blob-unreadable"

    /// The codes of a cache folder that a worker cannot use.
    ///
    /// What is wrong with one blob has other codes, and is the job's.
    package static let cacheTroubles: Set<FailureCode> = [
        cacheFull, "cache-not-writable", "cache-not-a-cache", "cache-io",
    ]
}
