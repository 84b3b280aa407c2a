internal import LarderModel
internal import LarderProtocol

/// What waits for its time: a binary heap, the soonest first; equal times leave in the order they came.
struct TimeHeap<Element: Sendable>: Sendable {
    private struct Entry: Sendable {
        var due: Milliseconds
        var order: UInt64
        var element: Element

        func isBefore(_ other: Entry) -> Bool { (due, order) < (other.due, other.order) }
    }

    private var heap: [Entry] = []
    private var order: UInt64 = 0

    var count: Int { heap.count }
    var soonest: Milliseconds? { heap.first?.due }

    mutating func insert(_ element: Element, due: Milliseconds) {
        order += 1
        heap.append(Entry(due: due, order: order, element: element))
        rise(from: heap.count - 1)
    }

    mutating func popDue(at now: Milliseconds) -> Element? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(from: 0)
        return first.element
    }

    /// Takes out what `matches`.
    mutating func extract(where matches: (Element) -> Bool) -> [Element] {
        let found = heap.map(\.element).filter(matches)
        guard !found.isEmpty else { return [] }
        heap.removeAll { matches($0.element) }
        for parent in stride(from: heap.count / 2, through: 0, by: -1) { sink(from: parent) }
        return found
    }

    private mutating func rise(from place: Int) {
        var child = place
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func sink(from place: Int) {
        var parent = place
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
