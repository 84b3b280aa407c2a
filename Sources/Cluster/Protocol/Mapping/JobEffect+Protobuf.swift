package import LarderModel
internal import SwiftProtobuf

internal import struct Foundation.Data

/// An effect as it travels: inside the message, or in the cache when it is too large for one.
package enum PackedEffect: Sendable, Hashable {
    /// The whole effect.
    case inline(JobEffect)
    /// The blob that holds the serialized effect.
    case blob(Digest)

    /// Reads the effect field of a result.
    ///
    /// - Throws: ``ProtocolError`` with code `malformed`.
    package init(serializedBytes bytes: [UInt8]) throws(ProtocolError) {
        let effect: WireEffect = try protobuf(bytes)
        self = effect.spilled.isEmpty ? .inline(try JobEffect(effect)) : .blob(try Digest(field: effect.spilled))
    }

    /// The effect field of a result.
    package func serializedBytes() -> [UInt8] {
        switch self {
        case .inline(let effect): effect.serializedBytes()
        case .blob(let digest): protobufBytes(WireEffect.with { $0.spilled = Data(digest.bytes) })
        }
    }
}

extension JobEffect {
    /// Reads an effect.
    ///
    /// - Throws: ``ProtocolError`` with code `malformed`.
    package init(serializedBytes bytes: [UInt8]) throws(ProtocolError) {
        self = try JobEffect(protobuf(bytes) as WireEffect)
    }

    /// The effect's bytes.
    package func serializedBytes() -> [UInt8] { protobufBytes(WireEffect(self)) }

    init(_ effect: WireEffect) throws(ProtocolError) {
        self.init()
        recipes = effect.recipes.map(Recipe.init)
        articles = effect.articles.map(Article.init)
        outlets = effect.outlets.map(Outlet.init)
        for image in effect.images { images.append(try ImageOriginal(image)) }
        for image in effect.decoded { decodings.append(try ImageDecoding(image)) }
        for text in effect.texts { texts.append(try RenderedText(text)) }
        for origin in effect.provenance where provenance[origin.recordUrn] == nil {
            provenance[origin.recordUrn] = try Provenance(origin)
        }
        for job in effect.found { found.append(try FoundJob(job)) }
        notes = effect.notes.map { JobNote(code: $0.code, message: $0.message) }
        if effect.hasFetch { fetch = FetchMetrics(effect.fetch) }
    }
}

extension WireEffect {
    init(_ effect: JobEffect) {
        self.init()
        recipes = effect.recipes.map(WireRecipe.init)
        articles = effect.articles.map(WireArticle.init)
        outlets = effect.outlets.map(WireOutlet.init)
        images = effect.images.map(WireImage.init)
        decoded = effect.decodings.map(WireDecodedImage.init)
        texts = effect.texts.map(WireRenderedText.init)
        provenance = effect.provenance.sorted { $0.key < $1.key }.map(WireProvenance.init)
        found = effect.found.map(WireFoundJob.init)
        notes = effect.notes.map { note in
            WireNote.with {
                $0.code = note.code
                $0.message = note.message
            }
        }
        if let metrics = effect.fetch { fetch = WireFetchMetrics(metrics) }
    }
}

extension Provenance {
    fileprivate init(_ origin: WireProvenance) throws(ProtocolError) {
        self.init(
            url: origin.url,
            fetchedAt: origin.fetchedAtMs,
            validator: origin.validator,
            digest: origin.digest.isEmpty ? nil : try Digest(field: origin.digest),
            readerVersion: Int(origin.readerVersion)
        )
    }
}

extension WireProvenance {
    fileprivate init(_ urn: String, _ origin: Provenance) {
        self.init()
        recordUrn = urn
        url = origin.url
        fetchedAtMs = origin.fetchedAt
        validator = origin.validator ?? ""
        if let bytes = origin.digest?.bytes { digest = Data(bytes) }
        readerVersion = UInt32(clamping: origin.readerVersion)
    }
}

extension FetchMetrics {
    fileprivate init(_ metrics: WireFetchMetrics) {
        self.init(
            requests: Int(metrics.requests),
            wireBytes: Int(clamping: metrics.wireBytes),
            bodyBytes: Int(clamping: metrics.bodyBytes),
            isNotModified: metrics.notModified,
            isFromCache: metrics.fromCache
        )
    }
}

extension WireFetchMetrics {
    fileprivate init(_ metrics: FetchMetrics) {
        self.init()
        requests = UInt32(clamping: metrics.requests)
        wireBytes = UInt64(clamping: metrics.wireBytes)
        bodyBytes = UInt64(clamping: metrics.bodyBytes)
        notModified = metrics.isNotModified
        fromCache = metrics.isFromCache
    }
}
