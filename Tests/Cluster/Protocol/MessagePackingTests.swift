import LarderProtocol
import Testing

@Suite("Message packing") struct MessagePackingTests {
    /// How many entries each message has.
    private func sizes(_ entries: [Int]) -> [Int] {
        var packing = MessagePacking()
        var sizes: [Int] = []
        for bytes in entries {
            if packing.add(bytes) || sizes.isEmpty { sizes.append(0) }
            sizes[sizes.count - 1] += 1
        }
        return sizes
    }

    @Test(arguments: [
        ([], []),
        ([10], [1]),
        ([900 << 10], [1]),
        ([900 << 10, 10], [1, 1]),
        ([300 << 10, 300 << 10, 100 << 10], [1, 2]),
        ([Int](repeating: 0, count: 4097), [4096, 1]),
    ])
    func `a message holds half a megabyte or 4,096 entries, and never none`(entries: [Int], expected: [Int]) {
        #expect(sizes(entries) == expected)
        #expect(expected.allSatisfy { $0 > 0 } && sizes(entries).reduce(0, +) == entries.count)
    }
}
