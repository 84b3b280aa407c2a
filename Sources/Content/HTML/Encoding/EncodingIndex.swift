/// Reads the tables that turn a pointer (the number of a character in its encoding) into a scalar.
///
/// A table lists scalars in the order of their pointers. `a-b` stands for all scalars from `a` to `b`, a decimal number
/// for as many pointers that have none, a number with `~` for as many of the omitted scalars, in ascending order.
enum EncodingIndex {
    static let big5 = scalars(Big5Index.list, count: 126 * 157)
    static let eucKR = scalars(EUCKRIndex.list, count: 126 * 190, omitted: 0xAC00...0xD7A3)
    static let gb18030 = scalars(GB18030Index.list, count: 126 * 190, omitted: 0x4E00...0x9FA5)
    static let jis0208 = scalars(JIS0208Index.list, count: 60 * 188)
    static let jis0212 = scalars(JIS0212Index.list, count: 94 * 94)

    /// Stands for a pointer without a scalar.
    static let none: UInt32 = 0
    private static let toFill = UInt32.max

    static func scalar(_ pointer: Int, in index: [UInt32]) -> UInt32? {
        guard index.indices.contains(pointer), index[pointer] != none else { return nil }
        return index[pointer]
    }

    /// - Parameter range: Those of its scalars that the list lacks are the omitted ones.
    /// - Returns: `count` values, ``none`` where there is no scalar.
    static func scalars(_ list: some StringProtocol, count: Int, omitted range: ClosedRange<UInt32>? = nil) -> [UInt32]
    {
        var result: [UInt32] = []
        result.reserveCapacity(count)
        var gap = 0
        var isRange = false
        for scalar in list.unicodeScalars {
            let value = scalar.value
            if (0x30...0x39).contains(value) {
                gap = gap * 10 + Int(value - 0x30)
                continue
            }
            if gap > 0 { result.append(contentsOf: repeatElement(scalar == "~" ? toFill : none, count: gap)) }
            gap = 0
            switch scalar {
            case "~", " ", "\n": continue
            case "-": isRange = true
            default:
                if isRange, let first = result.last, first < value { result.append(contentsOf: first + 1..<value) }
                result.append(value)
                isRange = false
            }
        }
        if let range {
            let listed = Set(result)
            var omitted = range.lazy.filter { !listed.contains($0) }.makeIterator()
            for index in result.indices where result[index] == toFill { result[index] = omitted.next() ?? none }
        }
        return result + repeatElement(none, count: max(0, count - result.count))
    }
}
