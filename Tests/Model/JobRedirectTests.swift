import LarderModel
import Testing

@Suite("Redirects of jobs") struct JobRedirectTests {
    private static func step(_ count: Int, isSecondWay: Bool = false, _ url: String = "http://b.test/") -> JobRedirect {
        JobRedirect(url: url, count: count, freshUntil: 0, foundAt: 1_000_000, isSecondWay: isSecondWay)
    }

    private static let steps: [JobRedirect] =
        (1...5).map { step($0) } + [JobRedirect.back(at: 0)] + (1...5).map { step($0, isSecondWay: true) }

    /// However hosts lead to each other, there are eleven steps at most.
    @Test func `each step of a job leads on`() {
        for (other, next) in Self.steps.enumerated() {
            #expect(next.leadsOn(from: nil))
            for (number, step) in Self.steps.enumerated() {
                #expect(next.leadsOn(from: step) == (other > number), "\(number) to \(other)")
            }
        }
    }

    static let wrong: [JobRedirect] = [
        step(6), step(0), step(-1), step(1, ""), step(0, ""), step(1, isSecondWay: true, ""), step(1, "ftp://b.test/"),
        step(1, "http://B.test/"), step(1, "http://b.test"), step(Int.max), step(6, isSecondWay: true),
    ]

    @Test(arguments: wrong) func `what is no step is none`(redirect: JobRedirect) {
        #expect(!redirect.leadsOn(from: nil))
    }

    @Test(arguments: [400, 401, 403, 404, 410]) func `an address that waited long and is refused may have ended`(
        status: Int
    ) {
        let redirect = Self.step(1)
        #expect(redirect.mayHaveEnded(status: status, at: 1_060_001))
        #expect(!redirect.mayHaveEnded(status: status, at: 1_060_000))
        #expect(!redirect.mayHaveEnded(status: status, at: 0), "a clock that was set back")
        #expect(!Self.step(1, isSecondWay: true).mayHaveEnded(status: status, at: 1_060_001))
        #expect(!JobRedirect.back(at: 0).mayHaveEnded(status: status, at: 1_060_001))
    }

    @Test(arguments: [200, 203, 304, 429, 451, 500, 503]) func `other answers are those of the address`(status: Int) {
        #expect(!Self.step(1).mayHaveEnded(status: status, at: 1_060_001))
    }

    @Test func `a job is the same wherever it is sent`() {
        let work = ImageDownloadWork(imageURN: "image:t:1", url: "http://a.test/")
        let spec = JobSpec(source: "t", work: .imageDownload(work), redirect: Self.step(1))
        #expect(spec.urn == spec.unredirected.urn && spec.url == "http://a.test/")
        #expect(spec.unredirected.redirect == nil && spec != spec.unredirected)
    }
}
