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
            error.code == .timedOut ? .timeout : error.isRetryable ? .retryable : .permanent,
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

extension JobEffect {
    /// The effect as a result carries it: bounded and without secrets; a file where it is too large for a message.
    ///
    /// - Throws: ``ReadFailure`` with code `too-large` above ``JobLimits/maxEffectBytes``, ``CacheError``.
    func packed(into cache: DiskCache, of spec: JobSpec, _ redactor: Redactor) throws -> [UInt8] {
        var effect = self
        effect.bound(of: spec.urn.description)
        var bytes = effect.serializedBytes()
        if effect.shorten(toFit: bytes.count, of: spec) { bytes = effect.serializedBytes() }
        return try Self.packed(bytes, into: cache, redactor)
    }

    /// Shortens an effect's texts, with a note, if its bytes exceed ``JobLimits/maxEffectBytes``; whether they did.
    mutating func shorten(toFit bytes: Int, of spec: JobSpec) -> Bool {
        guard bytes > JobLimits.maxEffectBytes else { return false }
        let room = JobLimits.maxEffectBytes - RecordBound.noteBytes.limit - RecordBound.nameBytes.limit
        shorten(by: bytes - room, of: spec.urn.description)
        return true
    }

    /// The redactor keeps the length of every text, and so the structure of the bytes.
    static func packed(_ bytes: [UInt8], into cache: DiskCache, _ redactor: Redactor) throws -> [UInt8] {
        let bytes = redactor.redacted(bytes)
        guard bytes.count > ProtocolLimits.maxInlineEffectBytes else { return bytes }
        guard bytes.count <= JobLimits.maxEffectBytes else {
            let message = "The job's result takes \(bytes.count) bytes; the limit is \(JobLimits.maxEffectBytes)."
            throw ReadFailure(.permanent, .tooLarge, message + " Ask for smaller pages with `page-size`.")
        }
        return PackedEffect.spilled(try cache.store(effect: bytes), bytes: bytes.count).serializedBytes()
    }
}
