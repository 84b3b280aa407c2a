internal import DequeModule
internal import HeapModule

/// What waits for its time, the soonest first; equal times leave in the order they came.
struct TimeHeap<Element: Sendable>: Sendable {
    private struct Entry: Comparable, Sendable {
        let due: Milliseconds
        let order: UInt64
        let element: Element

        static func < (left: Entry, right: Entry) -> Bool { (left.due, left.order) < (right.due, right.order) }
        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    private var heap = Heap<Entry>()
    private var order: UInt64 = 0

    var count: Int { heap.count }
    var soonest: Milliseconds? { heap.min?.due }

    mutating func insert(_ element: Element, due: Milliseconds) {
        order += 1
        heap.insert(Entry(due: due, order: order, element: element))
    }

    mutating func popDue(at now: Milliseconds) -> Element? {
        guard let first = heap.min, first.due <= now else { return nil }
        return heap.removeMin().element
    }

    func allSatisfy(_ matches: (Element) -> Bool) -> Bool { heap.unordered.allSatisfy { matches($0.element) } }

    /// Removes and returns what `matches`, in any order.
    mutating func extract(where matches: (Element) -> Bool) -> [Element] {
        let found = heap.unordered.filter { matches($0.element) }
        if !found.isEmpty { heap.removeAll { matches($0.element) } }
        return found.map(\.element)
    }
}

extension Deque {
    mutating func extract(where matches: (Element) -> Bool) -> [Element] {
        let found = filter(matches)
        if !found.isEmpty { removeAll(where: matches) }
        return Array(found)
    }
}
