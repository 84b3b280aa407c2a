package import LarderModel
internal import SwiftProtobuf

internal import struct Foundation.Data

/// What an answer brought to the catalog.
///
/// The coordinator keeps it, and applies it again when a later sync gets the same answer.
package struct KnownEffect: Sendable, Hashable {
    package var rows: [MergedRow]
    /// The records' URNs.
    package var urns: [String]
    package var found: [FoundJob]
    /// Whether the catalog has the texts and decodings of ``found``.
    ///
    /// The texts' rows are then among ``rows``.
    package var isSettled = false

    package init(rows: [MergedRow], urns: [String], found: [FoundJob]) {
        self.rows = rows
        self.urns = urns
        self.found = found
    }

    /// - Throws: ``ProtocolError`` with code `malformed`.
    package init(serializedBytes bytes: [UInt8]) throws(ProtocolError) {
        let known: WireKnownEffect = try protobuf(bytes)
        guard known.record.count == known.fingerprint.count else {
            throw ProtocolError(.malformed, "A known effect has not as many rows as fingerprints")
        }
        rows = zip(known.record, known.fingerprint).map { MergedRow(id: Int64(clamping: $0), fingerprint: $1) }
        urns = known.urn
        found = []
        for job in known.found { found.append(try FoundJob(job)) }
        isSettled = known.settled
    }

    package func serializedBytes() -> [UInt8] {
        protobufBytes(
            WireKnownEffect.with {
                $0.record = rows.map { UInt64(clamping: $0.id) }
                $0.fingerprint = rows.map(\.fingerprint)
                $0.urn = urns
                $0.found = found.map(WireFoundJob.init)
                $0.settled = isSettled
            }
        )
    }
}

extension Revalidation {
    /// - Throws: ``ProtocolError`` with code `malformed`.
    package init(serializedBytes bytes: [UInt8]) throws(ProtocolError) {
        let wire: WireRevalidation = try protobuf(bytes)
        self.init(
            stamp: [UInt8](wire.stamp),
            body: [UInt8](wire.body),
            etag: wire.etag.nonEmpty,
            lastModified: wire.lastModified.nonEmpty,
            fields: wire.fields,
            fetchedAt: wire.fetchedAtMs,
            freshUntil: wire.freshUntilMs,
            mayAsk: wire.mayAsk
        )
    }

    package func serializedBytes() -> [UInt8] {
        protobufBytes(
            WireRevalidation.with {
                $0.stamp = Data(stamp)
                $0.body = Data(body)
                $0.etag = etag ?? ""
                $0.lastModified = lastModified ?? ""
                $0.fields = fields
                $0.fetchedAtMs = fetchedAt
                $0.freshUntilMs = freshUntil
                $0.mayAsk = mayAsk
            }
        )
    }
}
