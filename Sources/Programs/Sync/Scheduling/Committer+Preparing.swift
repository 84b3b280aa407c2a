internal import LarderCache
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

extension Committer {
    /// Decodes an effect and cuts it to its bounds, before the transaction.
    ///
    /// Effects of other releases may exceed them. Impossible effects are refused first: cutting could hide them.
    ///
    /// - Throws: ``CoordinatorError`` when the whole cache is unusable: no job is charged for that.
    func prepare(_ entry: CommitEntry) throws -> PreparedEffect {
        guard case .done(let bytes) = entry.outcome else { return .none }
        guard !bytes.isEmpty else {
            return cache != nil && entry.kind.bringsMedia ? .broken("it is empty") : .none
        }
        do {
            var effect: JobEffect
            switch try PackedEffect(serializedBytes: bytes) {
            case .inline(let whole): effect = whole
            case .spilled(let digest, let length):
                guard let cache else { return .broken("there is no cache that could hold it") }
                guard length <= JobLimits.maxEffectBytes else {
                    return .broken("it takes \(length) bytes, more than \(JobLimits.maxEffectBytes)")
                }
                effect = try JobEffect(serializedBytes: redactor.redacted(try cache.effect(digest, length: length)))
            }
            if let name = sources.entries[entry.source]?.definition.name,
                let fault = EffectCheck(source: name).fault(in: effect)
            {
                return .broken(fault)
            }
            effect.bound()
            return try checked(effect)
        } catch let error as CacheError {
            if let trouble = cache?.trouble(writing: 4096) { throw CoordinatorError(cache: trouble) }
            return .unreadable("The result is no longer in the cache: \(error.message)")
        } catch {
            return .broken("\(error)")
        }
    }

    /// The effect, unless the cache lacks a blob of it: no row may name a missing blob.
    private func checked(_ effect: JobEffect) throws(CacheError) -> PreparedEffect {
        guard let cache else { return .effect(effect) }
        for blob in effect.blobs where try !blob.isIn(cache) { return .unreadable(Self.lacking(blob, cache)) }
        return .effect(effect)
    }

    private static func lacking(_ blob: NamedBlob, _ cache: DiskCache) -> String {
        "The result names the blob \(blob.digest), which is not in '\(cache.folder)' in that length. Check that the "
            + "worker's --cache is the coordinator's."
    }
}
