package import LarderModel
internal import SwiftProtobuf

internal import struct Foundation.Data

/// An effect as it travels: inside the message, or in the cache when it is too large for one.
package enum PackedEffect: Sendable, Hashable {
    case inline(JobEffect)
    /// The cache file with the serialized effect, and its length in bytes.
    case spilled(Digest, bytes: Int)

    /// Reads the effect field of a result.
    ///
    /// - Throws: ``ProtocolError`` with code `malformed`, or `tooLarge` above ``RecordBound/effectFields``.
    package init(serializedBytes bytes: [UInt8]) throws(ProtocolError) {
        let effect = try WireEffect(surveyed: bytes)
        if effect.spilled.isEmpty {
            self = .inline(try JobEffect(effect))
        } else {
            guard bytes.count <= Self.maxSpilledBytes else {
                throw ProtocolError(.malformed, "An effect that lies in the cache has other fields in its message too")
            }
            self = .spilled(try Digest(field: effect.spilled), bytes: Int(clamping: effect.spilledBytes))
        }
    }

    /// What one worker's word is not enough for.
    package enum Claim {
        /// The job goes on at another host, or at its picture's next address.
        case move(JobSpec)
        /// The item's page or record is not there, or is none.
        case nothing
    }

    /// What the effect field of a result claims; nil: it brings something.
    ///
    /// Such a result is short, and in the message itself: a longer one counts as none.
    package static func claim(of kind: JobKind, _ bytes: [UInt8]) -> Claim? {
        guard kind.jobClass == .fetch, bytes.count <= 64 << 10,
            case .inline(let effect)? = try? PackedEffect(serializedBytes: bytes)
        else { return nil }
        return effect.move(of: kind).map(Claim.move) ?? (effect.bringsNothing(of: kind) ? .nothing : nil)
    }

    /// The most bytes of an effect field that names a file of the cache: a digest and a length.
    package static let maxSpilledBytes = 64

    package func serializedBytes() -> [UInt8] {
        switch self {
        case .inline(let effect): effect.serializedBytes()
        case .spilled(let digest, let bytes):
            protobufBytes(
                WireEffect.with {
                    $0.spilled = Data(digest.bytes)
                    $0.spilledBytes = UInt64(clamping: bytes)
                }
            )
        }
    }
}

extension JobEffect {
    package init(serializedBytes bytes: [UInt8]) throws(ProtocolError) {
        self = try JobEffect(WireEffect(surveyed: bytes))
    }

    package func serializedBytes() -> [UInt8] { protobufBytes(WireEffect(self)) }

    /// The bytes of an effect with the lists of both.
    ///
    /// - Parameter bytes: An effect's, without ``fetch`` and without provenance of this effect's records.
    package func serializedBytes(joining bytes: [UInt8]) -> [UInt8] { bytes + serializedBytes() }

    init(_ effect: WireEffect) throws(ProtocolError) {
        self.init()
        recipes = try RecordMessage.records(effect.recipes)
        articles = try RecordMessage.records(effect.articles)
        outlets = try RecordMessage.records(effect.outlets)
        for page in effect.listings { listings += try ListEntry.entries(of: page) }
        images = try RecordMessage.records(effect.images)
        decodings = try RecordMessage.records(effect.decoded)
        texts = try RecordMessage.records(effect.texts)
        for origin in effect.provenance where provenance[origin.recordUrn] == nil {
            provenance[origin.recordUrn] = try Provenance(origin)
        }
        for job in effect.found { found.append(try FoundJob(job)) }
        notes = effect.notes.map { JobNote(code: $0.code, message: $0.message, urn: $0.recordUrn) }
        fetch = effect.fetch.first.map(FetchMetrics.init)
        revalidation = [UInt8](effect.revalidation)
        isUnchanged = effect.unchanged
    }
}

extension WireEffect {
    /// Reads an effect unless it has more fields than one that keeps to the bounds.
    fileprivate init(surveyed bytes: [UInt8]) throws(ProtocolError) {
        try EffectSurvey.check(bytes)
        self = try protobuf(bytes)
    }

    init(_ effect: JobEffect) {
        self.init()
        recipes = effect.recipes.map(RecordMessage.data)
        articles = effect.articles.map(RecordMessage.data)
        outlets = effect.outlets.map(RecordMessage.data)
        listings = WireListPage.pages(of: effect.listings)
        images = effect.images.map(RecordMessage.data)
        decoded = effect.decodings.map(RecordMessage.data)
        texts = effect.texts.map(RecordMessage.data)
        provenance = effect.provenance.sorted { $0.key < $1.key }.map(WireProvenance.init)
        found = effect.found.map(WireFoundJob.init)
        notes = effect.notes.map { note in
            WireNote.with {
                $0.code = note.code
                $0.message = note.message
                $0.recordUrn = note.urn
            }
        }
        fetch = effect.fetch.map { [WireFetchMetrics($0)] } ?? []
        revalidation = Data(effect.revalidation)
        unchanged = effect.isUnchanged
    }
}

extension Provenance {
    fileprivate init(_ origin: WireProvenance) throws(ProtocolError) {
        self.init(
            url: origin.url,
            fetchedAt: origin.fetchedAtMs,
            validator: origin.validator,
            digest: origin.digest.isEmpty ? nil : try Digest(field: origin.digest),
            readerVersion: Int(origin.readerVersion),
            origin: RecordOrigin(rawValue: origin.origin) ?? .record
        )
    }
}

extension ListEntry {
    fileprivate static func entries(of page: WireListPage) throws(ProtocolError) -> [ListEntry] {
        guard page.itemUrn.count == page.position.count else {
            throw ProtocolError(.malformed, "A page of a list has not as many items as positions")
        }
        let list = ItemList(query: page.query, outlet: page.outlet, sort: page.sort, category: page.category)
        return zip(page.itemUrn, page.position).map { ListEntry(itemURN: $0, position: Int($1), list: list) }
    }
}

extension WireListPage {
    /// Neighbours of one list become one page.
    fileprivate static func pages(of entries: [ListEntry]) -> [WireListPage] {
        var pages: [WireListPage] = []
        var list: ItemList?
        for entry in entries {
            if entry.list != list {
                pages.append(WireListPage(entry.list))
                list = entry.list
            }
            pages[pages.count - 1].itemUrn.append(entry.itemURN)
            pages[pages.count - 1].position.append(UInt32(clamping: entry.position))
        }
        return pages
    }

    private init(_ list: ItemList) {
        self.init()
        query = list.query
        outlet = list.outlet
        sort = list.sort
        category = list.category
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
        if origin.origin != .record { self.origin = origin.origin.rawValue }
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
