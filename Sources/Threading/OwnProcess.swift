internal import CLinuxShims
internal import Foundation
internal import Glibc

package enum OwnProcess {
    /// Restarts this program in this process, with the same arguments, environment, standard descriptors and process
    /// number.
    ///
    /// - Returns: Why the kernel refused, as a negated errno value; it does not return otherwise.
    package static func startAfresh() -> Int32 { larder_linux_start_afresh() }

    /// Gives this process a third of the processor time that others get where all want it.
    ///
    /// Call it before the process has a second thread: threads take their niceness from the one that starts them. Where
    /// the kernel refuses, the process goes on as it is.
    package static func lowerPriority() { _ = larder_linux_lower_priority(niceness) }

    /// Gives the threads that a process of this user has now a niceness, 1 to 19 (sched(7)), but none a lower one.
    ///
    /// Threads that they start later have it as well, but those that libdispatch starts for root.
    package static func lowerPriority(of processID: Int32, to niceness: Int32) {
        let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")
        let which = __priority_which_t(PRIO_PROCESS.rawValue)
        for thread in (threads ?? []).compactMap({ id_t($0) }) where getpriority(which, thread) < niceness {
            setpriority(which, thread, niceness)
        }
    }

    /// -20 is the first to run, 19 the last (sched(7)).
    private static let niceness: Int32 = 5
}
