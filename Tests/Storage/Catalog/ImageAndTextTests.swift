import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

@Suite("Images and texts") struct ImageAndTextTests {
    private func picture(_ seed: UInt8) -> ImageOriginal {
        ImageOriginal(urn: "image:sample:1", url: "https://s.example/1.jpg", digest: digest(seed), byteCount: 100)
    }

    private func decoded(_ seed: UInt8, variants: Int = 2, version: Int = 1, reject: String? = nil) -> ImageDecoding {
        ImageDecoding(
            urn: "image:sample:1",
            digest: digest(seed),
            format: "jpeg",
            width: 640,
            height: 480,
            frames: 1,
            widths: [320, 1080],
            variants: (0..<variants).map { index in
                ImageVariant(
                    width: 320 >> index,
                    height: 240,
                    format: "jpeg",
                    digest: digest(seed + 100 + UInt8(index)),
                    byteCount: 10
                )
            },
            rejectCode: reject,
            rejectMessage: reject.map { _ in "why" },
            readerVersion: version
        )
    }

    private func isCurrent(_ urn: String, _ digest: Digest, _ version: Int, _ writer: CatalogWriter) throws -> Bool {
        try writer.decodeIsCurrent(
            urn: urn,
            digest: digest,
            need: DecodingNeed(readerVersion: version, widths: [320, 1080])
        )
    }

    private func text(_ seed: UInt8, version: Int = 1, links: Int = 2) -> RenderedText {
        RenderedText(
            urn: "text:sample:1",
            itemURN: "recipe:sample:1",
            htmlDigest: digest(seed),
            plain: "text \(seed)",
            runs: runs((0..<links).map { "https://l.example/\($0)" }),
            readerVersion: version
        )
    }

