internal import CLinuxShims
internal import Glibc

package enum OwnProcess {
    /// Restarts this program in this process, with the same arguments, environment, standard descriptors and process
    /// number.
    ///
    /// - Returns: Why the kernel refused, as a negated errno value; it does not return otherwise.
    package static func startAfresh() -> Int32 { larder_linux_start_afresh() }

    /// Gives this process a third of the processor time that others get where all want it.
    ///
    /// Call it before the process has a second thread: Linux takes the niceness of the thread that starts another.
    package static func lowerPriority() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }

    /// setpriority(2), from -20, the first to run, to 19.
    private static let niceness: Int32 = 5
}
