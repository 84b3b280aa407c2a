internal import Foundation
internal import Glibc

/// The limit on address space (`ulimit -v`), below which threads and allocators fail at any place.
package enum AddressSpaceLimit {
    /// Enough for programs, libraries, and the stacks and heaps of a thread for each core.
    private static var leastBytes: UInt64 {
        1 << 30 + UInt64(max(0, ProcessInfo.processInfo.activeProcessorCount - 2)) * 64 << 20
    }

    /// Why this process cannot run, and what to type; nil when it can.
    package static var fault: String? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
        return fault(limitBytes: UInt64(limit.rlim_cur), leastBytes: leastBytes)
    }

    static func fault(limitBytes: UInt64, leastBytes: UInt64) -> String? {
        guard limitBytes < leastBytes else { return nil }
        return
            "The address space of this process is limited to \(limitBytes / 1024) KiB (ulimit -v); at least "
            + "\(leastBytes / 1024) are needed here. Type: ulimit -v unlimited, or ulimit -v \(leastBytes / 1024). "
            + "To bound the memory of workers, use --worker-memory and --memory instead."
    }
}
