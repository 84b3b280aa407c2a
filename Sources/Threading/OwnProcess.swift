internal import CLinuxShims

package enum OwnProcess {
    /// Restarts this program in this process, with the same arguments, environment, standard descriptors and process
    /// number.
    ///
    /// - Returns: Why the kernel refused, as a negated errno value; it does not return otherwise.
    package static func startAfresh() -> Int32 { larder_linux_start_afresh() }
}
