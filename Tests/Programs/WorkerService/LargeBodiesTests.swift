import Testing

@testable import LarderWorker

@Suite("Large bodies") struct LargeBodiesTests {
    @Test(arguments: [1, 32, 1024]) func `small bodies of all slots fit into a part of the memory`(slots: Int) {
        let bodies = LargeBodies(slots: slots)
        #expect(bodies.smallBytes >= 1 << 20)
        #expect(slots > 96 || bodies.smallBytes * slots <= 96 << 20)
    }

    private actor Count {
        private(set) var now = 0
        private(set) var most = 0

        func begin() {
            now += 1
            most = max(most, now)
        }

        func end() { now -= 1 }
    }

    @Test func `of many large bodies two are held at once, and each that waits gets its place`() async throws {
        let (bodies, held) = (LargeBodies(slots: 32), Count())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let place = try await bodies.place {}
                    await held.begin()
                    await Task.yield()
                    await held.end()
                    withExtendedLifetime(place) {}
                }
            }
            try await group.waitForAll()
        }
        #expect(await held.most <= 2)
        #expect(await held.now == 0)
    }

    @Test func `whoever is cancelled while it waits takes no place`() async throws {
        let bodies = LargeBodies(slots: 1)
        var places = [try await bodies.place {}, try await bodies.place {}]
        let waiting = Task { _ = try await bodies.place {} }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        places.removeLast()
        _ = try await bodies.place {}
    }
}
