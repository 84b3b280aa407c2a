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
            // Every answer is told at least.
            return cache != nil && entry.kind != .noop ? .broken("it is empty") : .none
        }
        do {
            var effect: JobEffect
            switch try PackedEffect(serializedBytes: bytes) {
            case .inline(let whole) where whole.isUnchanged:
                guard let fetch = whole.fetch, entry.kind.jobClass == .fetch else {
                    return .broken("it says that nothing changed, and nothing of what was fetched")
                }
                let isBounded = whole.revalidation.count <= JobLimits.maxRevalidationBytes
                return .unchanged(fetch, revalidation: isBounded ? whole.revalidation : [])
            case .inline(let whole): effect = whole
            case .spilled(let digest, let length):
                guard let cache else { return .broken("there is no cache that could hold it") }
                guard length <= JobLimits.maxEffectBytes else {
                    return .broken("it takes \(length) bytes, more than \(JobLimits.maxEffectBytes)")
                }
                effect = try JobEffect(serializedBytes: redactor.redacted(try cache.effect(digest, length: length)))
            }
            if let definition = sources.entries[entry.source]?.definition,
                let fault = EffectCheck(source: definition.name, definition: definition).fault(in: effect)
            {
                return .broken(fault)
            }
            // A further page must be on the host of the article's first page. Only a text job's result is checked for
            // that.
            guard entry.kind == .text || !effect.found.contains(where: \.spec.isFurtherPage) else {
                return .broken("it goes on with a page of an article")
            }
            guard entry.kind != .detail || effect.bringsSomething else {
                return .broken("it tells what was fetched, and brings no record, no job and no note")
            }
            // The ledger asks a second worker only about short results that came in the message itself.
            guard !effect.bringsNothing(of: entry.kind) || PackedEffect.claim(of: entry.kind, bytes) != nil else {
                return .broken("it says why there is nothing, and is too long for a second worker to be asked about it")
            }
            effect.bound()
            // No row may name a missing blob.
            if let cache, let blob = try effect.blobs.first(where: { try !$0.isIn(cache) }) {
                return .unreadable(
                    "The result names the blob \(blob.digest), which is not in '\(cache.folder)' in that length. Check "
                        + "that the worker's --cache is the coordinator's."
                )
            }
            return .effect(effect)
        } catch let error as CacheError {
            if let trouble = cache?.trouble(writing: 4096) { throw CoordinatorError(cache: trouble) }
            return .unreadable("The result is no longer in the cache: \(error.message)")
        } catch {
            return .broken("\(error)")
        }
    }
}

struct NamedBlob: Hashable {
    var digest: Digest
    var byteCount: Int?

    /// Whether the cache has it in this length; its bytes are not read.
    func isIn(_ cache: DiskCache) throws(CacheError) -> Bool {
        guard let length = try cache.freshLength(of: digest) else { return false }
        return byteCount.map { $0 == length } ?? true
    }
}

extension JobSpec {
    /// Whether it asks for a further page of an article.
    ///
    /// A redirected job does not count: it was found before.
    fileprivate var isFurtherPage: Bool {
        guard redirect == nil, case .page(let page) = work else { return false }
        return !page.earlier.isEmpty
    }
}

extension JobEffect {
    /// Whether it holds more than figures; of a list or a page of links that may be all.
    fileprivate var bringsSomething: Bool {
        var rest = self
        (rest.fetch, rest.revalidation) = (nil, [])
        return rest != JobEffect()
    }

    /// Every blob that the catalog's rows and the found jobs would name.
    var blobs: Set<NamedBlob> {
        let digests =
            texts.flatMap { [$0.htmlDigest] + $0.pages.map(\.digest) } + provenance.values.compactMap(\.digest)
            + found.flatMap { job in
                if case .page(let work) = job.spec.work { work.earlier.map(\.digest) } else { job.spec.inputs }
            }
        let blobs =
            images.map { NamedBlob(digest: $0.digest, byteCount: $0.byteCount) }
            + decodings.flatMap(\.variants).map { NamedBlob(digest: $0.digest, byteCount: $0.byteCount) }
            + digests.map { NamedBlob(digest: $0) }
        return Set(blobs)
    }
}

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
