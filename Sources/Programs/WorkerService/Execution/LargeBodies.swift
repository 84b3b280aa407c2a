internal import LarderThreading

/// How many large bodies a worker holds at once.
///
/// A body is in memory as long as its job reads it. Each slot may hold a small body. A larger one waits for one of few
/// places, so that all slots together fit into the memory of one process.
final class LargeBodies: Sendable {
    /// What all small bodies come to at most: 96 MiB.
    private static let smallBytesTogether = 96 << 20
    /// Bodies of up to 32 MiB; to read one takes several times that.
    private static let places = 2
    private static let pause: Duration = .milliseconds(50)

    /// The largest body that needs no place.
    let smallBytes: Int
    private let taken = Guarded(0)

    /// - Parameter slots: Fetches under way at once, 1 or more.
    init(slots: Int) { smallBytes = max(1 << 20, Self.smallBytesTogether / slots) }

    /// A place, until nobody holds this any more.
    final class Place: Sendable {
        private let bodies: LargeBodies

        fileprivate init(_ bodies: LargeBodies) { self.bodies = bodies }

        deinit { bodies.taken.withLock { $0 -= 1 } }
    }

    /// Waits for a place.
    ///
    /// - Parameter waiting: Called now and then meanwhile.
    /// - Throws: `CancellationError`.
    func place(waiting: () -> Void) async throws -> Place {
        while true {
            let isFree = taken.withLock { taken in
                guard taken < Self.places else { return false }
                taken += 1
                return true
            }
            if isFree { return Place(self) }
            try await Task.sleep(for: Self.pause)
            waiting()
        }
    }
}
