/// Why a thread or its mailbox could not be made.
package struct ThreadingError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        case noThread = "no-thread"
        /// No descriptor was left for a wake-up.
        case noDescriptor = "no-descriptor"
    }

    package let code: Code
    /// One sentence with the limit that was met and the way out.
    package let message: String

    package var description: String { "\(code.rawValue): \(message)" }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
