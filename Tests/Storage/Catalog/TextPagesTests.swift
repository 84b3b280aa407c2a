import GRDB
import LarderCatalog
import LarderModel
import Testing

@testable import LarderCatalogWriting

/// Texts that were made of several pages of one article.
@Suite("Texts of several pages") struct TextPagesTests {
    private static let urn = "text:sample:1:body"

    /// A text of so many pages, whose first has the digest 1.
    private func text(_ count: Int, changed: Int? = nil, next: Int? = nil, version: Int = 1) -> RenderedText {
        let pages = (1...count).map { number in
            TextPage(
                url: Self.url(number),
                digest: digest(UInt8(number == changed ? 100 + number : number)),
                start: 10 * (number - 1)
            )
        }
        var text = RenderedText(
            urn: Self.urn,
            itemURN: "article:sample:1",
            role: .body,
            htmlDigest: pages[0].digest,
            plain: String(repeating: "ten chars.", count: count),
            runs: "[]",
            readerVersion: version
        )
        text.pages = count > 1 ? pages : []
        text.nextPage = next.map(Self.url)
        return text
    }

    private static func url(_ number: Int) -> String { "https://sample.example/story/\(number)" }

    private func standing(_ pages: [UInt8], version: Int = 1, _ writer: CatalogWriter) throws -> TextStanding {
        try writer.standing(ofText: Self.urn, pages: pages.map(digest), readerVersion: version)
    }

    /// Such as a class of an element outside of the text, or the name of a host that serves portraits.
    @Test func `other bytes with the same text are no change for people, and are known as current`() throws {
        try withCatalog { catalog in
            var bytes = text(2)
            func merge() throws -> (MergeOutcome, [[UInt8]]) {
                let sync = try catalog.beginSync()
                return (
                    try catalog.write { db in
                        let outcome = try CatalogWriter(db).merge(text: bytes, sync: sync)
                        #expect(try standing(bytes.pages.map { $0.digest.bytes[0] }, CatalogWriter(db)) != .outdated)
                        return outcome
                    }, try catalog.content()
                )
            }
            let first = try merge()
            bytes = text(2, changed: 1, version: 2)
            (bytes.place, bytes.confidence, bytes.encoding) = ("[[1,2]]", 0.5, "utf-8")
            let second = try merge()
            #expect(first.0 == .inserted && second.0 == .unchanged && first.1 == second.1)
            bytes.plain = "Other words."
            let third = try merge()
            #expect(third.0 == .updated && third.1 != second.1)
        }
    }

