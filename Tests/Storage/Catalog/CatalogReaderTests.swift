import GRDB
import LarderCatalogWriting
import LarderModel
import Testing

@testable import LarderCatalog

@Suite("Catalog reader") struct CatalogReaderTests {
    @Test func `articles come newest first, those without a time last`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let other = try catalog.beginSync(source: "other")
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for (name, time) in [("b", 20), ("none", nil), ("c", 30), ("a", 10)] as [(String, Int64?)] {
                    try writer.merge(
                        Article(urn: name, title: name, publishedAt: time),
                        provenance: provenance(),
                        sync: sync
                    )
                }
                try writer.merge(
                    Article(urn: "d", title: "d", publishedAt: 25),
                    provenance: provenance(),
                    sync: other
                )
                let reader = CatalogReader(db)
                #expect(try reader.articles().map(\.title) == ["c", "d", "b", "a", "none"])
                #expect(try reader.articles(source: sync.sourceID, limit: 2, offset: 1).map(\.title) == ["b", "a"])
                #expect(try reader.counts().articles == 5)
                #expect(try reader.counts(source: other.sourceID).articles == 1)
            }
        }
    }

    @Test func `recipes of a source come by title`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let other = try catalog.beginSync(source: "other")
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for (number, title) in ["Stew", "Bread", "Soup"].enumerated() {
                    try writer.merge(recipe(number, title: title), provenance: provenance(), sync: sync)
                }
                try writer.merge(recipe(9, title: "Cake"), provenance: provenance(), sync: other)
                let reader = CatalogReader(db)
                #expect(try reader.recipes(source: sync.sourceID).map(\.title) == ["Bread", "Soup", "Stew"])
                #expect(try reader.sources().map(\.source.name) == ["other", "sample"])
                #expect(try reader.source(named: "other")?.id == other.sourceID)
                #expect(try reader.recipe(urn: "recipe:sample:77") == nil)
            }
        }
    }
}
