internal import LarderImaging
internal import LarderModel
internal import LarderSourceAdapters

/// How a picture's answer is told.
enum ImageAnswer {
    /// Whether a job's body is a picture that ends before its file says that it does.
    static func isCutShort(_ body: [UInt8], of kind: JobKind) -> Bool {
        kind == .imageDownload && ImageDecoder.isCutShort(body)
    }

    static func check(
        status: Int,
        headers: [HeaderField],
        url: String,
        now: Int64,
        longestPause: Duration
    ) throws(ReadFailure) {
        switch StatusMeaning(status, pause: RetryAfter.pause(in: headers, receivedAtMs: now)) {
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
