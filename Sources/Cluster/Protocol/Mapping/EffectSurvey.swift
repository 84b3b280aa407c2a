internal import LarderModel

/// Counts the fields of a serialized effect without making anything of them.
///
/// Two bytes of a message are enough for an empty record, which takes a thousand in memory: whoever sends such bytes is
/// found out before they are decoded.
enum EffectSurvey {
    /// Walks over the fields.
    ///
    /// - Throws: ``ProtocolError`` with code `tooLarge` above ``RecordBound/effectFields``, those of the effect's elements
    ///   included; `malformed` where the bytes are no fields. Groups, which a decoder would skip, are in none of our
    ///   messages.
    static func check(_ bytes: [UInt8]) throws(ProtocolError) {
        // A field has two bytes or more.
        guard bytes.count > 2 * maxElements else { return }
        var elements = 0
        var fields = 0
        func count(_: UInt64, _: Range<Int>?) throws(ProtocolError) {
            fields += 1
            guard fields <= RecordBound.effectFields.limit else { throw tooLarge(bytes.count) }
        }
        try forEachField(bytes.span, 0..<bytes.count) { element, content throws(ProtocolError) in
            elements += 1
            guard elements <= maxElements else { throw tooLarge(bytes.count) }
            guard let content else { return }
            try forEachField(bytes.span, content) { field, inner throws(ProtocolError) in
                try count(field, inner)
                if element == found, field == specOfJob || field == movedJob, let inner {
                    try forEachField(bytes.span, inner) { part, pages throws(ProtocolError) in
                        if part == redirectOfJob { try count(part, pages) }
                        if worksOnPages.contains(part), let pages { try forEachField(bytes.span, pages, count) }
                    }
                }
                let isPage = element == recipes && field == pageOfRecipe
                guard isPage || element == found && field == movedJob, let inner else { return }
                elements += 1
                guard elements <= maxElements else { throw tooLarge(bytes.count) }
                if isPage { try forEachField(bytes.span, inner, count) }
            }
        }
    }

    /// The field of an effect with its recipes, and the field of a recipe whose own fields are lists.
    private static let (recipes, pageOfRecipe): (UInt64, UInt64) = (1, 15)
    /// The field of an effect with its found jobs, the field of a job with its description, and those of works that hold lists.
    private static let (found, specOfJob, worksOnPages): (UInt64, UInt64, ClosedRange<UInt64>) = (8, 4, 7...8)
    /// The lists of which a job and a description have one element: the description itself, and a redirect.
    private static let (movedJob, redirectOfJob): (UInt64, UInt64) = (7, 9)

    private static func tooLarge(_ bytes: Int) -> ProtocolError {
        ProtocolError(.tooLarge, "An effect of \(bytes) bytes holds more fields or elements than a result may")
    }

    /// Elements of an effect that keeps to the bounds of its lists.
    private static let maxElements =
        4 * RecordBound.records.limit + RecordBound.listings.limit + 3 * RecordBound.media.limit
        + RecordBound.provenance.limit
        + RecordBound.foundJobs.limit + RecordBound.notes.limit + 3

    private static func forEachField(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        _ visit: (_ number: UInt64, _ content: Range<Int>?) throws(ProtocolError) -> Void
    ) throws(ProtocolError) {
        var at = range.lowerBound
        func varint() throws(ProtocolError) -> UInt64 {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while shift < 64, at < range.upperBound {
                let byte = bytes[at]
                at += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return value }
                shift += 7
            }
            throw malformed
        }
        while at < range.upperBound {
            var content: Range<Int>?
            let key = try varint()
            switch key & 7 {
            case 0: _ = try varint()
            case 1: at += 8
            case 2:
                let length = try varint()
                guard length <= UInt64(range.upperBound - at) else { throw malformed }
                content = at..<at + Int(length)
                at += Int(length)
            case 5: at += 4
            default: throw malformed
            }
            guard at <= range.upperBound else { throw malformed }
            try visit(key >> 3, content)
        }
    }

    private static let malformed = ProtocolError(.malformed, "An effect is not made of fields")
}
