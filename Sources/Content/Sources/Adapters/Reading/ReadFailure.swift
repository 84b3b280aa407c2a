internal import LarderModel
internal import LarderSourceDefinitions

/// Why an answer gave no effect, and what to do about it.
package struct ReadFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Class: Sendable, Hashable {
        /// May pass: try again later.
        case retryable
        /// Will not pass by itself: set the job aside.
        case permanent
        /// The whole host should pause, as long as the source says, if it does.
        case throttled(retryAfter: Duration?)
    }

    /// The raw value is a label without user data.
    package enum Code: String, Sendable, CaseIterable {
        case quotaExhausted = "quota-exhausted"
        /// The API wants a key, or another one.
        case keyRefused = "key-refused"
        case throttled
        case serverError = "server-error"
        case notFound = "not-found"
        /// The answer is cut, broken or something else than was asked for.
        case unreadable
        /// The answer is whole and something else than was asked for, such as a web page for visitors.
        case otherForm = "other-form"
        case badRequest = "bad-request"
        /// The API reports an error that is none of the above.
        case sourceError = "source-error"
        case pageRefused = "page-refused"
        /// The server answers with success, but without what was asked for.
        case noContent = "no-content"
        case tooLarge = "too-large"
        /// A status that has no place here, such as a redirect.
        case unexpectedStatus = "unexpected-status"
        case robotsForbidden = "robots-forbidden"
        /// The host's robots.txt cannot be had, so nothing may be asked there.
        case robotsUnreachable = "robots-unreachable"
        case unsupportedJob = "unsupported-job"
    }

    package let failureClass: Class
    package let code: Code
    /// For people: the URL without secrets, and what to do.
    package let message: String

    package init(_ failureClass: Class, _ code: Code, _ message: String) {
        self.failureClass = failureClass
        self.code = code
        self.message = message
    }

    /// The same failure with the API's own words behind it.
    func saying(_ said: String, code: String = "") -> ReadFailure {
        let words = [code.shortened(to: 60), said.isEmpty ? "" : "\"\(said.shortened(to: 200))\""].filter {
            !$0.isEmpty
        }
        guard !words.isEmpty else { return self }
        return ReadFailure(failureClass, self.code, "\(message) The API says: \(words.joined(separator: ": ")).")
    }

    package var description: String { message }
}
