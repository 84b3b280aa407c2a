/// What is to happen when: the soonest first, and what was put in first among equals.
struct EventQueue<Item> {
    private struct Entry {
        var time: UInt64
        var order: UInt64
        var slot: Int

        func isBefore(_ other: Entry) -> Bool { time != other.time ? time < other.time : order < other.order }
    }

    private var heap: [Entry] = []
    private var slots: [Item?] = []
    private var free: [Int] = []
    private var order: UInt64 = 0

    mutating func insert(_ item: Item, at time: UInt64) {
        order += 1
        let slot: Int
        if let reused = free.popLast() {
            slot = reused
            slots[slot] = item
        } else {
            slot = slots.count
            slots.append(item)
        }
        heap.append(Entry(time: time, order: order, slot: slot))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func pop() -> (time: UInt64, item: Item)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        guard let item = slots[first.slot] else { return nil }
        slots[first.slot] = nil
        free.append(first.slot)
        return (first.time, item)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            let left = 2 * parent + 1
            if left < heap.count, heap[left].isBefore(heap[least]) { least = left }
            if left + 1 < heap.count, heap[left + 1].isBefore(heap[least]) { least = left + 1 }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
