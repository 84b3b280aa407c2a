internal import LarderHTML
internal import LarderModel

/// The texts of references: XML's own, HTML's names, numbers, and the entities that the document declares.
package struct XMLReferences {
    /// Further entities are not read.
    private static let maxEntities = 100
    /// Longer entities have no text.
    private static let maxEntityBytes = 1_024
    /// The bytes that uses of declared entities may still add.
    private var room: Int
    /// Nil: the entity is too long, or lies outside of the document.
    private var entities: [[UInt8]: [UInt8]?] = [:]

    /// - Parameter room: The bytes that uses of declared entities may add; further references stay unchanged.
    package init(room: Int) { self.room = room }

    /// Reads the entities that a document type declares; one that names others is not expanded further.
    package mutating func declare(_ subset: ArraySlice<UInt8>) {
        var rest = subset
        while entities.count < Self.maxEntities, let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(mark + 1)...]
            guard rest.starts(with: "!ENTITY".utf8) else { continue }
            rest = rest.dropFirst(7).drop { $0 <= 0x20 }
            let name = Array(rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") })
            rest = rest.dropFirst(name.count).drop { $0 <= 0x20 }
            var value: [UInt8]?
            if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.dropFirst().firstIndex(of: quote)
            {
                value = Array(rest[(rest.startIndex + 1)..<end])
                rest = rest[end...]
            }
            if entities[name] == nil {
                entities[name] = .some(value.flatMap { $0.count <= Self.maxEntityBytes ? $0 : nil })
            }
        }
    }

    /// Appends a text with its references decoded, once.
    ///
    /// - Returns: Whether all its entities have plain texts: an entity that is unknown or has no text stays as written,
    ///   and an entity with markup or references is decoded once.
    @discardableResult
    package mutating func append(_ source: [UInt8], _ range: Range<Int>, to out: inout [UInt8]) -> Bool {
        var start = range.lowerBound
        var areWhole = true
        while true {
            let mark = Self.first(source, from: start, to: range.upperBound)
            if mark > start { out.append(contentsOf: source[start..<mark]) }
            guard mark < range.upperBound else { return areWhole }
            if let end = reference(source, mark + 1, range.upperBound, &out, &areWhole) {
                start = end
            } else {
                out.append(UInt8(ascii: "&"))
                start = mark + 1
            }
        }
    }

    /// The decoded text; nil where an entity has no plain text.
    package mutating func whole(_ source: [UInt8], _ range: Range<Int>) -> String? {
        var out: [UInt8] = []
        return append(source, range, to: &out) ? String(decoding: out, as: UTF8.self) : nil
    }

    package mutating func decoded(_ source: [UInt8], _ range: Range<Int>) -> String {
        var out: [UInt8] = []
        append(source, range, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    private static func first(_ source: [UInt8], from start: Int, to end: Int) -> Int {
        let span = source.span
        var index = start
        while index < end, span[index] != UInt8(ascii: "&") { index &+= 1 }
        return index
    }

    private mutating func reference(
        _ source: [UInt8],
        _ start: Int,
        _ limit: Int,
        _ out: inout [UInt8],
        _ areWhole: inout Bool
    ) -> Int? {
        guard start < limit else { return nil }
        if source[start] == UInt8(ascii: "#") { return number(source, start + 1, limit, &out) }
        var end = start
        while end < limit, end - start < 40, source[end] != UInt8(ascii: ";"), source[end] > 0x20,
            source[end] != UInt8(ascii: "&")
        {
            end += 1
        }
        guard end < limit, end > start, source[end] == UInt8(ascii: ";") else { return nil }
        if let byte = Self.markup(source[start..<end]) {
            out.append(byte)
            return end + 1
        }
        if !entities.isEmpty, let entity = entities[Array(source[start..<end])] {
            guard let value = entity, value.count <= room else {
                areWhole = false
                return nil
            }
            room -= value.count
            if value.contains(UInt8(ascii: "&")) || value.contains(UInt8(ascii: "<")) { areWhole = false }
            out.append(contentsOf: CharacterReferences.decoding(String(decoding: value, as: UTF8.self)).utf8)
            return end + 1
        }
        if source[start..<end].elementsEqual("apos".utf8) {
            out.append(UInt8(ascii: "'"))
            return end + 1
        }
        let found = CharacterReferences.reference(source, at: start, into: &out)
        // What stands behind the ampersands of addresses has other characters in it.
        if found == nil, source[start..<end].allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }) { areWhole = false }
        return found
    }

    /// The character of `lt`, `gt` or `amp`.
    private static func markup(_ name: ArraySlice<UInt8>) -> UInt8? {
        if name.count == 2, name.last == UInt8(ascii: "t") {
            return name.first == UInt8(ascii: "l") ? 0x3C : name.first == UInt8(ascii: "g") ? 0x3E : nil
        }
        return name.elementsEqual("amp".utf8) ? 0x26 : nil
    }

    /// A numeric reference; two surrogates become a character, as some programs write them.
    private func number(_ source: [UInt8], _ start: Int, _ limit: Int, _ out: inout [UInt8]) -> Int? {
        guard var (value, end) = Self.digits(source, start, limit) else { return nil }
        if (0xD800...0xDBFF).contains(value), end + 2 < limit, source[end] == UInt8(ascii: "&"),
            source[end + 1] == UInt8(ascii: "#"), let (low, behind) = Self.digits(source, end + 2, limit),
            (0xDC00...0xDFFF).contains(low)
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            end = behind
        }
        // XML has no control characters but white space.
        guard value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D else { return end }
        out.append(scalar: CharacterReferences.scalar(value))
        return end
    }

    private static func digits(_ source: [UInt8], _ start: Int, _ limit: Int) -> (value: UInt32, end: Int)? {
        var index = start
        let isHex = index < limit && source[index] | 0x20 == UInt8(ascii: "x")
        if isHex { index += 1 }
        let first = index
        var value: UInt32 = 0
        while index < limit {
            let byte = source[index]
            let letter = (byte | 0x20) &- 0x61
            let isDigit = byte &- 0x30 < 10
            guard isDigit || isHex && letter < 6 else { break }
            value = min(value * (isHex ? 16 : 10) + UInt32(isDigit ? byte - 0x30 : letter + 10), 0x11_0000)
            index += 1
        }
        return index > first && index < limit && source[index] == UInt8(ascii: ";") ? (value, index + 1) : nil
    }
}
