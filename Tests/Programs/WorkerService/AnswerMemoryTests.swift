import Foundation
import LarderCache
import LarderFetch
import LarderModel
import LarderProtocol
import Testing

@testable import LarderSourceAdapters
@testable import LarderWorker

@Suite("What is known of earlier answers") struct AnswerMemoryTests {
    private static let start: Int64 = 1_800_000_000_000

    /// A cache that lives while `body` runs.
    func withCache(_ body: (DiskCache) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-memory-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(DiskCache(folder: folder))
    }

    func request(headers: [HeaderField] = [], accept: String = "text/html") -> SourceRequest {
        let address = WebAddress(scheme: "https", host: "example.org", port: 443, path: "/page", query: nil)
        return SourceRequest(address, headers: headers, accept: accept)
    }

    func memory(
        in cache: DiskCache,
        seconds: Int64 = 0,
        accept: String = "text/html",
        agent: String = "Larder/1",
        headers: [HeaderField] = [],
        isRefresh: Bool = false,
        longestGuess: Int64 = Freshness.longestGuess,
        hasChanged: Bool = false
    ) -> AnswerMemory {
        AnswerMemory(
            of: request(headers: headers, accept: accept),
            userAgent: agent,
            rules: AnswerMemory.Rules(isRefresh: isRefresh, longestGuess: longestGuess, hasChanged: hasChanged),
            in: cache,
            now: Self.start + seconds * 1_000
        )
    }

    func response(
        _ fields: [(String, String)],
        status: Int = 200,
        redirects: [FetchResponse.Redirect] = []
    ) -> FetchResponse {
        FetchResponse(
            status: status,
            finalURL: "https://example.org/page",
            headers: fields.map { HeaderField(name: $0.0, value: $0.1) },
            body: [],
            wireBytes: 0,
            redirects: redirects
        )
    }

    @Test func `a list that does not say how long it is fresh is asked for again`() throws {
        try withCache { cache in
            let old = response([("last-modified", "Sun, 01 Nov 2020 00:00:00 GMT")])
            for (longest, isFresh) in [(Freshness.longestGuess, true), (61, true), (60, false), (0, false)] {
                try keep(old, memory(in: cache, longestGuess: longest), in: cache)
                #expect((memory(in: cache, seconds: 60).fresh != nil) == isFresh)
            }
        }
    }

    /// Keeps an answer as a job does.
    func keep(
        _ response: FetchResponse,
        _ memory: AnswerMemory,
        in cache: DiskCache,
        seconds: Int64 = 0
    ) throws {
        let confirmed = response.status == 304 ? memory.stored : nil
        let moment = Self.start + seconds * 1_000
        var answer = FetchedAnswer(response, of: request(), at: nil, receivedAtMs: moment)
        answer.content.status = 200
        answer.content.bodyDigest = try cache.store(blob: Array("body".utf8))
        answer.byteCount = 4
        answer.metrics.isNotModified = confirmed != nil
        answer.recordChange = memory.recordChange(for: response, confirming: confirmed, receivedAtMs: moment)
        try memory.store(answer, nil)
    }

    @Test func `it is fresh from when it came until its time is over`() throws {
        try withCache { cache in
            try keep(response([("cache-control", "max-age=60")]), memory(in: cache), in: cache)
            for (seconds, isFresh) in [(0, true), (59, true), (60, false), (-1, false), (1 << 40, false)]
                as [(Int64, Bool)]
            {
                #expect((memory(in: cache, seconds: seconds).fresh != nil) == isFresh, "\(seconds)")
            }
            #expect(memory(in: cache, isRefresh: true).stored == nil)
        }
    }

    @Test func `what the source says has changed is asked for however fresh it is`() throws {
        try withCache { cache in
            try keep(response([("cache-control", "max-age=60")]), memory(in: cache), in: cache)
            #expect(memory(in: cache).fresh != nil && memory(in: cache, hasChanged: true).fresh == nil)
        }
    }

