internal import CLinuxShims
internal import Foundation
internal import Glibc

/// How much processor time a process gets where others want it as well: its niceness, from -20, the first to run, to 19,
/// the last (sched(7)).
package enum ProcessPriority {
    /// Gives this process niceness 5: a third of the processor time that others get where all want it.
    ///
    /// Call it before the process has a second thread: threads take their niceness from the one that starts them. Where
    /// the kernel refuses, the process goes on as it is.
    package static func lowerOwn() { _ = larder_linux_lower_priority(5) }

    /// Gives the threads that a process of this user has now a niceness of 1 to 19, but none a lower one than it has.
    ///
    /// Threads that they start later have it as well, but those that libdispatch starts for root.
    package static func lower(_ processID: Int32, to niceness: Int32) {
        let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")
        let which = __priority_which_t(PRIO_PROCESS.rawValue)
        for thread in (threads ?? []).compactMap({ id_t($0) }) where getpriority(which, thread) < niceness {
            setpriority(which, thread, niceness)
        }
    }
}
