internal import Foundation
internal import Glibc

/// Whether this process and its children can start as many threads as they need.
///
/// Beyond the limit on processes (`ulimit -u`, or the pids limit of a container) libdispatch gets no threads and waits
/// without a word. The limits that count are in several places, so the threads are tried out.
package enum ThreadLimit {
    /// Why so many threads cannot run at once; nil when they can.
    ///
    /// - Parameters:
    ///   - count: Threads of this process and of those that it starts.
    ///   - advice: What else to type.
    package static func fault(needing count: Int, _ advice: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
            guard let attributes = buffer.baseAddress else { return nil }
            unsafe pthread_attr_init(attributes)
            unsafe pthread_attr_setstacksize(attributes, 64 << 10)
            defer { unsafe pthread_attr_destroy(attributes) }
            return unsafe fault(needing: count, advice, attributes)
        }
    }

    private static func fault(
        needing count: Int,
        _ advice: String,
        _ attributes: UnsafePointer<pthread_attr_t>
    ) -> String? {
        let gate = NSLock()
        gate.lock()
        var threads: [pthread_t] = []
        defer {
            gate.unlock()
            for thread in threads { pthread_join(thread, nil) }
        }
        while threads.count < count {
            var thread = pthread_t()
            let code = unsafe pthread_create(
                &thread,
                attributes,
                { context in
                    guard let context = unsafe context else { return nil }
                    let gate = unsafe Unmanaged<NSLock>.fromOpaque(context).takeUnretainedValue()
                    gate.lock()
                    gate.unlock()
                    return nil
                },
                Unmanaged.passUnretained(gate).toOpaque()
            )
            guard code == 0 else {
                return
                    "Only \(threads.count) more threads or processes can be started here, by `ulimit -u` or the pids limit "
                    + "of the container; about \(count) are needed. Raise that limit\(advice)."
            }
            threads.append(thread)
        }
        return nil
    }
}
