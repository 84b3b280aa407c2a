import Foundation
import LarderCache
import LarderFetch
import LarderHashing
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

@testable import LarderSourceAdapters
@testable import LarderWorker

@Suite("Fetch job") struct FetchJobTests {
    private let fresh = ["cache-control": "max-age=3600"]
    private let stale = ["cache-control": "max-age=0, stale-if-error=3600", "etag": "\"a\""]

    @Test func `a fresh answer is used without a request`() async throws {
        try await FetchFixture.with([.html(fresh)]) { fixture in
            let first = try await fixture.effect()
            let second = try await fixture.effect()
            #expect(fixture.fetcher.requests.count == 1)
            #expect(first.fetch?.requests == 1 && first.fetch?.isFromCache == false)
            #expect(second.fetch?.requests == 0 && second.fetch?.isFromCache == true)
            #expect(first.found.count == 1 && first.found == second.found)
        }
    }

    @Test func `a 304 of the same path stands for the stored body`() async throws {
        try await FetchFixture.with([.html(stale), .scripted(304, stale)]) { fixture in
            let first = try await fixture.effect()
            let second = try await fixture.effect()
            #expect(fixture.fetcher.requests.map(\.validators.etag) == [nil, "\"a\""])
            #expect(second.fetch?.isNotModified == true && second.fetch?.requests == 1)
            #expect(second.fetch?.bodyBytes == 0)
            #expect(first.found.count == 1 && first.found == second.found)
        }
    }

    @Test func `a 304 of another path says nothing of the stored body`() async throws {
        let elsewhere = FetchResponse(
            status: 304,
            finalURL: "http://127.0.0.1:8080/other",
            headers: [],
            body: [],
            wireBytes: 0
        )
        let redirect = ScriptedFetcher.Answer.scripted(302, to: elsewhere.finalURL)
        let other = Array("<p>Stew</p>".utf8)
        let new = ScriptedFetcher.Answer.scripted(200, ["content-type": "text/html"], body: other)
        try await FetchFixture.with([.html(stale), redirect, .success(elsewhere), new]) { fixture in
            _ = try await fixture.effect()
            let effect = try await fixture.effect()
            #expect(fixture.fetcher.requests.map(\.validators.isEmpty) == [true, false, false, true])
            #expect(effect.fetch?.requests == 3 && effect.fetch?.isNotModified == false)
            #expect(fixture.record?.body == Digest(of: other))
        }
    }

    @Test func `a redirect to another host is that host's turn`() async throws {
        let target = "http://other.example/page"
        let redirect = ScriptedFetcher.Answer.scripted(302, ["retry-after": "7"], to: target)
        try await FetchFixture.with([redirect]) { fixture in
            let (outcome, pause) = await fixture.run()
            guard case .done(let bytes) = outcome else { throw FetchFixture.Failed(reason: nil) }
            let effect = try JobEffect(serializedBytes: bytes)
            let next = try #require(effect.found.first?.spec)
            #expect(next.work == FetchFixture.pageJob.work)
            #expect(next.redirect?.url == target && next.redirect?.count == 1 && next.redirect?.waitMs == 7_000)
            #expect(pause == 7_000 && effect.fetch?.requests == 1 && fixture.fetcher.requests.count == 1)
        }
    }

    @Test func `a page that robots.txt forbids is left out with notes`() async throws {
        let rules = ScriptedFetcher.Answer.scripted(200, body: Array("User-agent: *\nDisallow: /page".utf8))
        try await FetchFixture.with(robots: "obey", [rules]) { fixture in
            let effect = try await fixture.effect()
            #expect(effect.notes.map(\.code) == Array(repeating: NoteCode.robotsForbidden.rawValue, count: 2))
            #expect(effect.notes.last?.urn == "article:s:1" && effect.found.isEmpty && effect.fetch?.requests == 1)
            #expect(fixture.fetcher.requests.map(\.url) == ["http://127.0.0.1:8080/robots.txt"])
        }
    }

    @Test func `a redirect within the host leads no further than robots.txt allows`() async throws {
        let rules = ScriptedFetcher.Answer.scripted(200, body: Array("User-agent: *\nDisallow: /private".utf8))
        let redirect = ScriptedFetcher.Answer.scripted(301, to: "http://127.0.0.1:8080/private")
        try await FetchFixture.with(robots: "obey", [rules, redirect]) { fixture in
            let effect = try await fixture.effect()
            #expect(effect.notes.first?.code == NoteCode.robotsForbidden.rawValue)
            #expect(effect.fetch?.requests == 2 && fixture.fetcher.requests.count == 2)
        }
    }

    @Test func `without robots.txt nothing is asked`() async throws {
        try await FetchFixture.with(robots: "obey", [.scripted(500)]) { fixture in
            let failure = try await fixture.failure()
            #expect(failure.code.rawValue == ReadFailure.Code.robotsUnreachable.rawValue)
            #expect(fixture.fetcher.requests.count == 1)
        }
    }

