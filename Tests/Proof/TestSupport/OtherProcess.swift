internal import CLinuxShims
internal import Glibc

/// A process that need not be a child of this one.
package enum OtherProcess {
    /// Waits until a process has ended, and blocks the calling thread meanwhile.
    ///
    /// Returns at once for a number that no process has, and when `limit` is over.
    package static func waitForEnd(of processID: Int32, within limit: Duration) {
        let descriptor = larder_linux_process_open(processID)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let deadline = ContinuousClock.now + limit
        while deadline > ContinuousClock.now {
            let milliseconds = Int32(clamping: Int64((deadline - ContinuousClock.now) / .milliseconds(1)) + 1)
            if unsafe poll(&item, 1, milliseconds) >= 0 || errno != EINTR { return }
        }
    }
}
