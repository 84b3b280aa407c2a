import Testing

@testable import LarderModel

@Suite("Calendar") struct CivilDateTests {
    @Test(arguments: [
        (0, CivilDate(year: 1970, month: 1, day: 1)), (-1, CivilDate(year: 1969, month: 12, day: 31)),
        (11_016, CivilDate(year: 2000, month: 2, day: 29)), (-719_468, CivilDate(year: 0, month: 3, day: 1)),
        (2_932_896, CivilDate(year: 9999, month: 12, day: 31)),
    ])
    func `days are counted from 1970`(days: Int, date: CivilDate) {
        #expect(CivilDate(daysSince1970: days) == date)
        #expect(date.daysSince1970 == days)
    }

    @Test func `each day follows the day before it`() {
        var date = CivilDate(year: -401, month: 12, day: 31)
        for days in date.daysSince1970..<date.daysSince1970 + 300_000 {
            let next = CivilDate(daysSince1970: days + 1)
            let isNextDay = next.day == date.day + 1 && (next.year, next.month) == (date.year, date.month)
            let isFirst = next.day == 1 && date.day == CivilDate.days(inMonth: date.month, of: date.year)
            guard next.exists, next.daysSince1970 == days + 1, isNextDay || isFirst else {
                Issue.record("\(date.text) and \(next.text)")
                return
            }
            date = next
        }
        #expect(date.year == 421)
    }

    @Test(arguments: [
        CivilDate(year: 1900, month: 2, day: 29), CivilDate(year: 2026, month: 4, day: 31),
        CivilDate(year: 2026, month: 0, day: 1), CivilDate(year: 2026, month: 13, day: 1),
        CivilDate(year: 2026, month: 1, day: 0),
    ])
    func `days that no month has do not exist`(date: CivilDate) {
        #expect(!date.exists)
    }

    @Test func `seconds before 1970 belong to the day before`() {
        #expect(CivilTime(unixSeconds: -1).iso8601 == "1969-12-31T23:59:59Z")
    }

    @Test(arguments: MonthNames.proseRows.indices)
    func `the names of months are known, and not all of them without their row`(row: Int) {
        let names = MonthNames.proseRows[row].names.map { $0[0] }
        #expect(names.count == 12)
        for (index, name) in names.enumerated() {
            let day = ProseDate.first(in: "3 \(name) 2026", monthFirst: true)
            #expect(day?.month == index + 1, "\(name)")
        }
        var others = MonthNames.proseRows
        others.remove(at: row)
        let beginnings = MonthNames.beginnings(of: others)
        #expect(names.indices.contains { beginnings[names[$0]] != $0 + 1 }, "\(MonthNames.proseRows[row].language)")
    }
}
