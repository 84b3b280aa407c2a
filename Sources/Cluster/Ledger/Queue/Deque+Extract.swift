internal import DequeModule

extension Deque {
    /// Takes out the elements that `matches`, and returns them in order.
    mutating func extract(where matches: (Element) -> Bool) -> [Element] {
        let found = filter(matches)
        if !found.isEmpty { removeAll(where: matches) }
        return Array(found)
    }
}
