/// Why there is no answer.
package struct FetchError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    ///
    /// The raw values are stable: they go into the catalog and into metric labels.
    package enum Code: String, Sendable, CaseIterable {
        /// A step took longer than its limit.
        case timedOut = "timed-out"
        /// The name has no address, or no name server answered.
        case couldNotResolve = "could-not-resolve"
        /// No address of the host took the connection.
        case couldNotConnect = "could-not-connect"
        /// The certificate does not hold, or the handshake failed.
        case tlsFailed = "tls-failed"
        /// The body or the header section passed its limit.
        case tooLarge = "too-large"
        /// More redirects than allowed.
        case tooManyRedirects = "too-many-redirects"
        /// A redirect led back to a URL of the same chain.
        case redirectLoop = "redirect-loop"
        /// The URL, or one a redirect named, cannot be parsed.
        case badURL = "bad-url"
        /// A header of the request cannot be sent.
        case badHeader = "bad-header"
        /// Neither http nor https.
        case schemeRefused = "scheme-refused"
        /// The host's address is loopback, private or otherwise special.
        case privateAddress = "private-address"
        /// The connection ended before a status line came.
        case noAnswer = "no-answer"
        /// The connection ended before the body did.
        case bodyCut = "body-cut"
        /// The body does not decode as its Content-Encoding says, or no decoder knows it.
        case badEncoding = "bad-encoding"
        /// The server did not keep to HTTP.
        case protocolError = "protocol-error"
        /// The task that asked was cancelled.
        case cancelled
        /// The fetcher was stopped.
        case stopped
        /// The fetcher could not start.
        case couldNotStart = "could-not-start"
    }

    /// Whether the source could not be reached or fell silent, as a gateway before it would say with 502 or 504.
    package var isUnreachable: Bool {
        [.timedOut, .couldNotResolve, .couldNotConnect, .noAnswer, .bodyCut].contains(code)
    }

    /// Which of the failures it is.
    package let code: Code
    /// One sentence for people with the URL, without its secrets, the limit and the way out.
    package let message: String
    /// Whether the same request may well succeed later.
    ///
    /// A refused address, a bad URL or a bad certificate will not.
    package let isRetryable: Bool
    /// What lies behind it, if that was an error of its own.
    package let cause: (any Error)?

    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }

    /// Makes an error.
    ///
    /// - Parameter isRetryable: `nil` takes what is usual for the code.
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
        case .timedOut, .couldNotResolve, .couldNotConnect, .noAnswer, .bodyCut, .protocolError, .cancelled, .stopped,
            .couldNotStart:
            true
        case .tlsFailed, .tooLarge, .tooManyRedirects, .redirectLoop, .badURL, .badHeader, .schemeRefused,
            .privateAddress,
            .badEncoding:
            false
        }
    }
}
