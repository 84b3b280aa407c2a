import Glibc
import LarderCatalogWriting
import LarderLedger
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import LarderThreading
import LarderTransport
import Logging
import Synchronization
import Testing

@testable import LarderSync
@testable import LarderTools

/// Text that was written.
private final class Written: Sendable {
    private let state = Mutex<[String]>([])
    var all: [String] { state.withLock { $0 } }
    func add(_ text: String) { state.withLock { $0.append(text) } }
}

@Suite("Reporting") struct ReportingTests {
    @Test(arguments: [(0, "0 recipes"), (1, "1 recipe"), (2, "2 recipes"), (1200, "1,200 recipes")])
    func `a count is told with its noun in the right number`(count: Int, text: String) {
        #expect(count.counted("recipe") == text)
        #expect(1.counted("body", many: "bodies") == "1 body" && 2.counted("body", many: "bodies") == "2 bodies")
    }

    private func plan(_ basis: SourceEstimate.Basis, isMost: Bool, lacksPictures: Bool = false) -> [String] {
        SourceEstimate(
            name: "stew",
            basis: basis,
            requests: 4,
            bytes: 2_000_000,
            seconds: 40,
            parts: RequestPart.allCases.map { SourceEstimate.Part(kind: $0, count: 1) },
            isMost: isMost,
            lacksPictures: lacksPictures
        ).lines
    }

    @Test func `a plan says at most or at least, and about where both hold`() {
        let whole = plan(.lists, isMost: true)
        #expect(whole[1].hasSuffix("  4: 1 list page, 1 item, 1 web page, 1 picture"), "\(whole)")
        #expect(whole[2].contains("  at most about 2.0 MB, if all is new"), "\(whole)")
        #expect(whole[3].hasSuffix("  at most about 40 s"), "\(whole)")
        let least = plan(.links, isMost: false)
        #expect(least[1].contains("  at least 4: ") && least[2].hasSuffix("  at least about 2.0 MB"), "\(least)")
        for both in [plan(.links, isMost: true), plan(.lists, isMost: true, lacksPictures: true)] {
            #expect(both[1].contains("  at least 4: "), "\(both)")
            #expect(both[2].hasSuffix("  about 2.0 MB") && both[3].hasSuffix("  about 40 s"), "\(both)")
        }
    }

    @Test func `a plan that fills a quota tells how many of its periods`() {
        for (quota, words) in [("5/hour", "5 an hour: up to 3 hours"), ("5/day", "5 a day: up to 3 days")] {
            var estimate = SourceEstimate(name: "stew", basis: .lists, requests: 12, parts: [])
            estimate.quota = SourceDefinition.Quota(quota)
            #expect(estimate.lines.contains { $0.hasSuffix(words) }, "\(estimate.lines)")
        }
    }

    @Test func `requests of a plan are told in the right number, and stand in catalogs under one name`() {
        #expect(RequestPart.allCases.map { $0.counted(2) } == ["2 list pages", "2 items", "2 web pages", "2 pictures"])
        #expect(RequestPart.lists.requests == "list pages requests")
        #expect(RequestPart.pages.fromCache == "web pages from cache")
    }

