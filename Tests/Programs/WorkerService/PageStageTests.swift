import Foundation
import LarderCache
import LarderHashing
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import LarderThreading
import LarderWorkerCore
import Testing

@testable import LarderWorker

@Suite("Page stage") struct PageStageTests {
    private static let url = "https://stew.example/soup"
    private static let words = String(repeating: "Chop the onions and stir them into the soup. ", count: 20)

    private let jobs = RunningJobs(flightRecorder: nil)

    private func withCache(_ body: (DiskCache) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-page-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(DiskCache(folder: folder))
    }

    private func effect(
        of html: String,
        role: ItemTextRole = .body,
        in cache: DiskCache,
        isStored: Bool = true,
        isCancelled: Bool = false
    ) throws -> JobEffect {
        let lease = JobLease(job: 1, attempt: 1)
        let job = jobs.begin(lease, .render)
        defer { jobs.end(job) }
        if isCancelled { jobs.cancel([lease]) }
        let bytes = Array(html.utf8)
        let work = TextWork(
            itemURN: "article:s:1",
            digest: isStored ? try cache.store(blob: bytes) : Digest(of: html),
            contentType: "text/html; charset=utf-8",
            baseURL: Self.url,
            role: role
        )
        let definition = try SourceDefinition.parse(
            yaml: "name: s\nkind: feed\nbase: https://stew.example/feed\n",
            file: "s"
        )
        var stage = PageStage(work, definition, job)
        return try stage.run(from: cache)
    }

    @Test func `a page gives its item, its text and the jobs for its pictures`() throws {
        let html = """
            <html lang="en"><head><title>Soup</title></head><body><nav>Home</nav><article><h1>Soup</h1>
            <p>\(Self.words)</p><img src="/soup.jpg" width="800" height="600"><p>\(Self.words)</p></article></body></html>
            """
        try withCache { cache in
            let effect = try effect(of: html, in: cache)
            let text = try #require(effect.texts.first)
            #expect(effect.texts.count == 1 && text.role == .body && text.language == "en")
            #expect(text.plain.hasPrefix("Chop the onions") || text.plain.contains("\nChop the onions"))
            #expect(text.pictures.map(\.url) == ["https://stew.example/soup.jpg"])
            let found = effect.found.map(\.spec.kind)
            #expect(found == [.imageDownload] && effect.articles.map(\.urn) == ["article:s:1"])
            #expect(effect.provenance["article:s:1"]?.digest == Digest(of: html))
        }
    }

    private func pictures(_ head: String, _ body: String) throws -> (
        lead: String?, text: [TextPicture], jobs: [[String]]
    ) {
        let html = """
            <html><head><title>Soup</title>\(head)</head><body><article><h1>Soup</h1>
            <p>\(Self.words)</p>\(body)<p>\(Self.words)</p></article></body></html>
            """
        var effect = JobEffect()
        try withCache { effect = try self.effect(of: html, in: $0) }
        let jobs = effect.found.compactMap { job -> [String]? in
            guard case .imageDownload(let work) = job.spec.work else { return nil }
            return ([work.url] + work.alternatives).map { String($0.dropFirst("https://stew.example/".count)) }
        }
        return (effect.articles.first?.imageURN, try #require(effect.texts.first).pictures, jobs)
    }

    @Test func `of a picture one file is fetched, and the others are for when it is not there`() throws {
        let (_, text, jobs) = try pictures(
            "",
            "<img src=/a-800.jpg srcset='/a-800.jpg 800w, /a-1600.jpg 1600w, /a-3000.jpg 3000w'>"
        )
        #expect(text.map(\.url) == ["https://stew.example/a-1600.jpg"])
        #expect(jobs == [["a-1600.jpg", "a-3000.jpg", "a-800.jpg"]])
    }

    @Test(arguments: [
        ("/a.jpg", ["a.jpg", "a-1024x683.jpg"]), ("/a-1024x683.jpg", ["a.jpg", "a-1024x683.jpg"]),
        ("/a-150x150.jpg", ["a.jpg", "a-1024x683.jpg", "a-150x150.jpg"]),
    ])
    func `the item's picture is the file of the text's, where both are the same picture`(
        lead: String,
        files: [String]
    ) throws {
        let body = "<img src=/a-1024x683.jpg srcset='/a-1024x683.jpg 1024w, /a.jpg 1500w'>"
        let (urn, text, jobs) = try pictures("<meta property='og:image' content='\(lead)'>", body)
        #expect(jobs == [files] && urn != nil && text.map(\.imageURN) == [urn])
    }

    @Test func `an original that only the head names is the file of the text's picture too`() throws {
        let head = "<meta property='og:image' content='/a.jpg'>"
        let (urn, text, jobs) = try pictures(head, "<img src=/a-1024x683.jpg><img src=/b.jpg>")
        #expect(jobs == [["a.jpg", "a-1024x683.jpg"], ["b.jpg"]] && text.first?.imageURN == urn)
    }

    @Test func `a picture that stands in the text twice has its own caption each time`() throws {
        let figures = ["Raw", "Cooked"].map { "<figure><img src=/a.jpg><figcaption>\($0)</figcaption></figure>" }
        let (_, text, jobs) = try pictures("", figures.joined(separator: "<p>\(Self.words)</p>"))
        #expect(text.map(\.caption) == ["Raw", "Cooked"] && jobs == [["a.jpg"]])
    }

    @Test func `a summary gives its text alone`() throws {
        try withCache { cache in
            let effect = try effect(of: "<p>A <b>warm</b> soup.</p>", role: .summary, in: cache)
            #expect(effect.texts.map(\.plain) == ["A warm soup."] && effect.texts.map(\.role) == [.summary])
            #expect(effect.articles.isEmpty && effect.found.isEmpty && effect.notes.isEmpty)
        }
    }

    @Test func `a page that is gone from the cache is the cache's failure`() throws {
        try withCache { cache in
            let error = #expect(throws: CacheError.self) {
                try effect(of: "<p>Soup</p>", in: cache, isStored: false)
            }
            #expect(error?.code == .missing)
        }
    }

    @Test func `a cancelled job reads nothing`() throws {
        try withCache { cache in
            #expect(throws: CancellationError.self) { try effect(of: "<p>Soup</p>", in: cache, isCancelled: true) }
        }
    }

    /// The second document may only be read once the first has left, which it does when the second one waits.
    ///
    /// Without `await`: where all tests run at once, a test may be resumed minutes later, and would exceed any limit.
    @Test func `large documents are read one at a time`() throws {
        let (first, second) = (
            jobs.begin(JobLease(job: 1, attempt: 1), .render), jobs.begin(JobLease(job: 2, attempt: 1), .render)
        )
        let hasLeft = Guarded(false)
        let isAfter = Guarded<Bool?>(nil)
        let reader = try CachedHTML.inTurn(2 * CachedHTML.largeBytes, first) {
            let reader = try OwnerThread(name: "second-reader") { @Sendable in
                try? CachedHTML.inTurn(2 * CachedHTML.largeBytes, second) {
                    isAfter.withLock { $0 = hasLeft.withLock { $0 } }
                }
            }
            let end = ContinuousClock.now + .seconds(60)
            func isSecondWaiting() -> Bool { jobs.progress.contains { $0.lease.job == 2 && $0.allowedSilenceMs > 0 } }
            while !isSecondWaiting(), ContinuousClock.now < end { sched_yield() }
            hasLeft.withLock { $0 = true }
            return reader
        }
        reader.join()
        #expect(isAfter.withLock { $0 } == true && jobs.progress.allSatisfy { $0.allowedSilenceMs == 0 })
    }
}
