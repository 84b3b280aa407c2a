internal import LarderCache
internal import LarderFetch
internal import LarderHashing
internal import LarderModel
internal import LarderProtocol

/// An answer whose body is in the cache.
struct FetchedAnswer {
    var status: Int
    var headers: [HeaderField]
    var contentType: String?
    /// What was asked for.
    var redactedURL: String
    /// Where redirects led, without secrets; nil: nowhere else.
    var finalURL: String?
    var digest: Digest
    var byteCount: Int
    var body: [UInt8]
    /// For as long as a large body is needed.
    var place: LargeBodies.Place?
    /// The body went on.
    var isCut = false
    var fetchedAtMs: Int64
    var validators: Validators
    var metrics: FetchMetrics
    /// What an earlier job read out of this body.
    var reading: ResponseRecord.Reading?
    /// What is worth telling besides what is read.
    var notes: [JobNote] = []
    /// What later jobs may know of it.
    var memory = Memory.nothing

    /// What is kept of an answer beside its body.
    enum Memory {
        /// What is known already stays as it is.
        case nothing
        /// The source wants nothing to be kept.
        case forgotten
        /// These fields, and until when it is fresh, in milliseconds since 1970.
        case fields([HeaderField], freshUntilMs: Int64)
    }

    /// Becomes the cached answer, which a 304 confirmed or which may be used without one.
    ///
    /// - Parameter withBody: Whether somebody reads the bytes.
    /// - Returns: `false` when the bytes are damaged or gone.
    mutating func take(_ stored: ResponseRecord, from cache: DiskCache, withBody: Bool) throws(CacheError) -> Bool {
        if withBody {
            do throws(CacheError) {
                body = try cache.blob(stored.body)
            } catch {
                guard [.missing, .corrupt, .tooLarge].contains(error.code) else { throw error }
                return false
            }
        }
        status = stored.status
        contentType = stored.contentType
        digest = stored.body
        byteCount = stored.bodyLength
        reading = stored.reading
        return true
    }
}

extension FetchedAnswer {
    /// Readings above this are not kept, as a record has a bound too.
    private static let maxReadingBytes = 64 << 10

    /// The address that answered, without secrets.
    var baseURL: String { finalURL ?? redactedURL }

    /// Whether redirects led to another path or query; a slash at the end of the path is no difference.
    var isMoved: Bool {
        guard let final = finalURL.flatMap({ WebAddress($0) }), let asked = WebAddress(redacted(url: redactedURL))
        else { return false }
        func path(_ address: WebAddress) -> Substring {
            address.path.hasSuffix("/") ? address.path.dropLast() : address.path[...]
        }
        return path(asked) != path(final) || asked.query != final.query
    }

    /// The stamp of what a job reads in this answer: where redirects led elsewhere, its relative links lead elsewhere too.
    ///
    /// - Parameter job: The stamp of what it reads without redirects.
    func stamp(_ job: Digest) -> Digest { movedURL.map { Digest(of: job.bytes + Array($0.utf8)) } ?? job }

    /// Where redirects led, if to another origin or path: another query alone, which may be another one each time, leads relative links
    /// nowhere else.
    var movedURL: String? {
        guard let finalURL, let final = WebAddress(finalURL), let asked = WebAddress(redacted(url: redactedURL)) else {
            return nil
        }
        return final.origin == asked.origin && final.path == asked.path ? nil : finalURL
    }

    /// Where a record comes from that was read out of the answer.
    func provenance(readerVersion: Int) -> Provenance {
        Provenance(
            url: redactedURL,
            fetchedAt: fetchedAtMs,
            validator: validators.shown,
            digest: digest,
            readerVersion: readerVersion
        )
    }

    /// The bytes of an effect that was read out of the answer, and the reading to keep of it.
    ///
    /// - Parameters:
    ///   - effect: Cut to its bounds, without metrics.
    ///   - stamp: The reading's; nil: none is kept.
    func serialized(
        _ effect: JobEffect,
        stamp: Digest?,
        _ redactor: Redactor
    ) -> (bytes: [UInt8], reading: ResponseRecord.Reading?) {
        let isAllOurs = effect.provenance.allSatisfy { $0.value == provenance(readerVersion: $0.value.readerVersion) }
        guard let stamp, isAllOurs, effect.provenance.count <= ResponseRecord.Reading.maxOrigins else {
            var effect = effect
            effect.fetch = metrics
            effect.notes += notes
            return (effect.serializedBytes(), nil)
        }
        var rest = effect
        rest.provenance = [:]
        let reading = ResponseRecord.Reading(
            stamp: stamp,
            effect: redactor.redacted(rest.serializedBytes()),
            origins: effect.provenance.sorted { $0.key < $1.key }
                .map { .init(urn: redactor.redacted($0.key), readerVersion: $0.value.readerVersion) }
        )
        let length = reading.origins.reduce(reading.effect.count) { $0 + $1.urn.utf8.count }
        return (bytes(of: reading), length <= Self.maxReadingBytes ? reading : nil)
    }

    /// The bytes of the effect that a reading of this body stands for.
    func bytes(of reading: ResponseRecord.Reading) -> [UInt8] {
        var own = JobEffect()
        own.fetch = metrics
        own.notes = notes
        for origin in reading.origins { own.provenance[origin.urn] = provenance(readerVersion: origin.readerVersion) }
        return own.serializedBytes(joining: reading.effect)
    }
}

extension Validators {
    /// The ETag, else Last-Modified, else empty.
    var shown: String { etag ?? lastModified ?? "" }
}
