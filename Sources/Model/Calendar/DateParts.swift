/// The numbers of a date as a text states them.
struct DateParts {
    /// The smallest part that a text states, with the most milliseconds that it lasts.
    enum Precision: Int64 {
        case year = 31_622_400_000
        case month = 2_678_400_000
        case day = 86_400_000
        case hour = 3_600_000
        case minute = 60_000
        case second = 1_000
        case millisecond = 1
    }

    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    /// Minutes east of UTC; nil where the text states no zone.
    var offset: Int?
    var precision = Precision.day

    init() {}

    /// Reads a date in any form: a Unix time in seconds or milliseconds, ISO 8601, words; nil where it has none.
    ///
    /// - Parameter isStrict: Whether doubtful readings are refused.
    static func read(_ bytes: [UInt8], isStrict: Bool) -> DateParts? {
        if bytes.allSatisfy(\.isASCIIDigit) {
            switch bytes.count {
            case 9 where !isStrict, 10, 13:
                let number = bytes.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
                guard bytes.count == 13 else { return DateParts(unixMilliseconds: number * 1_000, .second) }
                return DateParts(unixMilliseconds: number, isStrict ? .second : .millisecond)
            case 4, 7, 8, 12, 14: break
            default: return nil
            }
        }
        return LenientISODate.read(bytes, isStrict: isStrict) ?? WordDate.read(bytes, isStrict: isStrict)
    }

    /// The parts of a moment in UTC.
    private init(unixMilliseconds: Int64, _ precision: Precision) {
        let (seconds, rest) = unixMilliseconds.quotientAndRemainder(roundingDown: 1_000)
        let time = CivilTime(unixSeconds: seconds)
        date = time.date
        (hour, minute, second) = (time.secondOfDay / 3_600, time.secondOfDay / 60 % 60, time.secondOfDay % 60)
        (millisecond, offset) = (Int(rest), 0)
        self.precision = precision
    }

    var date: CivilDate {
        get { CivilDate(year: year, month: month, day: day) }
        set { (year, month, day) = (newValue.year, newValue.month, newValue.day) }
    }

    /// Milliseconds since 1970; nil where there is no such day or time.
    ///
    /// Without a zone it is UTC. 24:00:00 is the end of its day; a leap second counts as the next minute's first.
    var unixMilliseconds: Int64? {
        guard (0...9_999).contains(year), date.exists, (0...24).contains(hour), (0...59).contains(minute),
            (0...60).contains(second), hour < 24 || (minute == 0 && second == 0)
        else { return nil }
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64((hour * 60 + minute - (offset ?? 0)) * 60 + second)
        return seconds * 1_000 + Int64(millisecond)
    }

    /// How long after UTC a day ends where clocks are farthest behind.
    static let farthestWestMs = Precision.day.rawValue / 2
}
