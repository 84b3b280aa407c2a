/// Why a thread or its mailbox could not be made.
package struct ThreadingError: Error, Sendable, CustomStringConvertible {
    /// What could not be had.
    package enum Code: String, Sendable, CaseIterable {
        /// The kernel refused a new thread.
        case noThread = "no-thread"
        /// No descriptor was left for a wake-up.
        case noDescriptor = "no-descriptor"
    }

    /// Which of the failures it is.
    package let code: Code
    /// One sentence for people, with the limit that was met and the way out.
    package let message: String
    /// The value of `errno` behind it, or 0.
    package let errorNumber: Int32

    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }

    init(_ code: Code, errorNumber: Int32, _ message: String) {
        self.code = code
        self.errorNumber = errorNumber
        self.message = message
    }
}
