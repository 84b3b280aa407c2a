import LarderModel

/// Damages a page as careless hands would, the same way for the same seed.
enum PageDamage {
    /// Tags removed, doubled, moved and cut, marks put in or taken out; about one tag in thirty is touched.
    static func damage(_ page: [UInt8], seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let tags = tagRanges(in: page)
        guard !tags.isEmpty else { return page }
        var result: [UInt8] = []
        result.reserveCapacity(page.count)
        var at = 0
        for range in tags {
            result += page[at..<range.lowerBound]
            at = range.upperBound
            let tag = page[range]
            guard Int.random(in: 0..<30, using: &random) == 0 else {
                result += tag
                continue
            }
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2:
                break
            case 3:
                result += tag + tag
            case 4:
                result += page[tags[Int.random(in: 0..<tags.count, using: &random)]] + tag
            case 5:
                result += tag.dropLast(Int.random(in: 1...tag.count, using: &random))
            case 6:
                let marks = Array("<>\"'&=/!-".utf8)
                result += tag.dropLast() + [marks[Int.random(in: 0..<marks.count, using: &random)], 0x3E]
            default:
                result += [0x3C, 0x2F] + tag.dropFirst()
            }
        }
        result += page[at...]
        return valid(result)
    }

    /// Whole characters only: cutting a tag may have left a part of one.
    private static func valid(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    /// Where something that looks like a tag stands.
    static func tagRanges(in page: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while let start = page[index...].firstIndex(of: 0x3C) {
            guard let end = page[start...].firstIndex(of: 0x3E) else { break }
            ranges.append(start..<(end + 1))
            index = end + 1
        }
        return ranges
    }
}
