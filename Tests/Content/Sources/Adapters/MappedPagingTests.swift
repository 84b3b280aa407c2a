import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Paging of mapped lists") struct MappedPagingTests {
    private let dishes = DishList(count: 17, size: 5)

    private func walk(
        _ paging: String,
        items: String = "/items",
        more: String = "",
        _ respond: (SourceRequest) -> SourceAnswer
    ) throws -> ListWalk {
        try ListWalk(
            try DishList.definition("list: /dishes\nitems: \(items)\npaging: \(paging)\n\(more)"),
            respond
        )
    }

    private func page(_ request: SourceRequest) -> String {
        dishes.items((request.number("page", 1) - 1) * dishes.size)
    }

    @Test func `pages end with the total, the number of pages, or an empty page`() throws {
        let total = try walk("{page: page, total: /total}") {
            Samples.answer(#"{"items": \#(page($0)), "total": 17}"#)
        }
        #expect(total.ids == dishes.ids && total.requests.count == 4)
        let pages = try walk("{page: page, pages: /meta/pages}") {
            Samples.answer(#"{"items": \#(page($0)), "meta": {"pages": 4}}"#)
        }
        #expect(pages.ids == dishes.ids && pages.requests.count == 4)
        let header = try walk("{page: page, pages: header X-Pages}", items: "\"\"") {
            Samples.answer(page($0), headers: [("x-pages", "4")])
        }
        #expect(header.ids == dishes.ids && header.requests.count == 4)
        let nothing = try walk("{page: page}") { Samples.answer(#"{"items": \#(page($0))}"#) }
        #expect(nothing.ids == dishes.ids && nothing.requests.count == 5)
        #expect(nothing.urls[0] == "http://dishes.test/dishes?page=1" && nothing.notes.isEmpty)
    }

    @Test func `a total that is the page's own count is no total`() throws {
        let walk = try walk("{offset: skip, total: /count}") { request in
            let start = request.number("skip", 0)
            return Samples.answer(#"{"items": \#(dishes.items(start)), "count": \#(max(0, min(5, 17 - start)))}"#)
        }
        #expect(walk.ids == dishes.ids && walk.requests.count == 5)
    }

    @Test func `offsets go on by what came, not by what was asked for`() throws {
        let walk = try walk("{offset: skip, size: take=100, total: /total}") {
            Samples.answer(#"{"items": \#(dishes.items($0.number("skip", 0))), "total": 17}"#)
        }
        #expect(walk.ids == dishes.ids)
        #expect(walk.requests.map { $0.number("skip", -1) } == [0, 5, 10, 15])
        #expect(walk.requests.allSatisfy { $0.parameter("take") == "100" })
    }

    @Test func `an empty page in the middle ends nothing where the number of pages is known`() throws {
        let walk = try walk("{page: page, pages: /pages}") { request in
            let page = request.number("page", 1)
            let items = page == 2 ? "[]" : dishes.items((page - (page > 2 ? 2 : 1)) * 5)
            return Samples.answer(#"{"items": \#(items), "pages": 5}"#)
        }
        #expect(walk.ids == dishes.ids && walk.requests.count == 5)
    }

    @Test(arguments: ["{page: page, total: /total}", "{cursor: page, next: /next, total: /total}"])
    func `a list with fewer items than the API counts ends with a note`(paging: String) throws {
        let walk = try walk(paging) { request in
            let number = request.number("page", 1)
            return Samples.answer(#"{"items": \#(number > 2 ? "[]" : page(request)), "total": 20}"#)
        }
        #expect(walk.noteCodes == ["list-changed"] && walk.failures.isEmpty)
    }

    @Test func `a short page ends the list only where that is said`() throws {
        let answers: (SourceRequest) -> SourceAnswer = { Samples.answer(#"{"items": \#(page($0)), "size": 5}"#) }
        #expect(try walk("{page: page, size: /size, short: end}", answers).requests.count == 4)
        #expect(try walk("{page: page, size: /size}", answers).requests.count == 5)
    }

    @Test(arguments: [404, 416, 400]) func `an error behind the end is the end`(status: Int) throws {
        let walk = try walk("{page: page}") { request in
            guard request.number("page", 1) > 4 else { return Samples.answer(#"{"items": \#(page(request))}"#) }
            return Samples.answer(#"{"code": "rest_post_invalid_page_number"}"#, status: status)
        }
        #expect(walk.ids == dishes.ids && walk.failures.isEmpty && walk.requests.count == 5)
    }

    /// A page number is a guess of ours, a cursor or an address is the API's word.
    @Test(arguments: [404, 410, 416], ["{cursor: page, next: /next}", "{next: /address}", "{link: header}"])
    func `a page that is not there though the page before names it ends the list with a note`(
        status: Int,
        paging: String
    ) throws {
        let walk = try walk(paging) { request in
            let number = request.number("page", 1)
            guard number < 3 else { return Samples.answer("{}", status: status) }
            let names = #""next": "\#(number + 1)", "address": "?page=\#(number + 1)""#
            return Samples.answer(
                #"{"items": \#(page(request)), \#(names)}"#,
                headers: [("Link", "</dishes?page=\(number + 1)>; rel=next")]
            )
        }
        #expect(walk.ids == Array(dishes.ids.prefix(10)) && walk.failures.isEmpty)
        #expect(walk.noteCodes == ["list-broken"] && NoteCode.ofCutLists.contains("list-broken"))
    }

    @Test func `a page that brings nothing new ends the list with a note`() throws {
        let last = try walk("{page: page}") { request in
            Samples.answer(#"{"items": \#(dishes.items((min(request.number("page", 1), 4) - 1) * 5))}"#)
        }
        #expect(last.ids == dishes.ids && last.requests.count == 5 && last.noteCodes == ["repeated-page"])
        let first = try walk("{page: page}") { request in
            Samples.answer(#"{"items": \#(dishes.items((request.number("page", 1) - 1) % 4 * 5))}"#)
        }
        #expect(first.ids == dishes.ids && first.requests.count == 5 && first.noteCodes == ["repeated-page"])
    }

    @Test func `cursors are encoded, and end with null or with more`() throws {
        let plain = try walk("{cursor: after, next: /next}") { request in
            let start = Int(request.parameter("after")?.split(separator: "D").last ?? "0") ?? 0
            let next = start + 5 < 17 ? #""a+b/=\#(start + 5)""# : "null"
            return Samples.answer(#"{"items": \#(dishes.items(start)), "next": \#(next)}"#)
        }
        #expect(plain.ids == dishes.ids && plain.requests.count == 4)
        #expect(plain.urls[1] == "http://dishes.test/dishes?after=a%2Bb%2F%3D5")
        let more = try walk("{cursor: after, next: /items/-/id, more: /more}") { request in
            let start = request.number("after", 0)
            return Samples.answer(#"{"items": \#(dishes.items(start)), "more": \#(start + 5 < 17)}"#)
        }
        #expect(more.ids == dishes.ids && more.requests.count == 4)
        let header = try walk("{cursor: after, next: header X-Next}") { request in
            let start = request.number("after", 0)
            return Samples.answer(
                #"{"items": \#(dishes.items(start))}"#,
                headers: start + 5 < 17 ? [("X-Next", "\(start + 5)")] : []
            )
        }
        #expect(header.ids == dishes.ids && header.requests.count == 4)
    }

    @Test func `a cursor that was asked for before ends the list with a note`() throws {
        let walk = try walk("{cursor: after, next: /next}") { request in
            let start = request.number("after", 0)
            return Samples.answer(#"{"items": \#(dishes.items(start)), "next": "\#(min(start + 5, 15))"}"#)
        }
        #expect(walk.ids == dishes.ids && walk.requests.count == 4 && walk.noteCodes == ["repeated-cursor"])
    }

    @Test func `addresses of next pages are followed on the source's own host alone`() throws {
        let relative = try walk("{next: [/missing, /links/next]}") { request in
            let page = request.number("page", 1)
            let next = page < 4 ? #""?page=\#(page + 1)""# : #""http://elsewhere.test/dishes?page=1""#
            return Samples.answer(#"{"items": \#(self.page(request)), "links": {"next": \#(next)}}"#)
        }
        #expect(relative.ids == dishes.ids && relative.requests.count == 4 && relative.noteCodes == ["other-host"])
        let link = try walk("{link: header}", items: "\"\"") { request in
            let page = request.number("page", 1)
            let next = #"</dishes?page=\#(page + 1)&x=a,b>; title="on, really"; rel="next last-but""#
            let links = "</dishes?page=1>; rel=first" + (page < 4 ? ", " + next : "")
            return Samples.answer(self.page(request), headers: [("Link", links)])
        }
        #expect(link.ids == dishes.ids && link.requests.count == 4 && link.notes.isEmpty)
    }

    @Test func `the highest page ends a list with a note, and the limit without one`() throws {
        let highest = try walk("{page: page}", more: "max-pages: 2\n") { Samples.answer(#"{"items": \#(page($0))}"#) }
        #expect(highest.ids.count == 10 && highest.noteCodes == ["page-limit"])
        let limit = try walk("{page: page}", more: "limit: 7\n") { Samples.answer(#"{"items": \#(page($0))}"#) }
        #expect(limit.ids.count == 7 && limit.requests.count == 2 && limit.notes.isEmpty)
    }

    @Test func `what is carried from page to page has a bound`() throws {
        let long = DishList(count: 20_000, size: 500)
        let definition = try DishList.definition("list: /dishes\nitems: /items\npaging: {page: page}\n")
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        var job: FoundJob? = reader.firstJobs()[0]
        var pages = 0
        while let spec = job?.spec {
            guard case .search(let work) = spec.work else { break }
            #expect(work.cursor.utf8.count < 16_384)
            var answer = Samples.answer(#"{"items": \#(long.items((work.page - 1) * long.size))}"#)
            answer.redactedURL = "http://dishes.test/dishes?page=\(work.page)"
            job = try reader.read(answer, for: spec).effect.found.first { $0.spec.kind == .search }
            pages += 1
        }
        #expect(pages == 41)
    }

    @Test func `what cannot be a cursor begins a list anew`() {
        for text in ["", "{", "7", #"{"count": -5, "next": 3, "ids": "ab"}"#, String(repeating: "[", count: 9_000)] {
            #expect(ListProgress(cursor: text).count == 0)
        }
        var progress = ListProgress(since: "2026-01-01")
        progress.count = 3
        progress.asked.append([Marks.mark("a"), Marks.mark("b")])
        #expect(ListProgress(cursor: progress.cursor) == progress)
        #expect(ListProgress().cursor.isEmpty)
    }
}
