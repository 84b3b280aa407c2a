internal import LarderModel

/// Counts the fields of a serialized effect without making anything of them.
///
/// Two bytes of a message are enough for an empty record, which takes a thousand in memory: whoever sends such bytes is
/// found out before they are decoded.
enum EffectSurvey {
    /// Whether the bytes have at most ``RecordBound/effectFields`` fields, those of the effect's elements included.
    ///
    /// Bytes that are no message are within bounds; decoding refuses them.
    static func isWithinBounds(_ bytes: [UInt8]) -> Bool {
        // A field has two bytes or more.
        guard bytes.count > 2 * maxElements else { return true }
        var elements = 0
        var fields = 0
        forEachField(bytes.span, 0..<bytes.count) { content in
            elements += 1
            guard elements <= maxElements, fields <= RecordBound.effectFields.limit else { return false }
            if let content {
                forEachField(bytes.span, content) { _ in
                    fields += 1
                    return fields <= RecordBound.effectFields.limit
                }
            }
            return true
        }
        return elements <= maxElements && fields <= RecordBound.effectFields.limit
    }

    /// Elements of an effect that keeps to the bounds of its lists.
    private static let maxElements =
        3 * RecordBound.records.limit + 3 * RecordBound.media.limit + RecordBound.provenance.limit
        + RecordBound.foundJobs.limit + RecordBound.notes.limit + 3

    /// - Parameter visit: Is given the range of a field that has a length; `false` ends the walk.
    private static func forEachField(_ bytes: Span<UInt8>, _ range: Range<Int>, _ visit: (Range<Int>?) -> Bool) {
        var at = range.lowerBound
        func varint() -> UInt64? {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while at < range.upperBound, shift < 64 {
                let byte = bytes[at]
                at += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return value }
                shift += 7
            }
            return nil
        }
        while at < range.upperBound, let tag = varint() {
            var content: Range<Int>?
            switch tag & 7 {
            case 0: guard varint() != nil else { return }
            case 1: at += 8
            case 2:
                guard let length = varint(), length <= UInt64(range.upperBound - at) else { return }
                content = at..<at + Int(length)
                at += Int(length)
            case 5: at += 4
            default: return
            }
            guard visit(content) else { return }
        }
    }
}
