import GRDB
import LarderCatalogWriting
import LarderModel
import Testing

@testable import LarderCatalog

@Suite("Catalog content") struct CatalogContentTests {
    @Test func `every blob is named with its record and role`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe(), provenance: provenance(digest: digest(1)), sync: sync)
                try writer.merge(
                    image: ImageOriginal(urn: "i", url: "u", digest: digest(2), byteCount: 5),
                    provenance: provenance(),
                    sync: sync
                )
                try writer.merge(
                    decoding: ImageDecoding(
                        urn: "i",
                        digest: digest(2),
                        variants: [ImageVariant(width: 1, height: 1, format: "jpeg", digest: digest(3), byteCount: 6)],
                        readerVersion: 1
                    ),
                    sync: sync
                )
                try writer.merge(
                    text: RenderedText(
                        urn: "t",
                        itemURN: "recipe:sample:1",
                        htmlDigest: digest(4),
                        plain: "",
                        runs: "[]",
                        readerVersion: 1
                    ),
                    sync: sync
                )
            }
            let references = try catalog.read { db in
                var references: [BlobReference] = []
                try CatalogReader(db).blobReferences { references.append($0) }
                return references
            }
            #expect(
                references == [
                    BlobReference(digest: digest(2), urn: "i", role: .original, byteCount: 5),
                    BlobReference(digest: digest(3), urn: "i", role: .variant, byteCount: 6),
                    BlobReference(digest: digest(4), urn: "t", role: .html, byteCount: nil),
                    BlobReference(digest: digest(1), urn: "recipe:sample:1", role: .answer, byteCount: nil),
                ]
            )
        }
    }

    @Test func `the content is the same whatever the row identifiers, syncs and times`() throws {
        func content(_ order: [Int], time: Int64, syncsBefore: Int) throws -> [[UInt8]] {
            try withCatalog { catalog in
                for _ in 0..<syncsBefore { _ = try catalog.beginSync() }
                let sync = try catalog.beginSync()
                try catalog.write { db in
                    for number in order {
                        try CatalogWriter(db).merge(
                            recipe(number),
                            provenance: provenance(at: time),
                            sync: sync
                        )
                    }
                }
                return try catalog.content()
            }
        }
        let expected = try content([1, 2, 3], time: 5, syncsBefore: 0)
        #expect(try content([3, 1, 2], time: 9, syncsBefore: 4) == expected)
        #expect(try content([1, 2], time: 5, syncsBefore: 0) != expected)
    }

    /// A site's lists often give an item different dates, and the last one that was read stands in the catalog.
    @Test(arguments: ExtraFields.changeSignals.sorted())
    func `a date by which a list says that something changed is no change by itself`(name: String) throws {
        try withCatalog { catalog in
            var item = recipe()
            var outcomes: [MergeOutcome] = []
            var contents: [[[UInt8]]] = []
            for value in ["\"2026-03-02\"", "\"2026-03-03\""] {
                item.extra = [ExtraField(name: name, json: value), ExtraField(name: "a", json: "1")]
                let sync = try catalog.beginSync()
                outcomes.append(
                    try catalog.write { try CatalogWriter($0).merge(item, provenance: provenance(), sync: sync) }
                )
                contents.append(try catalog.content())
            }
            #expect(outcomes == [.inserted, .unchanged])
            #expect(contents[0] == contents[1])
        }
    }

    @Test func `each part of a record is part of the content`() throws {
        func content(_ recipe: Recipe, _ provenance: Provenance, source: String = "sample") throws -> [[UInt8]] {
            try withCatalog { catalog in
                let sync = try catalog.beginSync(source: source)
                _ = try catalog.write {
                    try CatalogWriter($0).merge(recipe, provenance: provenance, sync: sync)
                }
                return try catalog.content()
            }
        }
        var seen: Set<[[UInt8]]> = [try content(recipe(), provenance())]
        let changes: [(inout Recipe) -> Void] = [
            { $0.title = "x" }, { $0.recordID = "x" }, { $0.publisher = "x" }, { $0.publisherURL = "x" },
            { $0.sourceURL = "x" }, { $0.apiURL = "x" }, { $0.imageURL = "x" }, { $0.imageURN = "x" },
            { $0.socialRank = 1 }, { $0.servings = 1 }, { $0.cookingMinutes = 1 },
            { $0.extra = [ExtraField(name: "a", json: "1")] }, { $0.ingredients[0].text = "x" },
            { $0.ingredients[0].quantity = 1 }, { $0.ingredients[0].unit = "x" }, { $0.ingredients[0].name = "x" },
            { $0.ingredients.reverse() }, { $0.ingredients.removeLast() },
        ]
        for change in changes {
            var changed = recipe()
            change(&changed)
            seen.insert(try content(changed, provenance()))
        }
        seen.insert(try content(recipe(), provenance(origin: .page)))
        seen.insert(try content(recipe(), provenance(url: "x", origin: .page)))
        seen.insert(try content(recipe(), provenance(), source: "other"))
        #expect(seen.count == 1 + changes.count + 3)
        // The bytes that a record was read from are for validation alone, and so is a list's address.
        for from in [
            provenance(url: "x"), provenance(validator: "x"), provenance(digest: digest(1)), provenance(version: 2),
        ] {
            #expect(try content(recipe(), from) == content(recipe(), provenance()))
        }
    }

    /// The digest of a catalog hangs on it: whoever changes this list changes the digest of every catalog.
    @Test func `the content has these columns in this order`() throws {
        let columns = try withCatalog { catalog in
            try catalog.read { db in
                try CatalogReader.contentQueries.map { table, sql in
                    let names = try db.makeStatement(sql: sql).columnNames
                    return "\(table): \(names.joined(separator: " "))"
                }
            }
        }
        #expect(
            columns == [
                "source: urn name kind",
                "recipe: urn urn recordID title publisher publisherURL sourceURL apiURL imageURL imageURN socialRank "
                    + "servings cookingMinutes extra servingsText prepMinutes totalMinutes summary authors categories "
                    + "cuisines keywords rating ratingCount language canonicalURL videos isPartial origins",
                "ingredient: urn position text quantity unit name section",
                "step: urn position text name section imageURL imageURN",
                "nutrition: urn position name amount unit text",
                "recipePicture: urn position url imageURN",
                "equipment: urn position text",
                "article: urn urn outletID outletName author title summary url imageURL imageURN publishedText "
                    + "publishedAt content extra language canonicalURL isPartial origins",
                "articlePicture: urn position url imageURN",
                "attachment: urn position url mediaType byteCount title",
                "outlet: urn urn outletID name summary url category language country sortOrders extra imageURL imageURN",
                "image: urn urn url digest byteCount contentType format width height frames hasAlpha thumbHash "
                    + "dominantColor widths rejectCode rejectMessage readerVersion",
                "imageVariant: urn position width height format digest byteCount",
                "text: urn urn itemURN plain runs language role isReadable nextPage",
                "textPicture: urn position url imageURN start alternative caption",
                "textPage: urn position url start",
                "provenance: recordURN recordKind origin urn url",
                "listing: urn query outlet sort category itemURN position",
            ]
        )
    }

    @Test func `a line is a row's table, its URN, its source and its columns`() throws {
        let content = try withCatalog { catalog in
            let sync = try catalog.beginSync()
            _ = try catalog.write {
                try CatalogWriter($0).merge(Filled.recipe, provenance: Filled.provenance, sync: sync)
            }
            return try catalog.content()
        }
        func line(_ table: String, _ values: [DatabaseValue]) -> [UInt8] {
            var encoder = ContentEncoder()
            encoder.beginRow(table)
            for value in values { encoder.add(value) }
            return encoder.bytes
        }
        let (urn, source) = (Filled.recipe.urn.databaseValue, "source:sample".databaseValue)
        let lists = Recipe.table.children.flatMap { child in
            child.rows(Filled.recipe).enumerated().map { line(child.name, [urn, $0.databaseValue] + $1) }
        }
        let provenance = [
            urn, "recipe".databaseValue, "record".databaseValue, source, DatabaseValue.null,
        ]
        #expect(
            content
                == [line("source", [source, "sample".databaseValue, "website".databaseValue])]
                + [line("recipe", [urn, source] + Recipe.table.columns.map { $0.column(of: Filled.recipe) })] + lists
                + [line("provenance", provenance)]
        )
    }

    @Test func `walks over the whole catalog sort nothing in memory`() throws {
        try withCatalog { catalog in
            try catalog.read { db in
                let queries = CatalogReader.contentQueries.map(\.sql) + CatalogReader.blobQueries.map(\.sql)
                for sql in queries {
                    let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
                    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(sql): \(plan)")
                }
            }
        }
    }

    @Test func `a walk ends when its body throws`() throws {
        try withCatalog { catalog in
            _ = try catalog.beginSync()
            #expect(throws: Stop.self) {
                try catalog.read { try CatalogReader($0).contentLines { _ in throw Stop() } }
            }
        }
    }
}