    private func runs(_ links: [String]) -> String {
        let items = links.enumerated().map { #"["\#($0.element)",\#($0.offset),1]"# }
        return #"{"v":1,"runs":[6],"links":[\#(items.joined(separator: ","))]}"#
    }

    /// Every column of the one picture that only decoding writes.
    private func decodingColumns(_ db: Database) throws -> [DatabaseValue] {
        let names = ImageDecoding.columns.map(\.name) + ["decodeSyncID", "decodeFingerprint"]
        let row = try Row.fetchOne(db, sql: "SELECT \(names.joined(separator: ", ")) FROM image")
        return try #require(row).databaseValues.map(\.self)
    }

    @Test func `new bytes clear what was decoded from the old ones`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                let reader = CatalogReader(db)
                try writer.merge(image: picture(1), provenance: provenance(), sync: first)
                #expect(try writer.merge(decoding: decoded(1), sync: first) == .inserted)
                #expect(try reader.image(urn: "image:sample:1")?.decoding == decoded(1))
                #expect(try isCurrent("image:sample:1", digest(1), 1, writer))

                try writer.merge(image: picture(2), provenance: provenance(), sync: second)
                let cleared = try #require(try reader.image(urn: "image:sample:1"))
                #expect(cleared.original.digest == digest(2))
                #expect(cleared.decoding == nil)
                #expect(try decodingColumns(db).allSatisfy(\.isNull))
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM imageVariant") == 0)
                #expect(try !isCurrent("image:sample:1", digest(2), 1, writer))

                #expect(try writer.merge(decoding: decoded(1), sync: second) == .superseded)
                #expect(try reader.image(urn: "image:sample:1") == cleared)
                #expect(try writer.merge(decoding: decoded(2, variants: 1), sync: second) == .inserted)
                #expect(try reader.image(urn: "image:sample:1")?.decoding?.variants.count == 1)
            }
        }
    }

    @Test func `a new address for the same bytes keeps what was decoded`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(image: picture(1), provenance: provenance(), sync: first)
                try writer.merge(decoding: decoded(1), sync: first)
                var moved = picture(1)
                moved.url = "https://s.example/moved.jpg"
                #expect(try writer.merge(image: moved, provenance: provenance(), sync: second) == .updated)
                let detail = try CatalogReader(db).image(urn: "image:sample:1")
                #expect(detail?.original.url == moved.url)
                #expect(detail?.decoding == decoded(1))
            }
        }
    }

    @Test func `a decoding without a picture is superseded`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            #expect(try catalog.write { try CatalogWriter($0).merge(decoding: decoded(1), sync: sync) } == .superseded)
            #expect(try catalog.count("image") == 0)
        }
    }

    @Test func `of two decodings in a sync the one that can be shown stands`() throws {
        for order in [[true, false], [false, true]] {
            try withCatalog { catalog in
                let sync = try catalog.beginSync()
                try catalog.write { db in
                    let writer = CatalogWriter(db)
                    try writer.merge(image: picture(1), provenance: provenance(), sync: sync)
                    for rejected in order {
                        try writer.merge(
                            decoding: rejected ? decoded(1, variants: 0, reject: "too-large") : decoded(1),
                            sync: sync
                        )
                    }
                    let detail = try CatalogReader(db).image(urn: "image:sample:1")
                    #expect(detail?.decoding == decoded(1))
                }
            }
        }
    }

    @Test func `a rejected picture is current, until a newer decoder asks`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(image: picture(1), provenance: provenance(), sync: sync)
                try writer.merge(decoding: decoded(1, variants: 0, version: 2, reject: "broken"), sync: sync)
                #expect(try isCurrent("image:sample:1", digest(1), 1, writer))
                #expect(try isCurrent("image:sample:1", digest(1), 2, writer))
                #expect(try !isCurrent("image:sample:1", digest(1), 3, writer))
            }
        }
    }

    @Test func `a text replaces its links and keeps its row`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                let reader = CatalogReader(db)
                try writer.merge(text: text(1, links: 3), sync: first)
                let before = try #require(try reader.texts(item: "recipe:sample:1").first)
                #expect(try writer.textIsCurrent(urn: "text:sample:1", htmlDigest: digest(1), readerVersion: 1))
                #expect(try !writer.textIsCurrent(urn: "text:sample:1", htmlDigest: digest(2), readerVersion: 1))
                #expect(try !writer.textIsCurrent(urn: "text:sample:1", htmlDigest: digest(1), readerVersion: 2))
                try writer.merge(text: text(2, links: 1), sync: second)
                let after = try #require(try reader.texts(item: "recipe:sample:1").first)
                #expect(after.id == before.id)
                #expect(after.plain == "text 2")
                #expect(after.record == text(2, links: 1))
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM link") == 1)
                let row = try Row.fetchOne(db, sql: "SELECT textID, position, url, start, length FROM link")
                let url = "https://l.example/0"
                #expect(row == ["textID": after.id, "position": 0, "url": url, "start": 0, "length": 1])
            }
        }
    }

    @Test func `a text that was made with other options is not current`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let next = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                func isCurrent(_ options: String?) throws -> Bool {
                    try writer.textIsCurrent(
                        urn: "text:sample:1",
                        htmlDigest: digest(1),
                        readerVersion: 1,
                        optionsHash: options
                    )
                }
                try writer.merge(text: text(1), sync: sync)
                #expect(try isCurrent(nil) && !isCurrent("a"))
                var other = text(1)
                other.optionsHash = "a"
                try writer.merge(text: other, sync: next)
                #expect(try isCurrent("a") && !isCurrent(nil) && !isCurrent("b"))
            }
        }
    }

    @Test(arguments: [
        "javascript:x()", "JavaScript:x()", " javascript:x()", "vbscript:x", "data:text/html,x", "blob:x", "file:///x",
    ])
    func `a link that no app should follow is not in the view, marked or not`(url: String) throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                var record = text(1)
                record.runs =
                    #"{"v":1,"runs":[6],"links":[["\#(url)",0,1],["mailto:a@b.test",1,1],["/c",2,1],["x:y",3,1,1]]}"#
                try CatalogWriter(db).merge(text: record, sync: sync)
                #expect(
                    try String.fetchAll(db, sql: "SELECT url FROM link ORDER BY position") == ["mailto:a@b.test", "/c"]
                )
            }
        }
    }

    @Test func `a confirmed text outranks a late one of the sync before`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(text: text(1), sync: first)
                let current = try writer.confirmText(
                    urn: "text:sample:1",
                    htmlDigest: digest(1),
                    readerVersion: 1,
                    sync: second
                )
                #expect(current)
                #expect(try writer.merge(text: text(2, version: 5), sync: first) == .superseded)
                let other = try writer.confirmText(
                    urn: "text:sample:1",
                    htmlDigest: digest(2),
                    readerVersion: 1,
                    sync: second
                )
                #expect(!other)
            }
        }
    }

    @Test func `an answer's provenance stands beside the record's own`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe(), provenance: provenance(url: "https://api.example"), sync: sync)
                try writer.merge(
                    answer: "recipe:sample:1",
                    provenance: provenance(url: "https://page.example"),
                    sync: sync
                )
                let reader = CatalogReader(db)
                #expect(try reader.provenance(of: "recipe:sample:1", kind: .recipe)?.url == "https://api.example")
                #expect(try reader.provenance(of: "recipe:sample:1", kind: .answer)?.url == "https://page.example")
            }
        }
    }
}
