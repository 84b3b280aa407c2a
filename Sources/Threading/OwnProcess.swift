internal import CLinuxShims

/// This process.
package enum OwnProcess {
    /// Restarts this program in this process with the same arguments and environment: threads, memory and descriptors
    /// but the standard ones are gone, the process number stays.
    ///
    /// - Returns: Why the kernel refused, as a negated errno value; it does not return otherwise.
    package static func startAfresh() -> Int32 { larder_linux_start_afresh() }
}