    @Test(arguments: [
        ("sitemap\nbase: http://a.test/", 0, 86_400), ("feed\nbase: http://a.test/", 0, 86_400),
        ("feed\nbase: http://a.test/\nevery: 1h", 3_600, 3_600),
        ("feed\nbase: http://a.test/\nevery: 30d", 86_400, 86_400),
    ])
    func `for how long pages and pictures count as fresh without saying so`(
        lines: String,
        page: Int64,
        picture: Int64
    ) throws {
        let source = try SourceContext(
            SourceConfig(name: "a", yaml: "name: a\nkind: \(lines)\n"),
            Redactor(secrets: [])
        )
        let works: [(JobSpec.Work, Int64)] = [
            (.page(PageWork(itemURN: "article:a:1", url: "http://a.test/1")), page),
            (.imageDownload(ImageDownloadWork(imageURN: "image:a:1", url: "http://a.test/1.jpg")), picture),
            (.discover(DiscoverWork(target: "a")), 0),
        ]
        for (work, longest) in works {
            #expect(AnswerMemory.Rules(of: JobSpec(source: "a", work: work), source).longestGuess == longest)
        }
        var changed = PageWork(itemURN: "article:a:1", url: "http://a.test/1")
        #expect(!AnswerMemory.Rules(of: JobSpec(source: "a", work: .page(changed)), source).hasChanged)
        changed.freshSince = PageWork.changed
        #expect(AnswerMemory.Rules(of: JobSpec(source: "a", work: .page(changed)), source).hasChanged)
    }

