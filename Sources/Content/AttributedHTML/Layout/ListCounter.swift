/// The numbers of the items of one list, given as they come or, counting down, when the list is over.
struct ListCounter {
    private var next: Int
    private let isReversed: Bool
    /// A reversed list without `start` begins with the count of its items, known at its end.
    private var postponed: [(item: Int, value: Int?)]?

    init(start: Int?, isReversed: Bool) {
        self.isReversed = isReversed
        next = start ?? 1
        postponed = isReversed && start == nil ? [] : nil
    }

    /// The number of an item with the `value` attribute given; 0 where it is given later by ``finish(_:)``.
    mutating func number(item: Int, value: Int?) -> Int {
        if postponed != nil {
            postponed?.append((item, value))
            return 0
        }
        let number = value ?? next
        next = number &+ (isReversed ? -1 : 1)
        return number
    }

    /// Gives the numbers of the items that were postponed.
    func finish(_ assign: (_ item: Int, _ number: Int) -> Void) {
        guard let postponed else { return }
        var next = postponed.count
        for (item, value) in postponed {
            let number = value ?? next
            assign(item, number)
            next = number &- 1
        }
    }

    /// The rules for parsing integers (HTML §2.3.4.1), within 32 bits as browsers have it.
    static func integer(_ text: String) -> Int? {
        var bytes = text.utf8.drop { CSSText.isSpace($0) }
        var isNegative = false
        if let sign = bytes.first, sign == 0x2D || sign == 0x2B {
            isNegative = sign == 0x2D
            bytes = bytes.dropFirst()
        }
        var value: Int64 = 0
        var hasDigit = false
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { break }
            hasDigit = true
            value = value * 10 + Int64(byte - 0x30)
            if value > 1 << 31 { return nil }
        }
        guard hasDigit else { return nil }
        return Int32(exactly: isNegative ? -value : value).map { Int($0) }
    }
}
