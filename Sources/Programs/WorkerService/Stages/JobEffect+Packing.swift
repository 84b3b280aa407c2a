internal import LarderCache
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters

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
