import LarderModel
import Testing

@testable import LarderFetch

@Suite("Transfer queue") struct TransferQueueTests {
    @Test func `a host serves first come first served within its limit`() {
        var queue = TransferQueue(maxPerHost: 2, maxInAll: 100)
        for id in 0..<200 { queue.add(UInt64(id), host: "a") }
        #expect(queue.next()?.id == 0)
        #expect(queue.next()?.id == 1)
        #expect(queue.next() == nil)
        for id in 2..<200 {
            queue.leave(host: "a")
            #expect(queue.next()?.id == UInt64(id))
            #expect(queue.next() == nil)
        }
        queue.leave(host: "a")
        #expect(queue.next() == nil)
        queue.leave(host: "a")
        #expect(queue.hostCount == 0)
    }

    @Test func `a busy host does not hold up another and none is starved`() {
        var queue = TransferQueue(maxPerHost: 3, maxInAll: 4)
        for id in 0..<10 { queue.add(UInt64(id), host: "a") }
        queue.add(100, host: "b")
        queue.add(101, host: "b")
        var order: [String] = []
        while let (_, host) = queue.next() { order.append(host) }
        #expect(order.count == 4)
        #expect(order.contains("b"))
        queue.leave(host: "a")
        #expect(queue.next() != nil)
        #expect(queue.next() == nil)
    }

    @Test(arguments: [1, 2, 7]) func `whatever the order, limits hold and everyone is served once`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = TransferQueue(maxPerHost: 3, maxInAll: 8)
        var active: [String: Int] = [:]
        var served = Set<UInt64>()
        var added: UInt64 = 0
        for _ in 0..<20_000 {
            switch generator.below(3) {
            case 0:
                queue.add(added, host: "h\(generator.below(6))")
                added += 1
            case 1:
                if let (id, host) = queue.next() {
                    #expect(served.insert(id).inserted)
                    active[host, default: 0] += 1
                    #expect(active[host, default: 0] <= 3 && active.values.reduce(0, +) <= 8)
                }
            default:
                if let host = active.filter({ $0.value > 0 }).keys.sorted().first {
                    queue.leave(host: host)
                    active[host, default: 0] -= 1
                }
            }
        }
        while served.count < Int(added) {
            for (host, count) in active { for _ in 0..<count { queue.leave(host: host) } }
            active = [:]
            let before = served.count
            while let (id, host) = queue.next() {
                served.insert(id)
                active[host, default: 0] += 1
            }
            guard served.count > before else { break }
        }
        #expect(served.count == Int(added))
    }
}
