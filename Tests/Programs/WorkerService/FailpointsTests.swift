import LarderModel
import LarderProtocol
import Testing

@testable import LarderWorker

@Suite("Failpoints") struct FailpointsTests {
    @Test(arguments: ["detail:sample:1", "=crash", "detail:sample:1=sleep", "a=crash,", "a=crash,,b=hang"])
    func `a text that is no list of failpoints is refused with the part that is wrong`(text: String) {
        #expect(throws: Failpoints.ParsingError.self) { try Failpoints(parsing: text) }
    }

    @Test func `empty text means none`() throws {
        #expect(try Failpoints(parsing: "").isEmpty)
    }

    @Test(arguments: [
        ("detail:sample:1", Failpoints.Action.crash), ("detail:sample", .crash), ("recipe:sample:1", .crash),
        ("detail:sample:12", nil), ("detail:sam", nil), ("recipe:sample:12", nil), ("search:sample", nil),
    ])
    func `a job fits its own URN, its record's and what either begins with up to a colon`(
        urn: String,
        expected: Failpoints.Action?
    ) throws {
        let work = RecordWork(recordID: "1", itemURN: "recipe:sample:1")
        let spec = JobSpec(source: "sample", work: .record(work))
        #expect(try Failpoints(parsing: "\(urn)=crash").action(at: spec) == expected)
    }

    @Test func `the first that fits acts, and keys may hold equals signs`() throws {
        func search(page: Int) -> JobSpec {
            JobSpec(source: "news", work: .search(SearchWork(outlet: "the-daily", page: page)))
        }
        let points = try Failpoints(parsing: "search:news:outlet=the-daily:1=crash,search:news:outlet=the-daily:2=hang")
        #expect(points.action(at: search(page: 2)) == .hang)
        #expect(points.action(at: search(page: 1)) == .crash)
    }
}
