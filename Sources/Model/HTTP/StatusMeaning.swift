/// What the status of an answer to GET means: the one policy for all that is fetched.
package enum StatusMeaning: Sendable, Hashable {
    /// 200, and 203 from a proxy: the whole body is here (RFC 9110 §15.3.1, §15.3.4).
    case success
    /// 202: the server has yet to make it, so it may be asked again (RFC 9110 §15.3.3).
    case notYet
    /// 206 without a request for a part: the body may be whole another time (RFC 9110 §15.3.7).
    case incomplete
    /// 201, 204, 205 and every other 2xx: the server accepted the request and returns no body that could be stored.
    case noContent
    /// 401, 403 and 407: the server does not give it to us (RFC 9110 §15.5.2, §15.5.4, §15.5.8).
    case refused
    /// 402: it wants to be paid first (RFC 9110 §15.5.3).
    case paymentRequired
    /// 451: a law forbids it (RFC 7725).
    case legallyRefused
    /// 404 and 410: it is not there (RFC 9110 §15.5.5, §15.5.11).
    case notFound
    /// 429 (RFC 6585 §4), and 503 with a pause (RFC 9110 §15.6.4): the whole host should pause.
    case throttled(pause: Duration?)
    /// 408 (RFC 9110 §15.5.9), 425 (RFC 8470 §5.2) and 5xx (RFC 9110 §15.6): it may well work later.
    case retryable
    /// Every other 4xx: the request is at fault and stays so (RFC 9110 §15.5).
    case badRequest
    /// No final answer: 1xx, 3xx (redirects are followed, 304 is answered from the cache), no status at all.
    case unexpected

    /// - Parameter pause: By ``RetryAfter``.
    package init(_ status: Int, pause: Duration?) {
        switch status {
        case 200, 203: self = .success
        case 202: self = .notYet
        case 206: self = .incomplete
        case 201..<300: self = .noContent
        case 401, 403, 407: self = .refused
        case 402: self = .paymentRequired
        case 451: self = .legallyRefused
        case 404, 410: self = .notFound
        case 429: self = .throttled(pause: pause)
        case 503: self = pause == nil ? .retryable : .throttled(pause: pause)
        case 408, 425, 500..<600: self = .retryable
        case 400..<500: self = .badRequest
        default: self = .unexpected
        }
    }
}
