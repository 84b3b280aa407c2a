internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

extension CommitEntry {
    /// Whether the worker found a render job's input missing or damaged.
    var lacksInput: Bool {
        guard kind.jobClass == .render, let code = outcome.reason?.code else { return false }
        return code == .cacheMissing || code == .cacheCorrupt
    }

    /// The cache file of an effect that is not in the message.
    var spilled: (digest: Digest, bytes: Int)? {
        guard case .done(let bytes) = outcome, !bytes.isEmpty, bytes.count <= PackedEffect.maxSpilledBytes,
            case .spilled(let digest, let length) = try? PackedEffect(serializedBytes: bytes)
        else { return nil }
        return (digest, length)
    }

    /// The effect's length; what a message says of a file is cut to the allowed length.
    var effectBytes: Int {
        guard case .done(let bytes) = outcome else { return 0 }
        return bytes.count + min(spilled?.bytes ?? 0, JobLimits.maxEffectBytes)
    }

    func redacted(by redactor: Redactor) -> CommitEntry {
        guard !redactor.isEmpty else { return self }
        var entry = self
        switch outcome {
        case .done(let effect): entry.outcome = .done(effect: redactor.redacted(effect))
        case .retry(let errors, let crashes, let waitMs, let reason):
            entry.outcome = .retry(errors: errors, crashes: crashes, waitMs: waitMs, reason.redacted(by: redactor))
        case .dead(let errors, let crashes, let reason):
            entry.outcome = .dead(errors: errors, crashes: crashes, reason.redacted(by: redactor))
        }
        return entry
    }
}