    @Test func `a log line stands above the bar, which is drawn again below it`() {
        let written = Written()
        let console = Console(columns: { nil }, write: written.add)
        console.print("before")
        console.draw(["bar one", "bar two"])
        console.print("A worker died")
        console.draw(["bar three"])
        console.draw([])
        console.draw([])
        console.print("after")
        #expect(
            written.all == [
                "before\n", "bar one\nbar two\n", "\r\u{1B}[2A\u{1B}[JA worker died\nbar one\nbar two\n",
                "\r\u{1B}[2A\u{1B}[Jbar three\n", "\r\u{1B}[1A\u{1B}[J", "after\n",
            ]
        )
    }

    @Test func `lines that a narrower terminal wraps are erased row by row`() {
        let written = Written()
        let columns = Mutex(40)
        let console = Console(columns: { columns.withLock { $0 } }, write: written.add)
        console.draw([String(repeating: "a", count: 40), "b", ""])
        columns.withLock { $0 = 15 }
        console.draw(["c"])
        #expect(written.all.last == "\r\u{1B}[5A\u{1B}[Jc\n")
    }

    @Test func `after Ctrl-Z the shell's lines stay, and the bar is drawn below them`() {
        let written = Written()
        let console = Console(columns: { 40 }, write: written.add)
        console.draw(["one"])
        kill(getpid(), SIGCONT)
        while ProcessSignals.continuations == 0 { sched_yield() }
        console.draw(["two"])
        #expect(written.all.last == "two\n")
        console.draw(["three"])
        #expect(written.all.last == "\r\u{1B}[1A\u{1B}[Jthree\n")
    }

    @Test(
        arguments: [
            (["LANG": "de_DE.UTF-8"], true), (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false), ([:], false),
            (["LC_CTYPE": "C.utf8"], true),
        ] as [([String: String], Bool)]
    ) func `the bar's signs go by the locale`(environment: [String: String], isUTF8: Bool) {
        #expect(Terminal.isUTF8(environment) == isUTF8)
    }

    @Test func `lines are broken between words, below where their text begins`() {
        let text = "  note          The dates of change are those of the page\nshort"
        let wrapped = "  note          The dates of change are those of\n                the page\nshort"
        #expect(text.wrapped(columns: 48) == wrapped)
        #expect("  a     1  22 x".wrapped(columns: 14) == "  a     1  22\n    x")
        #expect("    https://a.example/long-address".wrapped(columns: 10) == "    https://a.example/long-address")
    }

    @Test func `no time is told while hosts or jobs wait, and a bar is ASCII where the locale is`() {
        var pace = Pace()
        var tally = Tally()
        tally.found([.detail: 200])
        tally.kinds[.detail]?.done = 100
        pace.update(tally, unfinished: 100, at: .seconds(10))
        var status = RunStatus(tally: tally, unfinished: 100, waiting: 0, workers: 1, turnedAway: 0)
        func text() -> ProgressText { ProgressText(status: status, pace: pace, elapsed: .seconds(10)) }
        #expect(text().line.contains("to go") && text().bars(columns: 80).joined().contains("█"))
        let ascii = text().bars(columns: 60, isASCII: true).joined()
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 } && ascii.contains("#####....."), "\(ascii)")
        status.pausedHosts = [(name: "a.test", left: .seconds(60), reason: "", hasAsked: true)]
        #expect(!text().line.contains("to go") && !text().json.contains("seconds_left"), "\(text().line)")
        status.pausedHosts = []
        status.waiting = 90
        #expect(!text().bars(columns: 120).joined().contains("to go"))
    }

    private func summary(of tally: Tally, recipes: Int = 1, articles: Int = 0, open: Int = 0) -> Summary {
        Summary(
            outcome: SyncRun.Outcome(tally: tally),
            elapsed: .seconds(2),
            larder: "/larder",
            intoOption: "",
            content: Summary.Content(recipes: recipes, articles: articles, pictures: 1),
            jobs: Summary.Remainder(open: open),
            again: "coordinator"
        )
    }

    @Test func `new items are counted as soon as there are others`() {
        var tally = Tally()
        for number in 1...5 { tally.changes.count(.inserted, of: "article:s:\(number)", isFirst: true) }
        let mixed = summary(of: tally, recipes: 10, articles: 5).table
        #expect(mixed.contains("  10 recipes, 5 articles (5 new), 1 picture\n"), "\(mixed)")
        let first = summary(of: tally, recipes: 0, articles: 5).table
        #expect(first.contains("  0 recipes, 5 articles, 1 picture\n"), "\(first)")
    }

    @Test(arguments: [
        (["not-found"], "1 answer, which could not be used"), (["could-not-connect"], "nothing; every request failed"),
        (["other-form", "could-not-connect", "key-refused"], "2 answers, none of which could be used"),
    ])
    func `answers that could not be used are told apart from none`(codes: [String], words: String) {
        var tally = Tally()
        for code in codes {
            let reason = FailureReason(.permanent, code: FailureCode(rawValue: code), message: "No.")
            let lease = JobLease(job: 1, attempt: 1)
            let outcome = CommitEntry.Outcome.dead(errors: 1, crashes: 0, reason)
            tally.count(CommitEntry(lease: lease, session: nil, kind: .search, source: 1, outcome: outcome), nil)
        }
        let table = summary(of: tally).table
        #expect(table.contains("  fetched       \(words)\n"), "\(table)")
    }

    @Test func `the summary of one of each counts in the singular`() {
        var tally = Tally()
        tally.kinds[.detail] = Tally.PerKind(found: 1, done: 1)
        (tally.requests, tally.bodies, tally.wireBytes) = (1, 1, 500)
        var summary = self.summary(of: tally, open: 1)
        #expect(summary.table.contains("1 recipe, 0 articles, 1 picture"))
        #expect(summary.table.contains("1 body, 500 B in 1 request"))
        #expect(summary.table.contains("1 job; nothing is lost"))
        summary.jobs.open = 0
        summary.jobs.deadCount = 1
        #expect(summary.table.contains("  1 dead job:\n"))
    }

    @Test func `progress tells the rate of the last ten seconds, and how long the known jobs take at it`() {
        var pace = Pace()
        var tally = Tally()
        tally.found([.detail: 200])
        for second in 1...30 {
            tally.kinds[.detail, default: .init()].done += second <= 15 ? 1 : 5
            pace.update(tally, unfinished: 200 - tally.done, at: .seconds(second))
        }
        #expect(tally.done == 90)
        #expect(pace.total.perSecond == 5 && pace.total.left == .seconds(22))
        #expect(pace.kinds[.detail]?.perSecond == 5)
        let status = RunStatus(tally: tally, unfinished: 110, waiting: 1, workers: 1, turnedAway: 0)
        let text = ProgressText(status: status, pace: pace, elapsed: .seconds(30))
        #expect(
            text.line
                == "30 s: 90 jobs done, 110 left, 5.0/s, 0 dead, 1 waiting for another try, 1 worker, about 22 s to go"
        )
        let bars = text.bars(columns: 64)
        #expect(bars.count == 3 && bars[1].contains("1 worker  ") && bars[2] == "1 waiting for another try", "\(bars)")
        var held = text
        held.status.held = ["the quota is used"]
        held.status.pausedHosts = [("one.example:443", .seconds(9), "", true)]
        #expect(
            held.line.contains(
                "one.example:443 asked for a pause and is asked again in 9.0 s, the quota is used, 1 worker"
            )
        )
        held.status.pausedHosts = [("one.example:443", .seconds(9), "30 s pass", false)]
        #expect(held.line.contains(", one.example:443 is asked again in 9.0 s (30 s pass), the quota"), "\(held.line)")
        #expect(held.json.contains(#""reason":"30 s pass","has_asked":false}"#), "\(held.json)")
    }

    @Test func `no line of the bar is wider than the terminal`() {
        var tally = Tally()
        for kind in JobKind.allCases {
            tally.kinds[kind] = .init(found: 1_234_567, done: 1_034_567, dead: 12, retries: 7)
        }
        var pace = Pace()
        pace.update(tally, unfinished: 200_000, at: .seconds(7_300))
        var status = RunStatus(tally: tally, unfinished: 200_000, waiting: 12_345, workers: 256, turnedAway: 0)
        status.nextTry = .seconds(90)
        status.pausedHosts = [(String(repeating: "host.", count: 30) + "test:443", .seconds(3_700), "too many", true)]
        let text = ProgressText(status: status, pace: pace, elapsed: .seconds(7_300))
        for columns in [40, 64, 120] {
            let lines = text.bars(columns: columns)
            #expect(lines.count > JobKind.allCases.count)
            #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
        }
        #expect(text.bars(columns: 64).filter { $0.contains("█") }.allSatisfy { !$0.contains("…") })
    }

    @Test func `an item is counted once in a run, however often it is read`() {
        var tally = Tally()
        var effect = JobEffect()
        effect.recipes = [Recipe(urn: "recipe:s:1", recordID: "1", title: "Soup")]
        for _ in 0..<3 {
            var part = Tally()
            let lease = JobLease(job: 1, attempt: 1)
            part.count(
                CommitEntry(lease: lease, session: nil, kind: .detail, source: 1, outcome: .done(effect: [])),
                effect
            )
            tally.add(part)
        }
        #expect(tally.items.count == 1 && tally.recipes == 3)
    }

    @Test func `peers that are turned away are told of at the first and at each tenfold count, with what to type`() {
        let written = Written()
        let logger = Logger(label: "test") { _ in RecordingHandler(written) }
        var peers = TurnedAwayPeers(logger: logger, keysOption: " --keys k")
        for _ in 0..<25 { peers.failed(.keysMissing, 1) }
        peers.failed(.notZeroMQ, 3)
        peers.refused(address: "10.0.0.9", key: "KEY")
        #expect(written.all.count == 4)
        #expect(
            written.all[0].contains("coordinator keygen --keys k --worker NAME") && written.all[0].contains("peers=1")
        )
        #expect(written.all[1].contains("peers=10") && written.all[2].contains("peers=3"))
        #expect(written.all[3].contains("--allow 'NAME=KEY'") && written.all[3].contains("host=10.0.0.9"))
    }
}

private struct RecordingHandler: LogHandler {
    let written: Written
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(_ written: Written) { self.written = written }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        written.add("\(event.message) \(values)")
    }
}
