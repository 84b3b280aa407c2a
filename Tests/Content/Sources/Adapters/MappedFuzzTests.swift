import LarderModel
import LarderTestSupport
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// Damaged answers, header fields and cursors of mapped sources.
@Suite("Mapped source fuzz") struct MappedFuzzTests {
    private static let body = #"""
        {"status": "ok", "total": 9, "next": "/b?c=1", "more": true, "page": {"after": "a+b/="}, "hits": [
          {"_source": {"id": 1, "t": "One <b>pot</b>", "url": "/1", "pics": ["/1.png", {"src": "x"}], "i1": "Salt", "m1": 2,
           "steps": [{"text": "Boil."}, "Eat."], "yield": "4-6", "time": "PT1H", "by": [{"name": "A"}], "tags": "a,b"}},
          {"_source": {"id": "x/y", "t": "Two"}}]}
        """#

    private static let pagings = [
        "{page: p, size: n=2, total: /total, pages: /pages}", "{offset: o, total: header X-Total}",
        "{cursor: c, next: [/page/after, /hits/-/_source/id], more: /more}", "{next: /next}", "{link: header}",
    ]

    private static func definition(_ paging: String) throws -> SourceDefinition {
        try Samples.definition(
            """
            name: t
            kind: json
            base: http://api.test
            queries: [q]
            list: {params: {q: "{query}"}}
            items: [/hits/*/_source, /hits]
            paging: \(paging)
            error: {when: [/error], message: /error, code: /status}
            since: {param: s, from: /at}
            fields:
              id: [/id, $key]
              title: /t
              url: /url
              images: /pics
              ingredients: {name: "/i{1..3}", amount: "/m{1..3}"}
              instructions: [/steps, /steps/*/text]
              yields: /yield
              total-time: /time
              author: /by
              tags: /tags
            """
        )
    }

    @Test func `a damaged page of a list gives a bounded effect or a failure, the same each time`() throws {
        let readers = try Self.pagings.map { SourceReaders.reader(for: try Self.definition($0), apiKey: nil) }
        let mutator = Mutator(
            .text,
            samples: [Array(Self.body.utf8)],
            words: [
                "\"id\":", "\"hits\":", "null", "[", "{", "}", "]", "\n", "\"total\":-1", "9e999", "\"next\":\"//x\"",
            ],
            maxBytes: 256 << 10
        )
        let run = FuzzRun("mapped", mutator) { item in
            let index = item.numbers.below(readers.count)
            var answer = Samples.answer("", status: item.numbers.pick([200, 200, 200, 404, 429]))
            answer.body = item.bytes
            // Any text may come back as a field or a cursor.
            let text = String(decoding: item.bytes.prefix(300), as: UTF8.self)
            answer.headers = [HeaderField(name: "link", value: text), HeaderField(name: "ratelimit", value: text)]
            _ = RateLimit.pause(in: answer.headers, receivedAtMs: 0)
            let page = item.numbers.pick([1, 2, 3])
            let work = SearchWork(query: "q", page: page, cursor: item.numbers.oneIn(2) ? text : "")
            let spec = JobSpec(source: "t", work: .search(work))
            guard let first = try? readers[index].read(answer, for: spec).effect else { return nil }
            guard let second = try? readers[index].read(answer, for: spec).effect, first == second else {
                return "it reads otherwise the second time"
            }
            for job in first.found {
                if case .search(let next) = job.spec.work {
                    guard next.page == page + 1, next.cursor.utf8.count < 32_768 else {
                        return "a cursor without bound"
                    }
                    guard (try? readers[index].request(for: job.spec)) != nil else { return "a page without a request" }
                }
            }
            return nil
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }
}
