internal import LarderModel

extension SourceDefinition {
    /// How many requests a host takes in each period.
    ///
    /// A period begins at a fixed time, UTC: each hour at the minute of ``startMinute``, each day then, each month on
    /// its first day then.
    package struct Quota: Sendable, Hashable, CustomStringConvertible {
        /// How often the count begins anew.
        package enum Period: String, Sendable, CaseIterable {
            /// Each hour.
            case hour
            /// Each day.
            case day
            /// Each month of the calendar.
            case month
        }

        /// Requests in a period, 1 to 100,000,000.
        package var count: Int
        /// How often the count begins anew.
        package var period: Period
        /// Minutes after midnight, UTC, at which it does.
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
                guard words[1] == "at", words.count == 3 || words[3] == "UTC", let minute = Self.minute(words[2]) else {
                    return nil
                }
                startMinute = minute
            default: return nil
            }
        }

        private static func minute(_ time: String) -> Int? {
            let parts = time.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isASCIIDigit) }),
                let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
            else { return nil }
            return hour * 60 + minute
        }

        /// As it stands in a file.
        package var description: String {
            let start =
                startMinute == 0
                ? "" : " at \(Self.twoDigits(startMinute / 60)):\(Self.twoDigits(startMinute % 60)) UTC"
            return "\(count)/\(period.rawValue)\(start)"
        }

        /// The period that a moment lies in, in milliseconds since 1970.
        package func period(at moment: Int64) -> Range<Int64> {
            let shift = Int64(startMinute) * 60_000
            switch period {
            case .hour: return Self.whole(moment, 3_600_000, shift % 3_600_000)
            case .day: return Self.whole(moment, 86_400_000, shift)
            case .month:
                let day = Self.floor(moment - shift, 86_400_000)
                let first = CalendarDay.firstOfMonth(day)
                let next = CalendarDay.firstOfMonth(first + 31)
                return first * 86_400_000 + shift..<next * 86_400_000 + shift
            }
        }

        private static func whole(_ moment: Int64, _ length: Int64, _ shift: Int64) -> Range<Int64> {
            let start = floor(moment - shift, length) * length + shift
            return start..<start + length
        }

        private static func floor(_ value: Int64, _ length: Int64) -> Int64 {
            value >= 0 ? value / length : -((length - 1 - value) / length)
        }

        private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    }
}

/// Days of the calendar, counted from 1970-01-01.
enum CalendarDay {
    /// The first day of the month that a day lies in.
    static func firstOfMonth(_ day: Int64) -> Int64 {
        // Counted from March, so that the leap day is a year's last.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return day - (dayOfYear - (153 * month + 2) / 5)
    }
}
