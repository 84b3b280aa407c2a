internal import HeapModule

/// What is to happen when: the soonest first, and what was put in first among equals.
struct EventQueue<Item> {
    private struct Entry: Comparable {
        let time: UInt64
        let order: UInt64
        /// Where the item is, as moving one about in the heap costs more than moving its place.
        let slot: Int

        static func < (left: Entry, right: Entry) -> Bool { (left.time, left.order) < (right.time, right.order) }
        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    private var heap = Heap<Entry>()
    private var slots: [Item?] = []
    private var free: [Int] = []
    private var order: UInt64 = 0

    mutating func insert(_ item: Item, at time: UInt64) {
        order += 1
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(item) } else { slots[slot] = item }
        heap.insert(Entry(time: time, order: order, slot: slot))
    }

    mutating func pop() -> (time: UInt64, item: Item)? {
        guard let first = heap.popMin(), let item = slots[first.slot] else { return nil }
        slots[first.slot] = nil
        free.append(first.slot)
        return (first.time, item)
    }
}
