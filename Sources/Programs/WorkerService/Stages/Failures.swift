internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import LarderSourceReaders

/// The errors of the stages, as the ledger takes them.
extension FailureReason {
    /// Why a stage ended with an error.
    init(stage error: any Error) {
        switch error {
        case let error as ReadFailure: self.init(error)
        case let error as FetchError: self.init(error)
        case let error as CacheError: self.init(error)
        case let error as SourceError:
            self.init(.permanent, code: error.code.rawValue, message: error.description)
        case is CancellationError: self = .cancelled
        default: self.init(.retryable, code: "internal", message: "\(error)")
        }
    }

    private init(_ failure: ReadFailure) {
        switch failure.failureClass {
        case .retryable: self.init(.retryable, code: failure.code.rawValue, message: failure.message)
        case .permanent: self.init(.permanent, code: failure.code.rawValue, message: failure.message)
        case .throttled(let pause):
            self.init(
                .throttled,
                code: failure.code.rawValue,
                message: failure.message,
                retryAfterMs: pause.map { UInt64(max(0, min($0, RetryAfter.longest) / .milliseconds(1))) }
            )
        }
    }

    /// Nobody wants the job any more.
    private static let cancelled = FailureReason(.retryable, code: "cancelled", message: "The job was cancelled.")

    private init(_ error: FetchError) {
        self.init(
            error.code == .timedOut ? .timeout : error.isRetryable ? .retryable : .permanent,
            code: error.code.rawValue,
            message: error.message
        )
    }

    private init(_ error: CacheError) {
        // A cache that cannot be written is not the job's fault and fails every other job too: the coordinator stops the run.
        let isLardersTrouble = error.code == .full || error.code == .notWritable
        self.init(isLardersTrouble ? .drain : .retryable, code: "cache-\(error.code.rawValue)", message: error.message)
    }
}

extension JobEffect {
    /// The effect as a result carries it, without secrets: the blob that holds it where it is too large for a message.
    ///
    /// The redactor keeps the length of every text, and so what the bytes mean.
    ///
    /// - Throws: ``ReadFailure`` with code `too-large` above ``JobLimits/maxEffectBytes``, ``CacheError``.
    func packed(into cache: DiskCache, _ redactor: Redactor) throws -> [UInt8] {
        let bytes = redactor.redacted(serializedBytes())
        guard bytes.count > ProtocolLimits.maxInlineEffectBytes else { return bytes }
        guard bytes.count <= JobLimits.maxEffectBytes else {
            throw ReadFailure(
                .permanent,
                .tooLarge,
                "What the job brings takes \(bytes.count) bytes, more than the \(JobLimits.maxEffectBytes) of one result. "
                    + "Ask for smaller pages with `page-size`."
            )
        }
        return PackedEffect.blob(try cache.store(blob: bytes)).serializedBytes()
    }
}
