import LarderWireClient
import Testing

@testable import LarderSampleSite

@Suite("Sample faults") struct FaultTests {
    private static let target = "/api/search?q=pie"

    /// The answers to the same request, one after the other, when every target has the fault `times` times.
    private func answers(
        _ kind: SampleSite.Faults.Kind,
        times: Int = 1,
        count: Int = 2,
        target: String = target
    ) async throws -> [WireAnswer?] {
        var faults = SampleSite.Faults(kinds: [kind], rate: 1, times: times, dripDuration: .milliseconds(160))
        faults.retryAfterSeconds = 7
        return try await withSite(smallSite(faults: faults)) { client in
            var answers: [WireAnswer?] = []
            for _ in 0..<count {
                answers.append(try await client.send(target))
            }
            return answers
        }
    }

    private func soundBody() async throws -> Int {
        try await withSite(smallSite()) { try await $0.get(Self.target) }.body.count
    }

    @Test(arguments: [
        (SampleSite.Faults.Kind.tooManyRequests, 429), (.serverError, 500), (.unavailable, 503),
    ])
    func `a refused target is right after its number of refusals`(kind: SampleSite.Faults.Kind, status: Int)
        async throws
    {
        let answers = try await answers(kind, times: 2, count: 4)
        #expect(answers.map { $0?.status } == [status, status, 200, 200])
        #expect(answers[0]?.headers["retry-after"] == (kind == .serverError ? nil : "7"))
    }

    @Test func `no number of times is enough when times is 0`() async throws {
        #expect(try await answers(.serverError, times: 0, count: 5).allSatisfy { $0?.status == 500 })
    }

    @Test func `Retry-After can be a date`() async throws {
        let faults = SampleSite.Faults(kinds: [.tooManyRequests], rate: 1, retryAfterForm: .date)
        let answer = try await withSite(smallSite(faults: faults)) { try await $0.get(Self.target) }
        #expect(answer.headers["retry-after"]?.hasSuffix(" GMT") == true)
        #expect(answer.headers["retry-after"]?.utf8.count == 29)
    }

    @Test func `a cut body is shorter than its length says`() async throws {
        let answers = try await answers(.cutBody)
        let cut = try #require(answers[0])
        let whole = try #require(answers[1])
        #expect(cut.headers["content-length"] == String(whole.body.count))
        #expect(cut.body.count == whole.body.count / 2)
        #expect(whole.body.starts(with: cut.body))
    }

    @Test func `broken JSON is as long as its length says and does not parse`() async throws {
        let answers = try await answers(.brokenJSON)
        let broken = try #require(answers[0])
        #expect(broken.status == 200)
        #expect(broken.headers["content-length"] == String(broken.body.count))
        #expect(broken.json.isEmpty)
        #expect(answers[1]?.json.isEmpty == false)
    }

    @Test func `JSON is all that breaks as JSON`() async throws {
        let answers = try await answers(.brokenJSON, target: "/robots.txt")
        #expect(answers.allSatisfy { $0?.text.contains("Sitemap") == true })
    }

    @Test func `a redirect ends at the content`() async throws {
        let faults = SampleSite.Faults(kinds: [.redirect], rate: 1)
        try await withSite(smallSite(faults: faults)) { (client) async throws in
            let first = try await client.get(Self.target)
            #expect([301, 302, 307, 308].contains(first.status))
            let location = try #require(first.headers["location"])
            #expect(location == Self.target + "&_hop=1")
            #expect(try await client.get(location).json["count"] as? Int ?? 0 > 0)
        }
    }

    @Test func `a redirect loop never ends, but its first target is right the next time`() async throws {
        let faults = SampleSite.Faults(kinds: [.redirectLoop], rate: 1)
        try await withSite(smallSite(faults: faults)) { (client) async throws in
            var location = Self.target
            var seen: [String] = []
            for _ in 0..<12 {
                let answer = try await client.get(location)
                #expect(answer.status == 302)
                location = try #require(answer.headers["location"])
                seen.append(location)
            }
            #expect(Set(seen).count == 2)
            #expect(try await client.get(Self.target).status == 200)
        }
    }

    @Test func `a dripping body is whole in the end`() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let dripped = try #require(try await answers(.slowDrip, count: 1)[0])
        #expect(clock.now - start >= .milliseconds(160))
        #expect(dripped.json["count"] as? Int ?? 0 > 0)
        #expect(dripped.body.count == (try await soundBody()))
    }

    @Test func `a wrong content type comes with the right body`() async throws {
        let answers = try await answers(.wrongContentType)
        #expect(answers[0]?.headers["content-type"] == "application/octet-stream")
        #expect(answers[0]?.body == answers[1]?.body)
        #expect(answers[1]?.headers["content-type"]?.hasPrefix("application/json") == true)
    }

    @Test func `no answer is a closed connection`() async throws {
        let answers = try await answers(.noAnswer)
        #expect(answers[0] == nil || answers[0]?.status == 0)
        #expect(answers[1]?.status == 200)
    }

    @Test func `a share of the targets is faulty, the same ones for the same seed`() async throws {
        let faults = SampleSite.Faults(kinds: [.serverError, .tooManyRequests], rate: 0.3)
        @Sendable func statuses(_ configuration: SampleSite.Configuration) async throws -> [Int] {
            try await withSite(configuration) { client in
                var statuses: [Int] = []
                for page in 1...100 {
                    statuses.append(try await client.get("/api/search?q=pie&page=\(page)").status)
                }
                return statuses
            }
        }
        let one = try await statuses(smallSite(faults: faults))
        let other = try await statuses(smallSite(faults: faults))
        #expect(one == other)
        #expect(15...50 ~= one.count { $0 != 200 })
        #expect(Set(one) == [200, 429, 500])
    }

    @Test func `only the chosen areas are faulty, and stats never`() async throws {
        let faults = SampleSite.Faults(kinds: [.serverError], rate: 1, times: 0, areas: [.search, .stats])
        try await withSite(smallSite(faults: faults)) { (client) async throws in
            #expect(try await client.get(Self.target).status == 500)
            #expect(try await client.get("/").status == 200)
            let stats = try await client.get("/stats")
            #expect(stats.status == 200)
            #expect(stats.json["faults"] as? [String: Int] == ["500": 1])
        }
    }

    @Test func `a burst refuses requests in a row and then ends`() async throws {
        let faults = SampleSite.Faults(burstEvery: 4, burstLength: 3)
        let statuses = try await withSite(smallSite(faults: faults)) { client in
            var statuses: [Int] = []
            for _ in 0..<9 {
                statuses.append(try await client.get(Self.target).status)
            }
            return statuses
        }
        #expect(statuses == [200, 200, 200, 200, 503, 503, 503, 200, 200])
    }

    @Test func `latency holds every answer back`() async throws {
        let faults = SampleSite.Faults(latency: .milliseconds(80), jitter: .milliseconds(20))
        let clock = ContinuousClock()
        let time = try await withSite(smallSite(faults: faults)) { client in
            let start = clock.now
            _ = try await client.get("/robots.txt")
            return clock.now - start
        }
        #expect(time >= .milliseconds(80))
    }
}
