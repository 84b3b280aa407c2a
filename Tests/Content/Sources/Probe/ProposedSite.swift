import LarderModel
import LarderSourceProbe
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// A made-up website, what `sources init` proposes for it, and what a sync by that file takes.
struct ProposedSite {
    static let base = "https://stew.example"

    /// Pages by path and query, with their types.
    var answers: [String: (type: String, body: String, headers: [HeaderField])] = [:]
    /// The paths of the pages that are items.
    var items: Set<String> = []

    static let words =
        "The turnips were early this year, and nobody in the valley had thought of the cellar before the frost came. "

    static func paragraphs(_ count: Int) -> String { String(repeating: "<p>\(words)</p>", count: count) }

    mutating func serve(_ path: String, _ body: String, type: String = "text/html; charset=utf-8") {
        answers[path] = (type, body, [])
    }

    /// Serves a page in the site's frame, with a menu.
    mutating func serve(_ path: String, title: String, main: String, head: String = "", menu: String = "") {
        serve(
            path,
            "<!doctype html><html lang=en><head><title>\(title)</title>\(head)</head><body><header><a href=/>Stew</a>"
                + "<nav>\(menu)</nav></header><main>\(main)</main><footer><p>Made by hand.</p></footer></body></html>"
        )
    }

    mutating func serve(item path: String, _ number: Int, head: String = "", menu: String = "", end: String = "") {
        let main =
            "<article><h1>Letter \(number)</h1>\(Self.paragraphs(1 + number % 3))"
            + "<h2>Later</h2>\(Self.paragraphs(1))\(end)</article>"
        serve(path, title: "Letter \(number)", main: main, head: head, menu: menu)
        items.insert(path)
    }

    mutating func serve(sitemap paths: [String], at path: String = "/sitemap.xml") {
        let entries = paths.map { "<url><loc>\(Self.base)\($0)</loc></url>" }.joined()
        let map = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\(entries)</urlset>"
        serve(path, map, type: "application/xml")
    }

    mutating func serve(feed paths: [String], at path: String = "/feed.xml") {
        let items = paths.map { "<item><title>T</title><link>\(Self.base)\($0)</link></item>" }.joined()
        serve(path, "<rss version='2.0'><channel><title>F</title>\(items)</channel></rss>", type: "text/xml")
    }

    static func cards(_ paths: [String]) -> String {
        paths.map { "<article><h2><a href='\($0)'>Letter \($0)</a></h2><p>\(words)</p></article>" }.joined()
    }

    static func list(_ paths: [String]) -> String {
        "<ul>" + paths.map { "<li><a href='\($0)'>Letter \($0)</a></li>" }.joined() + "</ul>"
    }

    // MARK: What init and a sync make of it

    private func answer(_ url: String) -> ProbeAnswer {
        let path = String((WebAddress(url)?.description ?? url).dropFirst(Self.base.count))
        guard let known = answers[path] else { return ProbeAnswer(status: 404, body: [], url: url) }
        let headers = [HeaderField(name: "Content-Type", value: known.type)] + known.headers
        return ProbeAnswer(status: 200, headers: headers, body: Array(known.body.utf8), url: url)
    }

    func proposal(_ path: String = "/") async throws -> (yaml: String, told: [String]) {
        var told: [String] = []
        let address = try #require(WebAddress(Self.base + path))
        var requests = 0
        let proposal = try await SourceProbe.proposal(
            for: address,
            nowMs: 1_780_000_000_000,
            ask: { url, _ throws(ProbeError) in
                requests += 1
                return answer(url)
            },
            tell: { told.append($0) }
        )
        #expect(requests <= SourceProbe.maxRequests)
        return (proposal.yaml, told)
    }

    /// The paths of the pages that a first sync keeps, by the file that `sources init` writes.
    func taken(by yaml: String) throws -> Set<String> {
        let definition = try SourceDefinition.parse(yaml: yaml, file: "proposal")
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        var jobs = reader.firstJobs()
        var done: Set<JobURN> = []
        var taken: Set<String> = []
        while let job = jobs.popLast() {
            guard done.insert(job.urn).inserted, done.count < 2_000 else { continue }
            let work: PageWork? = if case .page(let work) = job.spec.work { work } else { nil }
            guard let request = try? reader.request(for: job.spec) else { continue }
            let found = answer(request.url)
            var answer = SourceAnswer(
                status: found.status,
                headers: found.headers,
                body: found.body,
                contentType: answers[String(request.url.dropFirst(Self.base.count))]?.type,
                redactedURL: request.redactedURL
            )
            answer.fetchedAtMs = 1_780_000_000_000
            answer.bodyDigest = Digest(bytes: [UInt8](repeating: 7, count: 32))
            guard let effect = try? reader.read(answer, for: job.spec).effect else { continue }
            if let work, found.status == 200, effect.found.contains(where: { $0.spec.kind == .text }) {
                taken.insert(String(work.url.dropFirst(Self.base.count)))
            }
            jobs += effect.found
        }
        return taken
    }
}
