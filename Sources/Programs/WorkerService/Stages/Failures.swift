internal import Foundation
internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderSources
internal import SwiftProtobuf

/// The errors of the stages, as the ledger takes them.
extension FailureReason {
    init(_ failure: ReadFailure) {
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
    static let cancelled = FailureReason(.retryable, code: "cancelled", message: "The job was cancelled.")

    init(_ error: FetchError) {
        self.init(
            error.code == .timedOut ? .timeout : error.isRetryable ? .retryable : .permanent,
            code: error.code.rawValue,
            message: error.message
        )
    }

    init(_ error: CacheError) {
        // A cache that cannot be written is the larder's trouble, not the job's: the coordinator stops the run.
        let isLardersTrouble = error.code == .full || error.code == .notWritable
        self.init(isLardersTrouble ? .drain : .retryable, code: "cache-\(error.code.rawValue)", message: error.message)
    }
}

extension WireEffect {
    /// The serialized effect, or, when it is too large for a message, a short one that names it in the cache.
    func packed(into cache: DiskCache) throws -> [UInt8] {
        let bytes: [UInt8] = try serializedBytes()
        guard bytes.count > WireLimits.maxEffectBytes - 1024 else { return bytes }
        var pointer = WireEffect()
        pointer.spilled = Data(try cache.store(blob: bytes).bytes)
        return try pointer.serializedBytes()
    }
}
