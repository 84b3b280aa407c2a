internal import LarderModel
internal import LarderSourceAdapters

/// What the status of a picture's answer means.
enum ImageAnswer {
    /// - Parameter longestPause: The most that the source grants a host that asks for a pause.
    /// - Throws: ``ReadFailure`` for a status that brings no picture.
    static func check(_ answer: SourceAnswer, longestPause: Duration) throws(ReadFailure) {
        let (status, url) = (answer.status, answer.redactedURL)
        switch StatusMeaning(status, pause: RetryAfter.pause(in: answer.headers, receivedAtMs: answer.fetchedAtMs)) {
        case .success: return
        case .notYet:
            throw ReadFailure(
                .retryable,
                .noContent,
                "The server has not made the picture \(url) yet (HTTP \(status))."
            )
        case .incomplete:
            throw ReadFailure(
                .retryable,
                .unreadable,
                "The server sent a part of \(url) (HTTP \(status)), and all of it was asked for."
            )
        case .noContent:
            throw ReadFailure(.permanent, .noContent, "The server gives no content for \(url) (HTTP \(status)).")
        case .notFound:
            throw ReadFailure(.permanent, .notFound, "The picture \(url) is not there any more (HTTP \(status)).")
        case .refused, .paymentRequired, .legallyRefused:
            throw ReadFailure(.permanent, .pageRefused, "The server does not give out \(url) (HTTP \(status)).")
        case .throttled(let pause):
            throw ReadFailure(
                .throttled(retryAfter: pause),
                .throttled,
                "\(url): \(PauseText.text(pause, longest: longestPause))"
            )
        case .retryable: throw ReadFailure(.retryable, .serverError, "The server failed on \(url) (HTTP \(status)).")
        case .badRequest, .unexpected:
            throw ReadFailure(.permanent, .unexpectedStatus, "\(url) was answered with HTTP \(status).")
        }
    }
}
