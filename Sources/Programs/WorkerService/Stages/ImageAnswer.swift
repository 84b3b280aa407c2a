internal import LarderImaging
internal import LarderModel
internal import LarderSourceAdapters

extension SourceAnswer {
    /// The media type of a picture's answer: what the server says, unless the bytes say something else.
    ///
    /// A file that begins as a picture is one, whatever type the server gives. A file that the server calls a picture of
    /// a known format has an unknown type if it begins otherwise, or if it breaks off. A JPEG that breaks off counts as
    /// whole, because decoders show it.
    var pictureType: String? {
        let said = contentType.map(MediaType.essence) ?? ""
        let format = ImageFormat(magic: body)
        guard let format, format == .jpeg || !ImageDecoder.isCutShort(body) else {
            let isChecked = format != nil || said.isEmpty || said == "image/jpg"
            return isChecked || ImageFormat.allCases.contains { $0.mediaType == said }
                ? MediaType.unknownBytes : contentType
        }
        return MediaType.isPicture(said) ? contentType : format.mediaType
    }

    /// What makes a picture less than it may have been before.
    func pictureNotes(on urn: String) -> [JobNote] {
        func notes(_ code: NoteCode, _ message: String) -> [JobNote] {
            [JobNote(code: code.rawValue, message: message, urn: urn)]
        }
        guard let format = ImageFormat(magic: body) else { return [] }
        if format == .jpeg, ImageDecoder.isCutShort(body) {
            return notes(.pictureCut, "A picture's file breaks off, so that its lower part may be missing.")
        }
        guard let (width, height) = ImageDecoder.size(body) else {
            return format == .avif ? [] : notes(.pictureUnshown, "A picture's file tells no size and cannot be shown.")
        }
        let limits = ImageLimits()
        if max(width, height) > limits.maxSide || width * height > limits.maxPixels {
            return notes(.pictureUnshown, "The picture has \(width) × \(height) pixels, which is too much to be shown.")
        }
        guard width * height <= ImageOriginal.tinyPixels else { return [] }
        return notes(.pictureTiny, "The picture has \(width) × \(height) pixels.")
    }

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
