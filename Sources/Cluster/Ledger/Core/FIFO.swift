internal import LarderModel
internal import LarderProtocol

/// A queue over an array: constant time at both ends on average.
struct FIFO<Element: Sendable>: Sendable {
    private var items: [Element?] = []
    private var head = 0

    var count: Int { items.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { head < items.count ? items[head] : nil }

    /// Takes out what `matches`, in order.
    mutating func extract(where matches: (Element) -> Bool) -> [Element] {
        let found = items[head...].compactMap { $0 }.filter(matches)
        guard !found.isEmpty else { return [] }
        items = items[head...].filter { $0.map(matches) == false }
        head = 0
        return found
    }

    mutating func append(_ element: Element) { items.append(element) }

    mutating func prepend(_ element: Element) {
        if head == 0 {
            // Room in front for as many as there are, so that prepending stays cheap on average.
            let room = max(16, items.count)
            items.insert(contentsOf: repeatElement(nil, count: room), at: 0)
            head = room
        }
        head -= 1
        items[head] = element
    }

    mutating func popFirst() -> Element? {
        guard head < items.count else { return nil }
        let element = items[head]
        items[head] = nil
        head += 1
        if head == items.count {
            // There may be a hundred thousand of these, so only little room is kept.
            items.removeAll(keepingCapacity: items.count <= 64)
            head = 0
        } else if head > 1024, head > items.count / 2 {
            items.removeFirst(head)
            head = 0
        }
        return element
    }
}