    @Test func `a text stands to the first pages of its article as it was made of them`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                #expect(try standing([1], writer) == .outdated)
                try writer.merge(text: text(3, next: 4), sync: sync)
                #expect(try standing([1], writer) == .goesOn(next: Self.url(2)))
                #expect(try standing([1, 2], writer) == .goesOn(next: Self.url(3)))
                #expect(try standing([1, 2, 3], writer) == .made(last: Self.url(3), lacking: Self.url(4)))
                for pages in [[], [2], [1, 3], [1, 2, 4], [1, 2, 3, 4]] as [[UInt8]] {
                    #expect(try standing(pages, writer) == .outdated)
                }
                #expect(try standing([1], version: 2, writer) == .outdated)
                #expect(try !writer.textIsCurrent(urn: Self.urn, htmlDigest: digest(1), readerVersion: 1))
            }
        }
    }

    @Test func `a text of one page lacks a further one, or none`() throws {
        try withCatalog { catalog in
            let (first, second) = (try catalog.beginSync(), try catalog.beginSync())
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(text: text(1, next: 2), sync: first)
                #expect(try standing([1], writer) == .made(last: nil, lacking: Self.url(2)))
                #expect(try standing([1, 2], writer) == .outdated)
                try writer.merge(text: text(1), sync: second)
                #expect(try standing([1], writer) == .made(last: nil, lacking: nil))
                #expect(try writer.textIsCurrent(urn: Self.urn, htmlDigest: digest(1), readerVersion: 1))
            }
        }
    }

    @Test func `of the texts of one sync the one of most pages stays, whatever came first`() throws {
        let texts = [text(1, next: 2), text(2, next: 3), text(3)]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
            try withCatalog { catalog in
                let sync = try catalog.beginSync()
                try catalog.write { db in
                    for index in order { try CatalogWriter(db).merge(text: texts[index], sync: sync) }
                    #expect(try CatalogReader(db).texts(item: "article:sample:1").map(\.record) == [texts[2]])
                }
            }
        }
    }

    @Test func `what a later sync makes of a changed page replaces a longer text that was not confirmed`() throws {
        try withCatalog { catalog in
            let (first, second) = (try catalog.beginSync(), try catalog.beginSync())
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(text: text(3), sync: first)
                #expect(try writer.merge(text: text(2, changed: 2), sync: second) == .updated)
                #expect(try standing([1, 102], writer) == .made(last: Self.url(2), lacking: nil))
                #expect(try CatalogReader(db).text(urn: Self.urn)?.record == text(2, changed: 2))
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM textPage") == 2)
            }
        }
    }

    @Test func `an earlier longer text counts over its own first pages, for some syncs over others`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(text: text(3), sync: first)
                #expect(try !writer.hasLongerText(Self.urn, than: [digest(1)], before: first), "it is of this sync")
            }
            for number in 1...(CatalogWriter.syncsOfWaiting + 1) {
                let sync = try catalog.beginSync()
                _ = try catalog.beginSync(source: "other")
                try catalog.write { db in
                    let writer = CatalogWriter(db)
                    let mayWait = number <= CatalogWriter.syncsOfWaiting
                    let cases: [([UInt8], Bool)] = [
                        ([1], true), ([1, 2], true), ([9], mayWait), ([1, 9], mayWait), ([1, 2, 3], false),
                        ([1, 2, 3, 4], false),
                    ]
                    for (pages, expected) in cases {
                        let isLonger = try writer.hasLongerText(Self.urn, than: pages.map(digest), before: sync)
                        #expect(isLonger == expected, "sync \(number), pages \(pages)")
                    }
                }
            }
        }
    }

    @Test func `a text that is not there, damaged or of one page is not longer`() throws {
        try withCatalog { catalog in
            let (first, second) = (try catalog.beginSync(), try catalog.beginSync())
            try catalog.write { db in
                let writer = CatalogWriter(db)
                func isLonger() throws -> Bool {
                    try writer.hasLongerText(Self.urn, than: [digest(1)], before: second)
                }
                #expect(try !isLonger())
                try writer.merge(text: text(2), sync: first)
                #expect(try isLonger())
                try writer.forget(RowCheck.Damage(urn: Self.urn, kind: .text))
                #expect(try !isLonger())
                try writer.merge(text: text(1), sync: first)
                #expect(try !isLonger())
            }
        }
    }

    @Test func `a text is confirmed by all of its pages`() throws {
        try withCatalog { catalog in
            let (first, second) = (try catalog.beginSync(), try catalog.beginSync())
            try catalog.write { db in
                let writer = CatalogWriter(db)
                func confirm(_ further: [UInt8]) throws -> Bool {
                    try writer.confirmText(
                        urn: Self.urn,
                        htmlDigest: digest(1),
                        further: further.map(digest),
                        readerVersion: 1,
                        sync: second
                    )
                }
                try writer.merge(text: text(2), sync: first)
                #expect(try !confirm([]) && !confirm([3]) && !confirm([2, 3]))
                #expect(try confirm([2]))
                #expect(try writer.merge(text: text(3, version: 9), sync: first) == .superseded)
            }
        }
    }

    @Test func `the pages are named as blobs and addresses, and freed with their text`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { _ = try CatalogWriter($0).merge(text: text(3), sync: sync) }
            try catalog.write { db in
                var named: [Digest] = []
                try CatalogReader(db).namedDigests(of: [sync.sourceID]) { named.append($0) }
                #expect(named == [1, 2, 3].map(digest))
                var references: Set<Digest> = []
                try CatalogReader(db).blobReferences { references.insert($0.digest) }
                #expect(references == Set(named))
                let writer = CatalogWriter(db)
                try writer.noteLost([digest(3)])
                #expect(try writer.lostContent(of: sync.sourceID).isAnswerLost)
                try writer.noteLost([])
                let removal = CatalogRemoval(db)
                try removal.begin()
                try removal.beginAddresses()
                #expect(try removal.standing(of: Self.url(2), body: digest(2)) == .named)
                #expect(try removal.removeRows(of: sync.sourceID, limit: 10)?.texts == 1)
                #expect(Set(try removal.takeFreed().map(\.digest)) == Set(named))
            }
            #expect(try catalog.count("textPage") == 0)
        }
    }

    @Test func `an article is found by the addresses of its pages and of the one that it lacks`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                let article = Article(urn: "article:sample:1", title: "Trams", url: Self.url(0))
                try writer.merge(article, provenance: provenance(), sync: sync)
                try writer.merge(text: text(2, next: 3), sync: sync)
                for (number, isFound) in zip(0..., [false, true, true, true, false]) {
                    let found = try CatalogReader(db).records(withPages: [Self.url(number), "x:"], limit: 9)
                    #expect(found.map(\.urn) == (isFound ? [article.urn] : []), "page \(number)")
                }
            }
        }
    }
}
