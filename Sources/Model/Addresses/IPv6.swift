/// An IPv6 address as URLs write it (URL Standard §3.5).
struct IPv6: CustomStringConvertible {
    private let pieces: [UInt16]

    /// Reads the text between the brackets.
    init?(_ text: ArraySlice<UInt8>) {
        let colon = UInt8(ascii: ":")
        var pieces: [UInt16] = []
        var gap: Int?
        var rest = text
        if rest.first == colon {
            guard rest.dropFirst().first == colon else { return nil }
            rest = rest.dropFirst(2)
            gap = 0
        }
        while !rest.isEmpty {
            if rest.first == colon {
                guard gap == nil else { return nil }
                rest = rest.dropFirst()
                gap = pieces.count
                continue
            }
            let digits = rest.prefix(4).prefix { $0.hexDigit != nil }
            if rest.dropFirst(digits.count).first == UInt8(ascii: ".") {
                guard let last = IPv4.plain(rest) else { return nil }
                pieces += [UInt16(last >> 16), UInt16(truncatingIfNeeded: last)]
                break
            }
            guard !digits.isEmpty else { return nil }
            pieces.append(digits.reduce(0) { $0 << 4 | UInt16($1.hexDigit ?? 0) })
            rest = rest.dropFirst(digits.count)
            if rest.isEmpty { break }
            guard rest.first == colon, rest.count > 1 else { return nil }
            rest = rest.dropFirst()
        }
        if let gap {
            guard pieces.count < 8 else { return nil }
            pieces.insert(contentsOf: repeatElement(0, count: 8 - pieces.count), at: gap)
        }
        guard pieces.count == 8 else { return nil }
        self.pieces = pieces
    }

    /// Hexadecimal in lower case, the first longest run of two or more zeros as `::`.
    var description: String {
        var longest = 0..<0
        var start = 0
        for index in 0...8 where index == 8 || pieces[index] != 0 {
            if index - start > max(longest.count, 1) { longest = start..<index }
            start = index + 1
        }
        let hex = { (pieces: ArraySlice<UInt16>) in pieces.map { String($0, radix: 16) }.joined(separator: ":") }
        if longest.isEmpty { return hex(pieces[...]) }
        return hex(pieces[..<longest.lowerBound]) + "::" + hex(pieces[longest.upperBound...])
    }
}
