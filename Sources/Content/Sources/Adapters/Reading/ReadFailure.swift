internal import LarderModel
internal import LarderSourceDefinitions

/// Why an answer gave no effect, and what to do about it.
package struct ReadFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a failure means for the job.
    package enum Class: Sendable, Hashable {
        /// May pass: try again later.
        case retryable
        /// Will not pass by itself: set the job aside.
        case permanent
        /// The source throttles. The whole host should pause, as long as the source says, if it does.
        case throttled(retryAfter: Duration?)
    }

    /// The closed list of reasons; the raw value is a label without user data.
    package enum Code: String, Sendable, CaseIterable {
        /// The API's calls are spent for now.
        case quotaExhausted = "quota-exhausted"
        /// The API wants a key, or another one.
        case keyRefused = "key-refused"
        /// Too many requests in too short a time.
        case throttled
        /// The server is at fault.
        case serverError = "server-error"
        /// The item, outlet or endpoint is not there.
        case notFound = "not-found"
        /// The answer is cut, broken or something else than was asked for.
        case unreadable
        /// The answer is whole and something else than was asked for, such as a web page for visitors.
        case otherForm = "other-form"
        /// The API does not take the request.
        case badRequest = "bad-request"
        /// The API reports an error that is none of the above.
        case sourceError = "source-error"
        /// A web page is not given out.
        case pageRefused = "page-refused"
        /// The server answers with success, but without what was asked for.
        case noContent = "no-content"
        /// The answer is larger than a limit.
        case tooLarge = "too-large"
        /// A status that has no place here, such as a redirect.
        case unexpectedStatus = "unexpected-status"
        /// The host's robots.txt forbids the address.
        case robotsForbidden = "robots-forbidden"
        /// The host's robots.txt cannot be had, so nothing may be asked there.
        case robotsUnreachable = "robots-unreachable"
        /// The job is none that a source's reader reads.
        case unsupportedJob = "unsupported-job"
    }

    /// What the failure means for the job.
    package let failureClass: Class
    /// The reason, for programs.
    package let code: Code
    /// The reason, for people: the URL without secrets, and what to do.
    package let message: String

    /// Makes a failure.
    package init(_ failureClass: Class, _ code: Code, _ message: String) {
        self.failureClass = failureClass
        self.code = code
        self.message = message
    }

    /// The same failure with the API's own words behind it, so that nothing is lost of what our own words do not cover.
    func saying(_ said: String, code: String = "") -> ReadFailure {
        let words = [code.shortened(to: 60), said.isEmpty ? "" : "\"\(said.shortened(to: 200))\""].filter {
            !$0.isEmpty
        }
        guard !words.isEmpty else { return self }
        return ReadFailure(failureClass, self.code, "\(message) The API says: \(words.joined(separator: ": ")).")
    }

    /// The message.
    package var description: String { message }
}
