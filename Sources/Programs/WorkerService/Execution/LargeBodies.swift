internal import LarderThreading

/// How many large bodies a worker holds at once.
///
/// Each slot may hold a small body; a larger body waits for one of few places, so that all fit into memory.
final class LargeBodies: Sendable {
    private static let smallBytesTogether = 96 << 20
    /// For bodies of up to 32 MiB; to read a body takes several times its size.
    private static let places = 2
    private static let pause: Duration = .milliseconds(50)

    /// The largest body that needs no place.
    let smallBytes: Int
    private let taken = Guarded(0)

    /// - Parameter slots: Fetches under way at once, 1 or more.
    init(slots: Int) { smallBytes = max(1 << 20, Self.smallBytesTogether / slots) }

    /// A place in use, freed with the last reference.
    final class Place: Sendable {
        private let bodies: LargeBodies

        fileprivate init(_ bodies: LargeBodies) { self.bodies = bodies }

        deinit { bodies.taken.withLock { $0 -= 1 } }
    }

    /// Waits for a place, calling `waiting` every 50 ms; throws `CancellationError`.
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
