import LarderModel
import Testing

@testable import LarderSync

@Suite("Crawl watch") struct CrawlWatchTests {
    private func address(_ text: String) throws -> WebAddress { try #require(WebAddress("http://h.test\(text)")) }

    @Test func `pages of a transaction that was rolled back count once when they come again`() throws {
        let watch = CrawlWatch()
        for _ in 1...2 {
            for number in 1...40 {
                #expect(try watch.observe("Text \(number)", at: address("/p/\(number)"), of: 1).isEmpty)
            }
            watch.undo()
            #expect(watch.changeCount == 0)
        }
        for number in 1...40 { _ = try watch.observe("Text \(number)", at: address("/p/\(number)"), of: 1) }
        watch.keep()
        let page = try address("/p/1")
        for _ in 1..<CrawlWatch.pagesWithoutNewText { _ = watch.observe("Text 1", at: page, of: 1) }
        let before = watch.changeCount
        #expect(watch.observe("Text 2", at: page, of: 1).count == 1 && watch.isEnded(page, of: 1))
        watch.undo(to: before)
        #expect(!watch.isEnded(page, of: 1))
        #expect(watch.observe("Text 41", at: page, of: 1).isEmpty)
        #expect(watch.observe("Text 2", at: page, of: 1).isEmpty && !watch.isEnded(page, of: 1))
        #expect(watch.observe("Text 2", at: page, of: 2).isEmpty, "another source's page")
    }

    @Test func `a pattern that ended in an earlier run stays ended, and is not told again`() throws {
        let page = try address("/p/1")
        let first = CrawlWatch()
        var ends: [String] = []
        for _ in 0...CrawlWatch.pagesWithoutNewText { ends += first.observe("a", at: page, of: 1).map { $0.pattern } }
        let second = CrawlWatch(earlier: [1: Set(ends)])
        #expect(ends == ["h.test:80/p/#"] && second.isEnded(page, of: 1))
        #expect(try !second.isEnded(page, of: 2) && !second.isEnded(address("/q/1"), of: 1))
        #expect(!second.isEnded(page, of: 1, countsEarlier: false))
        for _ in 0...CrawlWatch.pagesWithoutNewText { #expect(second.observe("a", at: page, of: 1).isEmpty) }
    }
}
