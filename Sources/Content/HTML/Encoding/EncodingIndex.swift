/// Reads the tables that turn a pointer (the number of a character in its encoding) into a scalar.
///
/// A table lists scalars in the order of their pointers. `a-b` stands for all scalars from `a` to `b`, a decimal number
/// for as many pointers that have none. White space means nothing.
enum EncodingIndex {
    static let big5 = scalars(Big5Index.list, count: 126 * 157)
    static let eucKR = scalars(EUCKRIndex.list, count: 126 * 190)
    static let gb18030 = scalars(GB18030Index.list, count: 126 * 190)
    static let jis0208 = scalars(JIS0208Index.list, count: 60 * 188)
    static let jis0212 = scalars(JIS0212Index.list, count: 94 * 94)

    /// Stands for a pointer without a scalar.
    static let none: UInt32 = 0

    static func scalar(_ pointer: Int, in index: [UInt32]) -> UInt32? {
        guard index.indices.contains(pointer), index[pointer] != none else { return nil }
        return index[pointer]
    }

    /// - Returns: `count` values, ``none`` where there is no scalar.
    static func scalars(_ list: String, count: Int) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(count)
        var gap = 0
        var isRange = false
        for scalar in list.unicodeScalars {
            let value = scalar.value
            switch value {
            case 0x09...0x0D, 0x20: continue
            case 0x30...0x39:
                gap = gap * 10 + Int(value - 0x30)
                continue
            case 0x2D: isRange = true
            default:
                if gap > 0 { result.append(contentsOf: repeatElement(none, count: min(gap, count))) }
                gap = 0
                if isRange, let first = result.last, first < value { result.append(contentsOf: first + 1..<value) }
                result.append(value)
                isRange = false
            }
        }
        if result.count < count { result.append(contentsOf: repeatElement(none, count: count - result.count)) }
        return result
    }
}