    @Test func `an answer fits requests that say the same where it varies`() throws {
        try withCache { cache in
            let key = HeaderField(name: "X-Key", value: "a-secret-key")
            let fields = [
                ("cache-control", "max-age=60, stale-if-error=60"), ("vary", "Accept, X-Key"), ("etag", "\"a\""),
                ("last-modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ]
            try keep(response(fields), memory(in: cache, headers: [key]), in: cache)
            let same = memory(in: cache, agent: "Larder/2", headers: [key])
            #expect(same.fresh != nil && same.substitute != nil && same.validators.lastModified != nil)
            #expect(same.stored?.headers.contains { $0.value.contains("a-secret-key") } == false)
            for other in [
                memory(in: cache, accept: "image/*", headers: [key]), memory(in: cache),
                memory(in: cache, headers: [HeaderField(name: "x-key", value: "another")]),
            ] {
                #expect(other.fresh == nil && other.substitute == nil)
                #expect(other.validators == Validators(etag: "\"a\""))
            }
        }
    }

    @Test func `a star fits no request`() throws {
        try withCache { cache in
            try keep(response([("cache-control", "max-age=60"), ("vary", "*")]), memory(in: cache), in: cache)
            #expect(memory(in: cache).stored != nil && memory(in: cache).fresh == nil)
        }
    }

    @Test func `a stale answer stands in for as long as it says`() throws {
        try withCache { cache in
            try keep(response([("cache-control", "max-age=60, stale-if-error=30")]), memory(in: cache), in: cache)
            for (seconds, mayStandIn) in [(61, true), (89, true), (90, false), (-1, false)] as [(Int64, Bool)] {
                #expect((memory(in: cache, seconds: seconds).substitute != nil) == mayStandIn, "\(seconds)")
            }
        }
    }

    /// The status and the fields of a redirect, and the seconds for which an answer behind it, fresh for 60, is fresh.
    @Test(
        arguments: [
            (302, [], 0), (301, [], 0), (302, [("cache-control", "max-age=30")], 30),
            (307, [("cache-control", "max-age=90")], 60),
            (301, [("cache-control", "max-age=90"), ("age", "80")], 10), (308, [("cache-control", "no-store")], 0),
            (302, [("cache-control", "max-age=90, private")], 0),
            (301, [("cache-control", "max-age=90"), ("vary", "Accept")], 0),
            (301, [("last-modified", "Thu, 01 Jan 2015 00:00:00 GMT")], 60),
            (302, [("last-modified", "Thu, 01 Jan 2015 00:00:00 GMT")], 0),
        ] as [(Int, [(String, String)], Int64)]
    )
    func `an answer is fresh for as long as each redirect before it is`(
        status: Int,
        fields: [(String, String)],
        seconds: Int64
    ) throws {
        let headers = fields.map { HeaderField(name: $0.0, value: $0.1) }
        let lasting = HeaderField(name: "cache-control", value: "max-age=600")
        let redirects = [
            FetchResponse.Redirect(status: status, headers: headers),
            FetchResponse.Redirect(status: 302, headers: [lasting]),
        ]
        try withCache { cache in
            let control = ("cache-control", "max-age=60, stale-if-error=60")
            try keep(response([control, ("etag", "\"a\"")], redirects: redirects), memory(in: cache), in: cache)
            #expect((memory(in: cache, seconds: seconds - 1).fresh != nil) == (seconds > 0))
            let late = memory(in: cache, seconds: seconds)
            #expect(late.fresh == nil && late.substitute == nil && late.validators.etag == "\"a\"")
        }
    }

    @Test func `an answer of another host's turn is fresh for as long as the way there is`() throws {
        try withCache { cache in
            let known = memory(in: cache)
            let answer = response([("cache-control", "max-age=60")])
            let end = Self.start + 30_000
            let away = JobRedirect(url: "https://other.example/", count: 1, freshUntil: end, foundAt: Self.start)
            for (redirect, seconds) in [(away, 30), (.back(at: Self.start), 60)] as [(JobRedirect, Int64)] {
                let kept = known.recordChange(
                    for: answer,
                    confirming: nil,
                    after: redirect,
                    receivedAtMs: Self.start
                )
                guard case .fields(let fields, let until) = kept else {
                    Issue.record("nothing is kept")
                    continue
                }
                #expect(until == Self.start + seconds * 1_000)
                #expect(fields.contains { $0.value == "no-cache" } == (seconds == 30))
            }
            #expect(known.end(of: [], answer, after: nil, receivedAtMs: Self.start) == nil)
            let lasting = FetchResponse.Redirect(
                status: 301,
                headers: [HeaderField(name: "cache-control", value: "max-age=90")]
            )
            #expect(known.end(of: [lasting], answer, after: away, receivedAtMs: Self.start) == end)
        }
    }

    @Test func `a 304 renews what it names, unless its strong tag is another's`() throws {
        try withCache { cache in
            let fields = [
                ("cache-control", "max-age=60"), ("vary", "Accept"), ("etag", "\"a\""), ("content-type", "text/x"),
            ]
            try keep(response(fields), memory(in: cache), in: cache)
            let late = memory(in: cache, seconds: 100)
            try keep(response([("etag", "\"b\"")], status: 304), late, in: cache, seconds: 100)
            #expect(memory(in: cache, seconds: 100).fresh == nil)
            try keep(response([("etag", "\"a\"")], status: 304), late, in: cache, seconds: 100)
            #expect(memory(in: cache, seconds: 159).fresh != nil && memory(in: cache, seconds: 160).fresh == nil)
            try keep(response([("cache-control", "max-age=5")], status: 304), late, in: cache, seconds: 200)
            let last = memory(in: cache, seconds: 204)
            #expect(last.fresh?.contentType == "text/x" && memory(in: cache, seconds: 205).fresh == nil)
            #expect(memory(in: cache, seconds: 204, accept: "x/y").fresh == nil)
            try keep(response([("cache-control", "no-store")], status: 304), late, in: cache, seconds: 210)
            #expect(memory(in: cache).stored == nil)
        }
    }

    @Test func `a host whose name does not resolve is one whose rules cannot be had`() {
        let unasked = FetchError.Code.allCases.filter { FetchError($0, "x").leavesHostUnasked }
        #expect(Set(unasked) == [.badURL, .schemeRefused, .privateAddress, .tooManyRedirects, .redirectLoop])
    }

    /// The address is private, so the fetcher refuses to ask for its robots.txt, which counts as a request.
    @Test func `a job that is answered out of the cache tells what it asked for its host's rules`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-memory-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cache = try DiskCache(folder: folder)
        let (url, now) = ("http://127.0.0.1:1/page", UnixTime.nowMs)
        let page = Array("<html><body><p>Soup</p></body></html>".utf8)
        try cache.store(
            ResponseRecord(
                key: "GET " + url,
                url: url,
                status: 200,
                headers: [HeaderField(name: "content-type", value: "text/html")],
                fetchedAt: now - 1_000,
                freshUntil: now + 3_600_000,
                body: try cache.store(blob: page),
                bodyLength: page.count
            )
        )
        let yaml = "name: s\nkind: feed\nbase: https://stew.example/feed\nrobots: obey\n"
        let source = try SourceContext(SourceConfig(name: "s", yaml: yaml), Redactor())
        let spec = JobSpec(source: "s", work: .page(PageWork(itemURN: "article:s:1", url: url)))
        let jobs = RunningJobs(flightRecorder: nil)
        let fetcher = try await Fetcher.start()
        let services = FetchServices(cache: cache, fetcher: fetcher, largeBodies: LargeBodies(slots: 1))
        var outcomes: [EndedJob.Outcome] = []
        for attempt: Attempt in 1...2 {
            let job = jobs.begin(JobLease(job: 1, attempt: attempt), .fetch)
            outcomes.append(await services.run(spec, source, stamp: nil, job))
            jobs.end(job)
        }
        await fetcher.stop()
        // The second finds the rules in the memory of the worker.
        for (outcome, requests) in zip(outcomes, [1, 0]) {
            guard case .done(let bytes) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            let fetch = try #require(try JobEffect(serializedBytes: bytes).fetch)
            #expect(fetch.requests == requests && fetch.isFromCache, "\(fetch)")
        }
    }
}
