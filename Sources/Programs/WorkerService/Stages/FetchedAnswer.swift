internal import LarderCache
internal import LarderFetch
internal import LarderHashing
internal import LarderImaging
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters

/// A source's answer: a body in the cache, or a failure's status.
struct FetchedAnswer {
    /// For the source's reader.
    var content: SourceAnswer
    /// The address that answered, without secrets.
    let baseURL: String
    var byteCount: Int
    /// Taken while a large body is in memory.
    var place: LargeBodies.Place?
    var validators: Validators
    var metrics = FetchMetrics()
    /// What an earlier job read out of this body.
    var reading: ResponseRecord.Reading?
    /// Notes besides those of the reading.
    var notes: [JobNote] = []
    var recordChange = RecordChange.nothing

    /// What becomes of the answer's record in the cache.
    enum RecordChange {
        case nothing
        /// The source allows nothing to be stored.
        case removal
        case fields([HeaderField], freshUntilMs: Int64)
    }

    /// - Parameter finalURL: Where redirects led, without secrets; nil: to no other address.
    init(_ content: SourceAnswer, at finalURL: String?, byteCount: Int, validators: Validators) {
        self.content = content
        baseURL = finalURL ?? content.redactedURL
        self.byteCount = byteCount
        self.validators = validators
        guard let final = finalURL.flatMap({ WebAddress($0) }),
            let asked = WebAddress(redacted(url: content.redactedURL))
        else { return }
        // A different query leads relative links nowhere else, and may change each time.
        if final.origin != asked.origin || final.path != asked.path { self.content.finalURL = finalURL }
        // A slash at the end of the path makes no other page.
        func path(_ address: WebAddress) -> Substring {
            address.path.hasSuffix("/") ? address.path.dropLast() : address.path[...]
        }
        self.content.isMoved = path(asked) != path(final) || asked.query != final.query
    }

    init(_ response: FetchResponse, of request: SourceRequest, at finalURL: String?, receivedAtMs: Int64) {
        var content = SourceAnswer(
            status: response.status,
            headers: response.headers,
            body: response.body,
            isCut: response.isBodyCut,
            contentType: response.contentType,
            redactedURL: request.redactedURL,
            fetchedAtMs: receivedAtMs
        )
        content.isEndOpen = response.isEndOpen
        content.hasRest = response.hasRest
        self.init(content, at: finalURL, byteCount: response.body.count, validators: response.validators)
    }

    /// The stored answer, whose body is loaded by ``load(_:from:withBody:)``.
    init(_ stored: ResponseRecord, of request: SourceRequest) {
        let content = SourceAnswer(
            status: stored.status,
            headers: stored.headers,
            body: [],
            redactedURL: request.redactedURL,
            fetchedAtMs: stored.fetchedAt
        )
        let finalURL = stored.url == request.redactedURL ? nil : stored.url
        self.init(content, at: finalURL, byteCount: stored.bodyLength, validators: stored.validators)
    }

    /// Loads the stored body, `withBody` with its bytes; `false` when the bytes are damaged or gone.
    mutating func load(_ stored: ResponseRecord, from cache: DiskCache, withBody: Bool) throws(CacheError) -> Bool {
        if withBody {
            do throws(CacheError) {
                content.body = try cache.blob(stored.body)
            } catch {
                guard [.missing, .corrupt, .tooLarge].contains(error.code) else { throw error }
                return false
            }
        }
        content.status = stored.status
        content.contentType = stored.contentType
        content.isEndOpen = stored.headers.contains { $0.isNamed(ResponseRecord.openEndName) }
        content.hasRest = stored.headers.contains { $0.isNamed(ResponseRecord.restName) }
        content.bodyDigest = stored.body
        byteCount = stored.bodyLength
        reading = stored.reading
        return true
    }

    /// Marks the answer as a 304 that confirms the stored one.
    mutating func confirm(_ stored: ResponseRecord) {
        metrics.isNotModified = true
        if case .nothing = recordChange { validators = Validators() }
        validators.etag = validators.etag ?? stored.etag
        validators.lastModified = validators.lastModified ?? stored.lastModified
    }

    /// Drops the body, and its place, which another large body may need.
    mutating func dropBody() { (content.body, place) = ([], nil) }
}

extension FetchedAnswer {
    var digest: Digest { content.bodyDigest ?? .zero }

    /// Whether a job's body is a picture that ends before its file says that it does.
    func isCutShort(for kind: JobKind) -> Bool {
        kind == .imageDownload && ImageDecoder.isCutShort(content.body)
    }

    /// The stamp of a reading of this answer: where redirects led elsewhere, its relative links lead elsewhere too.
    func stamp(_ job: Digest) -> Digest { content.finalURL.map { Digest(of: job.bytes + Array($0.utf8)) } ?? job }

    func provenance(readerVersion: Int) -> Provenance {
        Provenance(
            url: content.redactedURL,
            fetchedAt: content.fetchedAtMs,
            validator: validators.shown,
            digest: digest,
            readerVersion: readerVersion
        )
    }

    /// A larger reading is not stored, as a record has a bound.
    private static let maxReadingBytes = 64 << 10

    /// The bytes of an effect that was read out of the answer, and the reading to store.
    ///
    /// - Parameters:
    ///   - effect: Cut to its bounds, without metrics.
    ///   - stamp: The reading's; nil: no reading is stored.
    func serialized(_ effect: JobEffect, stamp: Digest?, _ redactor: Redactor)
        -> (bytes: [UInt8], reading: ResponseRecord.Reading?)
    {
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
    func bytes(of reading: ResponseRecord.Reading, _ revalidation: Revalidation? = nil) -> [UInt8] {
        var own = JobEffect(revalidation)
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
