package import Synchronization

/// A `Mutex` that the thread sanitizer understands.
///
/// When a `Mutex` of the standard library is contended, the Linux kernel hands it from thread to thread, which the
/// sanitizer cannot see: it then reports races that are none. Debug builds therefore mark each hand-over with an atomic
/// as well; release builds are the bare `Mutex`. Inlinable, as each of many thousand jobs a second takes several locks.
package struct Guarded<Value: Sendable>: ~Copyable, Sendable {
    @usableFromInline package let mutex: Mutex<Value>
    #if DEBUG
        @usableFromInline package let handOvers = Atomic<UInt64>(0)
    #endif

    @inlinable package init(_ value: Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with the value; `body` must not wait for anything, nor call this again.
    @inlinable package borrowing func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { value throws(Failure) in
            #if DEBUG
                _ = handOvers.load(ordering: .acquiring)
                defer { handOvers.add(1, ordering: .releasing) }
            #endif
            return try body(&value)
        }
    }
}
