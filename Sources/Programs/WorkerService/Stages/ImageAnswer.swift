internal import LarderModel
internal import LarderSourceAdapters

extension SourceAnswer {
    /// Whether it says that it is HTML, as pages for missing files do whatever their status.
    var isWebPage: Bool { contentType?.lowercased().hasPrefix("text/html") == true }

    /// Checks the status of a picture's answer.
    ///
    /// - Parameter longestPause: The most that the source grants a host that asks for a pause.
    /// - Throws: ``ReadFailure`` for a status that brings no picture.
    func checkPicture(longestPause: Duration) throws(ReadFailure) {
        let url = redactedURL
        let meaning = StatusMeaning(status, pause: RetryAfter.pause(in: headers, receivedAtMs: fetchedAtMs))
        guard meaning != .success else { return }
        let (failureClass, code, text): (ReadFailure.Class, ReadFailure.Code, String) =
            switch meaning {
            case .notYet: (.retryable, .noContent, "The server has not made the picture \(url) yet")
            case .incomplete: (.retryable, .unreadable, "Of \(url) the server sent a part, not all that was asked for")
            case .noContent: (.permanent, .noContent, "The server gives no content for \(url)")
            case .notFound: (.permanent, .notFound, "The picture \(url) is not there any more")
            case .refused, .paymentRequired, .legallyRefused:
                (.permanent, .pageRefused, "The server does not give out \(url)")
            case .throttled(let pause):
                (.throttled(retryAfter: pause), .throttled, "\(url): \(PauseText.text(pause, longest: longestPause))")
            case .retryable: (.retryable, .serverError, "The server failed on \(url)")
            case .success, .badRequest, .unexpected: (.permanent, .unexpectedStatus, "No picture came for \(url)")
            }
        throw ReadFailure(failureClass, code, code == .throttled ? text : "\(text) (HTTP \(status)).")
    }
}
