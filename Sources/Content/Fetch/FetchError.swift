/// Why there is no answer.
package struct FetchError: Error, Sendable, CustomStringConvertible {
    /// The raw values are stable: they go into the catalog and into metric labels.
    package enum Code: String, Sendable, CaseIterable {
        /// A step took longer than its limit.
        case timedOut = "timed-out"
        /// The answer came at less than the least rate.
        case tooSlow = "too-slow"
        /// The name has no address, or no name server answered.
        case couldNotResolve = "could-not-resolve"
        case couldNotConnect = "could-not-connect"
        /// The certificate does not hold, or the handshake failed.
        case tlsFailed = "tls-failed"
        /// The body or the header section.
        case tooLarge = "too-large"
        case tooManyRedirects = "too-many-redirects"
        case redirectLoop = "redirect-loop"
        /// Also of a redirect's target.
        case badURL = "bad-url"
        case badHeader = "bad-header"
        case schemeRefused = "scheme-refused"
        case privateAddress = "private-address"
        /// No status line came.
        case noAnswer = "no-answer"
        case bodyCut = "body-cut"
        /// The body does not decode, or no decoder knows its Content-Encoding.
        case badEncoding = "bad-encoding"
        case protocolError = "protocol-error"
        case cancelled
        case stopped
        case couldNotStart = "could-not-start"
    }

    /// Whether a gateway would answer with 502 or 504.
    package var isUnreachable: Bool {
        [.timedOut, .tooSlow, .couldNotResolve, .couldNotConnect, .noAnswer, .bodyCut].contains(code)
    }

    package let code: Code
    /// One sentence for people with the URL, without its secrets, the limit and the way out.
    package let message: String
    /// Whether the same request may well succeed later.
    package let isRetryable: Bool
    package let cause: (any Error)?

    package var description: String { "\(code.rawValue): \(message)" }

    /// - Parameter isRetryable: Nil: what is usual for the code.
    package init(_ code: Code, _ message: String, isRetryable: Bool? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.isRetryable = isRetryable ?? code.isUsuallyRetryable
        self.cause = cause
    }
}

extension FetchError.Code {
    fileprivate var isUsuallyRetryable: Bool {
        switch self {
        case .tlsFailed, .tooLarge, .tooManyRedirects, .redirectLoop, .badURL, .badHeader, .schemeRefused,
            .privateAddress, .badEncoding:
            false
        default: true
        }
    }
}
