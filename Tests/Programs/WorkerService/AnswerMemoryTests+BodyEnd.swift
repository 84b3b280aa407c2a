import LarderCache
import LarderFetch
import LarderSourceAdapters
import Testing

@testable import LarderWorker

extension AnswerMemoryTests {
    @Test(arguments: [true, false])
    func `whether a body's end was told is known of the stored answer, whatever a 304 tells`(isOpen: Bool) throws {
        try withCache { cache in
            let length = isOpen ? [] : [("content-length", "4")]
            var first = response([("etag", "\"a\"")] + length)
            first.hasRest = isOpen
            try keep(first, memory(in: cache), in: cache)
            let known = memory(in: cache, seconds: 1)
            try keep(response([("etag", "\"a\""), ("cache-control", "max-age=9")], status: 304), known, in: cache)
            let stored = try #require(memory(in: cache).stored)
            var answer = FetchedAnswer(stored, of: request())
            answer.content.isEndOpen = !isOpen
            #expect(try answer.load(stored, from: cache, withBody: true) && answer.content.isEndOpen == isOpen)
            #expect(answer.content.hasRest == isOpen)
        }
    }
}
