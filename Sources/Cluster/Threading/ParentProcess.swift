internal import CLinuxShims
internal import Glibc

/// The process that started this one.
public enum ParentProcess {
    /// The number of the parent now.
    ///
    /// It becomes 1, or a subreaper's number, when the parent ends.
    public static var identifier: Int32 { getppid() }

    /// Asks the kernel to send `signal` to this process when its parent ends, so that no worker outlives its
    /// coordinator.
    ///
    /// Linux watches the **thread** that created this process, not its process: a parent must start children on a
    /// thread that lives as long as it does. The request is lost over `exec` of a set-user-ID program and is not
    /// inherited.
    ///
    /// - Parameters:
    ///   - signal: 1 to 64; `SIGKILL` cannot be missed, `SIGTERM` leaves time to finish.
    ///   - parent: The parent's number, as it told this process. With `nil` a parent that ended before this call goes
    ///     unseen.
    /// - Throws: ``ThreadingError`` with code `noParentWatch` when the kernel refuses, `parentGone` when `parent` is
    ///   not the parent any more; this process should then end itself.
    public static func dieWithParent(signal: Int32, parent: Int32? = nil) throws(ThreadingError) {
        let status = larder_linux_die_with_parent(signal)
        guard status == 0 else {
            throw ThreadingError(
                .noParentWatch,
                errorNumber: -status,
                "The kernel refused to send signal \(signal) at the parent's end (errno \(-status)). Use a signal from 1 to 64."
            )
        }
        if let parent, parent != identifier {
            throw ThreadingError(
                .parentGone,
                errorNumber: 0,
                "The parent, process \(parent), ended before this process was ready."
            )
        }
    }
}
