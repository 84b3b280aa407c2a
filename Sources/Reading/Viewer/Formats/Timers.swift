/// Durations in the steps of a recipe, which a timer can be started for.
package enum Timers {
    /// A stretch of a text, and how long it says.
    package struct Found: Sendable, Hashable {
        package var range: Range<String.Index>
        package var seconds: Int
    }

    /// The durations of a text, in order: "20 minutes", "1 1/2 hours", "1 hour 20 minutes", "25–30 min".
    ///
    /// Of a range the shorter one counts, so that nothing burns. Not what is only said of an hour or a minute without a
    /// number, nor days and seconds below 5.
    package static func find(in text: String) -> [Found] {
        var found: [Found] = []
        var place = text.startIndex
        var isInWord = false
        while place < text.endIndex {
            let character = text[place]
            let isNumber = character.isASCII ? character.isNumber : "½¼¾⅓⅔".contains(character)
            if isNumber, !isInWord, let duration = duration(in: text[place...]) {
                if duration.seconds >= 5, duration.seconds <= longest, !isDifference(text[duration.end...]) {
                    found.append(Found(range: place..<duration.end, seconds: duration.seconds))
                }
                place = duration.end
                isInWord = false
                continue
            }
            isInWord =
                character.isLetter || character.isNumber || "½¼¾⅓⅔".contains(character)
                || (isInWord && ".,/".contains(character))
            place = text.index(after: place)
        }
        return found
    }

    private static let longest = 48 * 3_600

    /// Whether a duration only says by how much another one differs: "1 minute less than the packet says".
    private static func isDifference(_ behind: Substring) -> Bool {
        let word = behind.drop { $0.isWhitespace }.prefix { $0.isLetter }
        return ["less", "more", "longer", "shorter", "earlier", "later", "before", "after", "ago"].contains(word)
    }

    private static func duration(in text: Substring) -> (seconds: Int, end: String.Index)? {
        guard let first = part(in: text) else { return nil }
        var (seconds, end) = (first.seconds, first.end)
        // "1 hour and 20 minutes".
        if first.unit == 3_600 {
            let behind = text[end...].drop { $0.isWhitespace || $0 == "," }
            let next = behind.hasPrefix("and ") ? behind.dropFirst(4) : behind
            if let minutes = part(in: next), minutes.unit == 60 {
                (seconds, end) = (seconds + minutes.seconds, minutes.end)
            }
        }
        return (Int(seconds.rounded()), end)
    }

    /// A number or a range with its unit.
    private static func part(in text: Substring) -> (seconds: Double, unit: Double, end: String.Index)? {
        // Amounts read their own units; the line's rest begins with the word of time.
        guard let number = Amount.leadingNumbers(of: text) else { return nil }
        let behind = text[number.end...].drop { $0.isWhitespace || $0 == "-" || $0 == "\u{A0}" }
        let word = behind.prefix { $0.isLetter }
        guard let unit = units[word.lowercased()] else { return nil }
        return (number.first * unit, unit, word.endIndex)
    }

    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "sekunden": 1, "min": 60, "mins": 60, "minute": 60,
        "minutes": 60, "minuten": 60, "minuter": 60, "minuti": 60, "minutos": 60, "h": 3_600, "hr": 3_600, "hrs": 3_600,
        "hour": 3_600, "hours": 3_600, "stunde": 3_600, "stunden": 3_600, "heure": 3_600, "heures": 3_600,
        "timmar": 3_600, "timme": 3_600, "ore": 3_600, "horas": 3_600, "hora": 3_600,
    ]
}

extension Amount {
    /// The number that a text begins with, the first of a range, and where the number or range ends.
    static func leadingNumbers(of text: Substring) -> (first: Double, end: String.Index)? {
        var scan = AmountScanner(text)
        guard let first = scan.number() else { return nil }
        _ = scan.rangeEnd()
        return (first, scan.rest.startIndex)
    }
}
