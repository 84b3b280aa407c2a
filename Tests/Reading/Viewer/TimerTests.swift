import Foundation
import LarderViewer
import Testing

@Suite("Timers in steps") struct TimerTests {
    @Test(arguments: [
        ("Bake for 20 minutes.", ["20 minutes=1200"]), ("Bake 20-25 minutes.", ["20-25 minutes=1200"]),
        ("Bake 20–25 min.", ["20–25 min=1200"]), ("Bake 20 to 25 minutes.", ["20 to 25 minutes=1200"]),
        ("Simmer 1 1/2 hours.", ["1 1/2 hours=5400"]), ("Simmer 1½ hours.", ["1½ hours=5400"]),
        ("Wait ½ hour.", ["½ hour=1800"]),
        (
            "Rest 1 hour and 20 minutes, then 10 minutes.",
            ["1 hour and 20 minutes=4800", "10 minutes=600"]
        ),
        ("Rest 1 hour 20 minutes.", ["1 hour 20 minutes=4800"]),
        ("Rest 1 hour, 20 minutes.", ["1 hour, 20 minutes=4800"]),
        ("A 30-minute rest.", ["30-minute=1800"]), ("Beat 90 seconds.", ["90 seconds=90"]),
        ("Leave 12 h.", ["12 h=43200"]),
        ("20 Minuten backen.", ["20 Minuten=1200"]), ("2 Stunden ruhen lassen.", ["2 Stunden=7200"]),
        ("Grädda i 20 minuter.", ["20 minuter=1200"]), ("Låt vila 2 timmar.", ["2 timmar=7200"]),
        ("Cuire 1 heure.", ["1 heure=3600"]),
        ("Cuire 45 minutes, puis 2 heures.", ["45 minutes=2700", "2 heures=7200"]),
        ("Cuocere 10 minuti.", ["10 minuti=600"]), ("Hornear 30 minutos.", ["30 minutos=1800"]),
    ])
    func `durations are found`(text: String, expected: [String]) {
        let found = Timers.find(in: text)
        #expect(found.map { "\(text[$0.range])=\($0.seconds)" } == expected)
    }

    @Test(arguments: [
        "", "Heat to 180 °C.", "See step 2.", "Add 30 ml milk.", "Add 2 eggs.", "An hour later.", "Rest overnight.",
        "2 days", "3 seconds", "100 hours", "Serves 4 minutely", "A4 minutes", "Use a 20 cm tin.", "12 minced shallots",
        "5 small onions", "2 heads of garlic", "1 hot pan", "Add 10 g sugar and 2 tbsp milk.",
    ])
    func `other numbers are no durations`(text: String) { #expect(Timers.find(in: text).isEmpty) }

    @Test func `hostile texts take time in proportion to their length`() {
        let digits = String(repeating: "1/", count: 20_000) + String(repeating: "9", count: 40_000)
        let hours = String(repeating: "1 hour and ", count: 4_000)
        let start = ContinuousClock.now
        #expect(Timers.find(in: digits).isEmpty)
        #expect(Timers.find(in: hours).count == 4_000)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}

@Suite("Words for times and dates") struct WordingTests {
    @Test(arguments: [
        (0, "0 min"), (35, "35 min"), (60, "1 h"), (125, "2 h 5 min"), (1_440, "24 h"), (2_160, "36 h"), (2_880, "2 d"),
        (4_380, "3 d 1 h"),
    ])
    func `minutes`(minutes: Int, expected: String) {
        #expect(Wording.minutes(minutes).replacing("\u{A0}", with: " ") == expected)
    }

    @Test func `dates are those of this machine's time zone`() throws {
        let calendar = Calendar(identifier: .gregorian)
        let date = try #require(
            calendar.date(from: DateComponents(year: 2025, month: 12, day: 7, hour: 13, minute: 5, second: 9))
        )
        #expect(Wording.longDate(date) == "7 December 2025" && Wording.shortDate(date) == "7 Dec 2025")
        #expect(Wording.clock(date) == "13:05" && Wording.clock(date, hasSeconds: true) == "13:05:09")
        #expect(Wording.dayAndMonth(date, now: date) == "7 Dec")
        #expect(Wording.dayAndMonth(date, now: date.addingTimeInterval(86_400 * 60)) == "7 Dec 2025")
    }

    @Test func `dates of any number are shown`() {
        for seconds in [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, 0, -1] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(Wording.longDate(date).split(separator: " ").count == 3)
            #expect(Wording.clock(date).count == 5)
        }
    }

    @Test(
        arguments: [
            (nil, nil, nil), (599, "en", nil), (600, nil, "1 min read"), (13_800, "en", "10 min read"),
            (150, "ja", nil),
            (5_000, "ja", "10 min read"), (5_000, "zh-Hant", "10 min read"), (5_000, "de", "4 min read"),
        ] as [(Int?, String?, String?)]
    )
    func `reading time`(length: Int?, language: String?, expected: String?) {
        #expect(Wording.readingTime(length, language: language)?.replacing("\u{A0}", with: " ") == expected)
    }
}
