internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension FailureReason {
    static func unknownSource(_ name: String) -> FailureReason {
        let message = "The worker cannot read the definition of the source \"\(name)\"."
        let advice = "Install the same release of coordinator and worker."
        return FailureReason(.retryable, code: .unknownSource, message: "\(message) \(advice)")
    }

    /// Why a stage ended with an error.
    init(stage error: any Error, of cache: DiskCache) {
        switch error {
        case let error as ReadFailure: self.init(error)
        case let error as FetchError: self.init(error)
        case let error as CacheError: self.init(error, of: cache)
        case let error as RemoteCacheError:
            self =
                error.error.isOfFolder
                ? FailureReason(trouble: error.error)
                : FailureReason(.retryable, code: error.error.failureCode, message: error.error.message)
        case let error as UnreachableRobots: self = error.failure
        case let error as SourceError:
            self.init(.permanent, code: FailureCode(error.code), message: error.description)
        case is CancellationError: self.init(.retryable, code: .cancelled, message: "The job was cancelled.")
        default: self.init(.retryable, code: .internal, message: "\(error)")
        }
    }

    private init(_ failure: ReadFailure) {
        let (failureClass, pause): (FailureReason.Class, Duration?) =
            switch failure.failureClass {
            case .retryable: (.retryable, nil)
            case .permanent: (.permanent, nil)
            case .throttled(let pause): (.throttled, pause)
            }
        self.init(
            failureClass,
            code: FailureCode(failure.code),
            message: failure.message,
            retryAfterMs: pause.map { UInt64(max(0, min($0, RetryAfter.longest) / .milliseconds(1))) }
        )
    }

    private init(_ error: FetchError) {
        self.init(
            [.timedOut, .tooSlow].contains(error.code) ? .timeout : error.isRetryable ? .retryable : .permanent,
            code: FailureCode(error.code),
            message: error.message
        )
    }

    /// A cache folder that cannot be used fails all jobs and is charged to none; a bad blob is the job's failure.
    init(_ error: CacheError, of cache: DiskCache) {
        // A full or missing disk is believed at once; other errors may concern one file.
        if let trouble = error.code == .full || error.code == .notACache ? error : cache.trouble(writing: 4096) {
            self.init(trouble: trouble)
        } else {
            self.init(.retryable, code: error.code == .io ? .blobUnreadable : error.failureCode, message: error.message)
        }
    }

    init(trouble: CacheError) {
        self.init(.drain, code: trouble.failureCode, message: trouble.message)
    }
}

extension CacheError {
    /// Such as `cache-full`.
    fileprivate var failureCode: FailureCode { FailureCode(rawValue: "cache-\(code.rawValue)") }
}
