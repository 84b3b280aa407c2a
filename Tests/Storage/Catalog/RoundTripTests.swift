import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

/// A field that has no column fails here: first because no record fills it, then because it does not come back.
@Suite("Round trip") struct RoundTripTests {
    /// Expects a record to come back whole: into an empty catalog, over a record with other values, and from under one.
    private func expectSurvival<Record: Equatable>(
        of filled: Record,
        over blank: Record,
        merge: (CatalogWriter, Record, CatalogSync) throws -> MergeOutcome,
        read: (CatalogReader, CatalogSync) throws -> Record?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // Combining what the origins of an item say fills these.
        let empty = Set(emptyFields(of: filled)).subtracting(["isPartial", "origins"])
        #expect(empty.isEmpty, "fill every field", sourceLocation: sourceLocation)
        for records in [[filled, blank], [blank, filled, blank]] {
            try withCatalog { catalog in
                for record in records {
                    let sync = try catalog.beginSync()
                    _ = try catalog.write { try merge(CatalogWriter($0), record, sync) }
                    let kept = try catalog.read { try read(CatalogReader($0), sync) }
                    #expect(kept == record, sourceLocation: sourceLocation)
                }
            }
        }
    }

    @Test func `every field of a recipe and its ingredients survives`() throws {
        try expectSurvival(of: Filled.recipe, over: Recipe(urn: Filled.recipe.urn, recordID: "", title: "")) {
            try $0.merge($1, provenance: provenance(), sync: $2)
        } read: { reader, sync in
            let listed = try reader.recipes(source: sync.sourceID)
            let detail = try reader.recipe(urn: Filled.recipe.urn)
            #expect(listed == [detail?.recipe])
            return detail?.recipe.record
        }
    }

    @Test func `every field of an article survives`() throws {
        try expectSurvival(of: Filled.article, over: Article(urn: Filled.article.urn, title: "")) {
            try $0.merge($1, provenance: provenance(), sync: $2)
        } read: { reader, sync in
            let listed = try reader.articles(source: sync.sourceID)
            let detail = try reader.article(urn: Filled.article.urn)
            #expect(listed == [detail?.article])
            return detail?.article.record
        }
    }

    @Test func `every field of an outlet survives`() throws {
        try expectSurvival(of: Filled.outlet, over: Outlet(urn: Filled.outlet.urn, outletID: "", name: "")) {
            try $0.merge($1, provenance: provenance(), sync: $2)
        } read: {
            try $0.outlets(source: $1.sourceID).first?.record
        }
    }

    @Test func `every field of a picture survives`() throws {
        let blank = ImageOriginal(urn: Filled.image.urn, url: "", digest: .zero, byteCount: 0)
        try expectSurvival(of: Filled.image, over: blank) {
            try $0.merge(image: $1, provenance: provenance(), sync: $2)
        } read: { reader, _ in
            try reader.image(urn: Filled.image.urn)?.original.record
        }
    }

    @Test func `every field of a decoding and its variants survives`() throws {
        for variant in Filled.decoding.variants { #expect(emptyFields(of: variant).isEmpty) }
        let blank = ImageDecoding(urn: Filled.decoding.urn, digest: Filled.decoding.digest, readerVersion: 0)
        try expectSurvival(of: Filled.decoding, over: blank) { writer, decoding, sync in
            try writer.merge(image: Filled.image, provenance: provenance(), sync: sync)
            return try writer.merge(decoding: decoding, sync: sync)
        } read: { reader, _ in
            let detail = try reader.image(urn: Filled.image.urn)
            #expect(detail?.original.record == Filled.image)
            return detail?.decoding
        }
    }

    @Test func `every field of a text and its links survives`() throws {
        #expect(
            Filled.text.links == [
                TextAnchor(url: "url", start: 1, length: 2), TextAnchor(url: "another url", start: 3, length: 4),
            ],
            "but for the one that runs code"
        )
        let blank = RenderedText(
            urn: Filled.text.urn,
            itemURN: Filled.text.itemURN,
            htmlDigest: .zero,
            plain: "",
            runs: "",
            readerVersion: 0
        )
        try expectSurvival(of: Filled.text, over: blank) {
            try $0.merge(text: $1, provenance: provenance(), sync: $2)
        } read: { reader, _ in
            try reader.texts(item: Filled.text.itemURN).first?.record
        }
    }

    @Test func `every field of a provenance survives`() throws {
        let blank = Provenance(url: "", fetchedAt: 0, readerVersion: 0)
        try expectSurvival(of: Filled.provenance, over: blank) {
            try $0.merge(Filled.recipe, provenance: $1, sync: $2)
        } read: { reader, _ in
            try reader.provenance(of: Filled.recipe.urn, kind: .recipe)
        }
    }

    @Test func `every field of a source and a sync survives`() throws {
        #expect(emptyFields(of: Filled.source).isEmpty)
        try withCatalog { catalog in
            let blank = Source(urn: Filled.source.urn, name: "", kind: "")
            for source in [Filled.source, blank, Filled.source] {
                try catalog.write { db in
                    let writer = CatalogWriter(db)
                    let id = try writer.upsertSource(source)
                    let sync = try writer.beginSync(source: id, startedAt: 1)
                    try writer.finishSync(sync, state: .cancelled, finishedAt: 2, counts: ["a \"name\"": -3, "b": 4])
                    let found = try #require(try CatalogReader(db).source(named: source.name))
                    #expect(found.source == source)
                    #expect(found.id == id)
                    let summary = try #require(try CatalogReader(db).latestSync(source: id))
                    #expect(emptyFields(of: summary).isEmpty)
                    #expect(summary.sync == sync)
                    #expect(summary.startedAt == 1 && summary.finishedAt == 2)
                    #expect(summary.state == .cancelled)
                    #expect(summary.counts == ["a \"name\"": -3, "b": 4])
                }
            }
        }
    }

    /// Two columns that were exchanged would come back right all the same.
    @Test func `every column holds the field of its name`() {
        func check<Record>(_ record: Record, _ columns: [RecordField<Record>]) {
            let fields = plainFields(of: record)
            #expect(fields.count > 3)
            for column in columns
            where ![.texts, .counts, .extra, .origins].contains(column.kind) && column.name != "role" {
                #expect(column.column(of: record) == fields[column.name], "\(column.name)")
            }
        }
        func check<Record: NamedRecord>(_ record: Record, _ children: [ChildTable<Record>]) {
            let lists = Mirror(reflecting: record).children
            for child in children {
                let name = Record.fields.first { $0.traits.column == child.name }?.name
                let elements = lists.first { $0.label == name }?.value as? [Any] ?? []
                let rows = child.rows(record)
                #expect(rows.count == elements.count && rows.count > 1, "\(child.name)")
                for (row, element) in zip(rows, elements) {
                    let fields = (element as? String).map { ["text": $0.databaseValue] } ?? plainFields(of: element)
                    #expect(Dictionary(uniqueKeysWithValues: zip(child.columns, row)) == fields)
                }
            }
        }
        check(Filled.recipe, Recipe.table.columns)
        check(Filled.article, Article.table.columns)
        check(Filled.outlet, Outlet.table.columns)
        check(Filled.image, ImageOriginal.table.columns)
        check(Filled.decoding, ImageDecoding.columns)
        check(Filled.text, RenderedText.table.columns)
        check(Filled.recipe, Recipe.table.children)
        check(Filled.text, RenderedText.table.children)
        check(Filled.decoding, [ImageDecoding.variantTable])
    }
}