    @Test(arguments: [429, 503]) func `Retry-After pauses the host, whatever is stored`(status: Int) async throws {
        try await FetchFixture.with([.html(stale), .scripted(status, ["retry-after": "120"])]) { fixture in
            _ = try await fixture.effect()
            let failure = try await fixture.failure()
            #expect(failure.failureClass == .throttled && failure.retryAfterMs == 120_000)
        }
    }

    @Test func `a stored answer stands for a source that fails`() async throws {
        let failures: [ScriptedFetcher.Answer] = [.scripted(502), .failure(FetchError(.timedOut, "Late."))]
        try await FetchFixture.with([.html(stale)] + failures) { fixture in
            let first = try await fixture.effect()
            for _ in failures {
                let effect = try await fixture.effect()
                #expect(effect.notes.map(\.code) == [NoteCode.staleAnswer.rawValue] && effect.found == first.found)
                #expect(effect.fetch?.isFromCache == true && effect.fetch?.requests == 1)
            }
        }
    }

    @Test func `a failure without a stored answer is the job's`() async throws {
        try await FetchFixture.with([.failure(FetchError(.timedOut, "Late."))]) { fixture in
            let failure = try await fixture.failure()
            #expect(failure.code.rawValue == FetchError.Code.timedOut.rawValue && failure.failureClass == .timeout)
        }
    }

    @Test func `a page that was cut is read with a note, and asked for again the next time`() async throws {
        try await FetchFixture.with([.html(stale, isCut: true), .html(stale)]) { fixture in
            let first = try await fixture.effect()
            #expect(first.found.count == 1 && first.notes.count == 1 && fixture.record == nil)
            let second = try await fixture.effect()
            #expect(second.notes.isEmpty && fixture.record != nil)
            #expect(fixture.fetcher.requests.allSatisfy { $0.validators.isEmpty && $0.keepsBeginning })
        }
    }

