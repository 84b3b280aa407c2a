internal import LarderModel

extension SourceDefinition {
    /// How many requests a host takes in each period.
    ///
    /// A period begins at a fixed time, UTC: each hour at the minute of ``startMinute``, each day at that time, each
    /// month on its first day at that time.
    package struct Quota: Sendable, Hashable, CustomStringConvertible {
        package enum Period: String, Sendable, CaseIterable {
            case hour
            case day
            case month
        }

        /// Requests in a period, 1 to 100,000,000.
        package var count: Int
        package var period: Period
        /// Minutes after midnight, UTC, at which a period begins.
        package var startMinute: Int

        /// Reads `100/day`, perhaps with ` at HH:MM UTC`; nil when it is none.
        package init?(_ text: String) {
            let words = text.split(separator: " ").map(String.init)
            let parts = (words.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].utf8.allSatisfy(\.isASCIIDigit), let count = Int(parts[0]),
                (1...100_000_000).contains(count), let period = Period(rawValue: String(parts[1]))
            else { return nil }
            self.count = count
            self.period = period
            switch words.count {
            case 1: startMinute = 0
            case 3...4:
                guard words[1] == "at", words.count == 3 || words[3] == "UTC", let minute = ClockText.minutes(words[2])
                else { return nil }
                startMinute = minute
            default: return nil
            }
        }

        package var description: String {
            let start =
                startMinute == 0
                ? "" : " at \((startMinute / 60).padded(2)):\((startMinute % 60).padded(2)) UTC"
            return "\(count)/\(period.rawValue)\(start)"
        }

        /// The period that a moment lies in, in milliseconds since 1970.
        package func period(at moment: Int64) -> Range<Int64> {
            let shift = Int64(startMinute) * 60_000
            switch period {
            case .hour: return Self.whole(moment, 3_600_000, shift % 3_600_000)
            case .day: return Self.whole(moment, 86_400_000, shift)
            case .month:
                let day = (moment - shift).quotientAndRemainder(roundingDown: 86_400_000).quotient
                let first = Self.firstOfMonth(day)
                let next = Self.firstOfMonth(first + 31)
                return first * 86_400_000 + shift..<next * 86_400_000 + shift
            }
        }

        private static func whole(_ moment: Int64, _ length: Int64, _ shift: Int64) -> Range<Int64> {
            let start = (moment - shift).quotientAndRemainder(roundingDown: length).quotient * length + shift
            return start..<start + length
        }

        /// The first day of the month of a day, both counted from 1970-01-01.
        private static func firstOfMonth(_ day: Int64) -> Int64 {
            var date = CivilDate(daysSince1970: Int(day))
            date.day = 1
            return Int64(date.daysSince1970)
        }
    }
}
