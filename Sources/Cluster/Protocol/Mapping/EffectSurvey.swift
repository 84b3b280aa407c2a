internal import LarderModel
internal import SwiftProtobuf

/// Counts the fields of a serialized effect before it is decoded: an empty record takes two bytes, and a thousand in
/// memory.
///
/// Groups, which a decoder would skip, are in none of our messages and are refused.
enum EffectSurvey {
    /// - Throws: ``ProtocolError`` with code `tooLarge` above ``RecordBound/effectFields``, nested fields included;
    /// `malformed` where the bytes are no fields.
    static func check(_ bytes: [UInt8]) throws(ProtocolError) {
        // A field has two bytes or more.
        guard bytes.count > 2 * maxElements else { return }
        var elements = 0
        var fields = 0
        func count(_: UInt64, _: FieldContent) throws(ProtocolError) {
            fields += 1
            guard fields <= RecordBound.effectFields.limit else { throw tooLarge(bytes.count) }
        }
        func countElement() throws(ProtocolError) {
            elements += 1
            guard elements <= maxElements else { throw tooLarge(bytes.count) }
        }
        try forEachField(bytes.span, 0..<bytes.count) { element, content throws(ProtocolError) in
            try countElement()
            guard case .bytes(let content) = content else { return }
            try forEachField(bytes.span, content) { field, inner throws(ProtocolError) in
                try count(field, inner)
                guard element == found, field == spec || field == moved, case .bytes(let inner) = inner else { return }
                try forEachField(bytes.span, inner) { part, pages throws(ProtocolError) in
                    if part == redirect { try count(part, pages) }
                    guard works.contains(part), case .bytes(let pages) = pages else { return }
                    try forEachField(bytes.span, pages, count)
                }
                if field == moved { try countElement() }
            }
        }
    }

    /// The number of the only field of a message that is filled so.
    private static func number<Body: SwiftProtobuf.Message>(_ fill: (inout Body) -> Void) -> UInt64 {
        var key: UInt64 = 0
        let bytes = protobufBytes(Body.with(fill))
        try? forEachField(bytes.span, 0..<bytes.count) { number, _ in key = number }
        return key
    }

    private static let found = number { (effect: inout WireEffect) in effect.found = [WireFoundJob()] }
    /// The description of a found job, or of a job that moves to another host.
    private static let (spec, moved) = (
        number { (job: inout WireFoundJob) in job.spec = WireJobSpec() },
        number { (job: inout WireFoundJob) in job.moved = [WireJobSpec()] }
    )
    private static let redirect = number { (spec: inout WireJobSpec) in spec.redirect = [WireRedirect()] }
    /// The works with lists of pages.
    private static let works = [
        number { (spec: inout WireJobSpec) in spec.text = WireTextWork() },
        number { (spec: inout WireJobSpec) in spec.furtherPage = WireFurtherPageWork() },
    ]

    private static func tooLarge(_ bytes: Int) -> ProtocolError {
        ProtocolError(.tooLarge, "An effect of \(bytes) bytes holds more fields or elements than a result may")
    }

    /// The most elements of an effect within the bounds.
    private static let maxElements =
        3 * RecordBound.records.limit + RecordBound.listings.limit + 3 * RecordBound.media.limit
        + RecordBound.provenance.limit + RecordBound.foundJobs.limit + RecordBound.notes.limit + 5
}