    @Test func `a picture that was cut on its way is asked for once more`() async throws {
        let begun: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10]
        let whole = begun + [0xFF, 0xD9]
        let answers = [begun, whole].map { ScriptedFetcher.Answer.scripted(200, stale, body: $0) }
        let work = ImageDownloadWork(imageURN: "image:s:1", url: FetchFixture.page)
        let spec = JobSpec(source: "s", work: .imageDownload(work))
        try await FetchFixture.with(answers) { fixture in
            let effect = try await fixture.effect(spec)
            #expect(effect.images.map(\.digest) == [Digest(of: whole)] && effect.fetch?.requests == 2)
        }
    }

    @Test(arguments: [404, 410, 403, 500]) func `a picture that is not there is asked for at its next address`(
        status: Int
    ) async throws {
        let work = ImageDownloadWork(
            imageURN: "image:s:1",
            url: FetchFixture.page,
            alternatives: ["http://127.0.0.1:8080/2", "http://127.0.0.1:8080/3"]
        )
        let spec = JobSpec(source: "s", work: .imageDownload(work))
        try await FetchFixture.with([.scripted(status)]) { fixture in
            guard status != 500 else {
                let failure = try await fixture.failure(spec)
                #expect(failure.code == .serverError, "it may be there the next time")
                return
            }
            let effect = try await fixture.effect(spec)
            let next = try #require(work.next)
            #expect(effect.found == [FoundJob(spec: JobSpec(source: "s", work: .imageDownload(next)))])
            #expect(effect.images.isEmpty && effect.fetch?.requests == 1)
            #expect(next.url == work.alternatives[0] && next.alternatives == [work.alternatives[1]])
        }
    }

    @Test func `a web page in the place of a picture counts as missing where there is another address`() async throws {
        for alternatives in [["http://127.0.0.1:8080/2"], []] {
            let work = ImageDownloadWork(imageURN: "image:s:1", url: FetchFixture.page, alternatives: alternatives)
            try await FetchFixture.with([.html()]) { fixture in
                let effect = try await fixture.effect(JobSpec(source: "s", work: .imageDownload(work)))
                #expect(effect.images.count == 1 - alternatives.count)
                #expect(effect.found.map(\.spec.kind) == [alternatives.isEmpty ? .imageDecode : .imageDownload])
            }
        }
    }

    @Test(arguments: [
        ("image/png", png, "image/png"), ("image/jpeg", png, "image/jpeg"), ("text/html;x", png, "image/png"),
        ("", png, "image/png"), ("image/svg+xml", login, "image/svg+xml"), ("text/html", login, "text/html"),
        ("image/png", login, "application/octet-stream"), ("image/jpg", login, "application/octet-stream"),
        ("", login, "application/octet-stream"), ("image/png", cut, "application/octet-stream"),
        ("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0] as [UInt8], "image/jpeg"),
    ]) func `what a picture begins with counts more than what it is called`(
        said: String,
        body: [UInt8],
        type: String
    ) async throws {
        let fields = ["content-type": said].filter { !$0.value.isEmpty }
        let answer = ScriptedFetcher.Answer.scripted(200, fields, body: body)
        // One that breaks off is asked for once more.
        try await FetchFixture.with([answer, answer]) { fixture in
            let effect = try await fixture.effect(Self.pictureJob)
            #expect(effect.images.map(\.contentType) == [type])
        }
    }

    @Test(arguments: [(png, "image/png"), (login, "application/octet-stream")])
    func `a 304 says of a picture what its stored bytes say`(body: [UInt8], type: String) async throws {
        let fields = ["content-type": "image/png", "cache-control": "no-cache", "etag": "\"1\""]
        let unchanged = ScriptedFetcher.Answer.scripted(304, fields)
        let answers = [.scripted(200, fields, body: body), unchanged, unchanged]
        try await FetchFixture.with(answers) { fixture in
            for stamp in [[1], [2], [2]] as [[UInt8]] {
                let effect = try await fixture.effect(Self.pictureJob, stamp: Digest(of: stamp))
                #expect(effect.images.map(\.contentType) == [type])
            }
        }
    }

    private static let pictureJob = JobSpec(
        source: "s",
        work: .imageDownload(ImageDownloadWork(imageURN: "image:s:1", url: FetchFixture.page))
    )
    private static let login = Array("<!doctype html><h1>Log in</h1>".utf8)
    /// The beginning and the end of a PNG.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    private static let cut = Array(png.dropLast())

    @Test func `a picture that is at none of its addresses fails`() async throws {
        let spec = JobSpec(
            source: "s",
            work: .imageDownload(ImageDownloadWork(imageURN: "image:s:1", url: FetchFixture.page))
        )
        try await FetchFixture.with([.scripted(404)]) { fixture in
            let failure = try await fixture.failure(spec)
            #expect(failure.code == "not-found")
        }
    }

    @Test func `neither result nor cache holds a secret that a source repeats`() async throws {
        let fields = ["cache-control": "max-age=3600", "etag": "\"\(FetchFixture.key)\""]
        try await FetchFixture.with([.html(fields)]) { fixture in
            guard case .done(let bytes) = await fixture.run().outcome else { throw FetchFixture.Failed(reason: nil) }
            let record = try #require(fixture.record)
            let stored = try fixture.cache.blob(record.body)
            #expect(stored.count == FetchFixture.html.utf8.count)
            for held in [bytes, record.encoded(), stored] {
                #expect(!String(decoding: held, as: UTF8.self).contains(FetchFixture.key))
            }
        }
    }

    @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount a tmpfs"))
    func `a full disk is the worker's failure and not the job's`() async throws {
        let large = [UInt8](repeating: 0x20, count: 400_000)
        let folder = FileManager.default.temporaryDirectory.path + "/larder-disk-\(UUID().uuidString)"
        try await SmallDisk.with(kilobytes: 256, at: folder) { disk in
            let answer = ScriptedFetcher.Answer.scripted(200, ["content-type": "text/html"], body: large)
            let fixture = try FetchFixture(folder: disk.folder + "/cache", [answer])
            let failure = try await fixture.failure()
            #expect(failure.failureClass == .drain && failure.code == "cache-full")
        }
    }

    /// The stored reading gets a mark, which a second reading of the body would not have.
    @Test func `an answer that did not change is not read again`() async throws {
        let stamp = Digest(of: "stamp")
        try await FetchFixture.with([.html(stale), .scripted(304, stale), .scripted(304, stale)]) { fixture in
            _ = try await fixture.effect(stamp: stamp)
            var record = try #require(fixture.record)
            var marked = JobEffect()
            marked.notes = [JobNote(code: "mark", message: "Out of the stored reading.")]
            record.reading = .init(stamp: stamp, effect: marked.serializedBytes(), origins: [])
            try fixture.cache.store(record)
            #expect(try await fixture.effect(stamp: stamp).notes.map(\.code) == ["mark"])
            #expect(try await fixture.effect(stamp: Digest(of: "other rules")).notes.isEmpty)
        }
    }

    @Test func `a damaged body is fetched again, whatever a 304 says of it`() async throws {
        try await FetchFixture.with([.html(stale), .scripted(304, stale), .html(stale)]) { fixture in
            let first = try await fixture.effect()
            let name = try #require(fixture.record?.body.hex)
            let damaged = [UInt8](repeating: 0x20, count: FetchFixture.html.utf8.count)
            let file = URL(fileURLWithPath: fixture.cache.folder + "/blobs/\(name.prefix(2))/\(name)")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            try Data(damaged).write(to: file)
            let second = try await fixture.effect()
            #expect(second.fetch?.requests == 2 && second.fetch?.isNotModified == false && second.found == first.found)
            #expect(fixture.fetcher.requests.map(\.validators.isEmpty) == [true, false, true])
        }
    }
}
