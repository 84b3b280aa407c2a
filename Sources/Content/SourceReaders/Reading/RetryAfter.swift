internal import LarderModel
internal import LarderPageMarkup
internal import LarderSourceDefinitions

/// The pause that a source asks for (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The longest pause that is obeyed: 7 days.
    static let longest = Duration.seconds(7 * 86_400)

    /// The pause, from zero to ``longest``; nil where none is given or it cannot be read.
    ///
    /// A date is counted from the answer's own `Date` field where there is one, so a clock that is wrong here or there
    /// does no harm.
    static func duration(in answer: SourceAnswer) -> Duration? {
        guard let value = answer.header("Retry-After")?.trimmedASCII, !value.isEmpty else { return nil }
        if value.utf8.allSatisfy(\.isASCIIDigit) {
            return min(.seconds(Int(value) ?? .max / 2), longest)
        }
        if let seconds = Double(value), seconds.isFinite {
            return seconds <= 0 ? .zero : min(.milliseconds(Int(min(seconds, 1e9) * 1_000)), longest)
        }
        guard let date = Timestamps.httpDate(value) ?? Timestamps.milliseconds(value) else { return nil }
        let now = answer.header("Date").flatMap(Timestamps.httpDate) ?? answer.fetchedAtMs
        let (pause, overflow) = date.subtractingReportingOverflow(now)
        return overflow ? nil : min(max(.milliseconds(pause), .zero), longest)
    }
}
