import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

/// Several addresses whose pictures have the same bytes.
@Suite("Shared decodings") struct SharedDecodingTests {
    private let need = DecodingNeed(readerVersion: 3, widths: [320])

    private func picture(_ name: String, _ seed: UInt8 = 1) -> ImageOriginal {
        ImageOriginal(urn: "image:sample:\(name)", url: "https://s.example/\(name)", digest: digest(seed), byteCount: 9)
    }

    private func decoded(_ name: String, widths: [Int] = [320], reject: String? = nil) -> ImageDecoding {
        ImageDecoding(
            urn: "image:sample:\(name)",
            digest: digest(1),
            format: "png",
            width: 64,
            height: 48,
            frames: 1,
            thumbHash: "AAAA",
            dominantColor: "#010203",
            widths: widths,
            variants: reject == nil
                ? [ImageVariant(width: 64, height: 48, format: "jpeg", digest: digest(9), byteCount: 5)] : [],
            rejectCode: reject,
            rejectMessage: reject,
            readerVersion: 3
        )
    }

    private func share(_ name: String, _ writer: CatalogWriter, _ sync: CatalogSync, _ need: DecodingNeed? = nil) throws
        -> CatalogWriter.DecodingShare
    {
        try writer.shareDecoding(
            urn: "image:sample:\(name)",
            digest: digest(1),
            need: need ?? self.need,
            sync: sync
        )
    }

    private func decodings(_ names: [String], _ db: Database) throws -> [ImageDecoding?] {
        try names.map { name in
            var decoding = try CatalogReader(db).image(urn: "image:sample:\(name)")?.decoding
            decoding?.urn = ""
            return decoding
        }
    }

    @Test func `pictures with the same bytes have one job, and its result is that of all`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for name in ["a", "b"] {
                    try writer.merge(image: picture(name), provenance: provenance(), sync: sync)
                    #expect(try share(name, writer, sync) == .job(imageURN: "image:sample:a"))
                }
                try writer.merge(image: picture("other", 2), provenance: provenance(), sync: sync)
                #expect(try writer.merge(decoding: decoded("a"), sync: sync) == .inserted)
                #expect(try share("a", writer, sync) == .done && share("b", writer, sync) == .done)
                try writer.merge(image: picture("c"), provenance: provenance(), sync: sync)
                #expect(try decodings(["c"], db) == [nil])
                #expect(try share("c", writer, sync) == .done)

                let all = try decodings(["a", "b", "c", "other"], db)
                #expect(all[0] != nil && all[0] == all[1] && all[0] == all[2] && all[3] == nil)
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM imageVariant") == 3)
                #expect(try RowCheck(db).damages().isEmpty)
            }
        }
    }

    @Test func `another need is another decoding`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for name in ["a", "b"] { try writer.merge(image: picture(name), provenance: provenance(), sync: first) }
                try writer.merge(decoding: decoded("a"), sync: first)
                for other in [
                    DecodingNeed(readerVersion: 4, widths: [320]), DecodingNeed(readerVersion: 3, widths: [320, 1080]),
                    DecodingNeed(readerVersion: 3, widths: [320], syncID: second.id),
                ] {
                    #expect(try share("b", writer, second, other) == .job(imageURN: "image:sample:a"))
                }
                #expect(try writer.merge(decoding: decoded("a", widths: [64, 320]), sync: second) == .updated)
                #expect(try decodings(["a", "b"], db).allSatisfy { $0?.widths == [64, 320] })
            }
        }
    }

    @Test func `a result for a picture that has other bytes by now is still that of the others`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for name in ["a", "b"] { try writer.merge(image: picture(name), provenance: provenance(), sync: sync) }
                #expect(try share("b", writer, sync) == .job(imageURN: "image:sample:a"))
                let later = try writer.beginSync(source: sync.sourceID, startedAt: 2_000)
                try writer.merge(image: picture("a", 2), provenance: provenance(), sync: later)
                try writer.merge(decoding: decoded("a"), sync: sync)
                let both = try decodings(["a", "b"], db)
                #expect(both[0] == nil && both[1]?.dominantColor == "#010203")
            }
        }
    }

    @Test func `an answer with older bytes takes nothing from a picture that has newer ones`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for (name, seed) in [("a", UInt8(1)), ("b", 2)] {
                    try writer.merge(image: picture(name, seed), provenance: provenance(), sync: sync)
                }
                try writer.merge(decoding: decoded("a"), sync: sync)
                var newer = decoded("b")
                newer.digest = digest(2)
                try writer.merge(decoding: newer, sync: sync)
                let before = try decodings(["a", "b"], db)
                _ = try share("b", writer, sync)
                #expect(try decodings(["a", "b"], db) == before && before[1]?.variants.count == 1)
            }
        }
    }

    @Test func `pictures of another source are left alone`() throws {
        try withCatalog { catalog in
            let (own, other) = (try catalog.beginSync(), try catalog.beginSync(source: "other"))
            try catalog.write { db in
                let writer = CatalogWriter(db)
                var foreign = picture("b")
                foreign.urn = "image:other:b"
                try writer.merge(image: picture("a"), provenance: provenance(), sync: own)
                try writer.merge(image: foreign, provenance: provenance(), sync: other)
                try writer.merge(decoding: decoded("a"), sync: own)
                #expect(try CatalogReader(db).image(urn: foreign.urn)?.decoding == nil)
                let share = try writer.shareDecoding(urn: foreign.urn, digest: digest(1), need: need, sync: other)
                #expect(share == .job(imageURN: foreign.urn))
            }
        }
    }

    @Test func `pictures that cannot be shown are counted and named with their reason`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for name in ["a", "b"] { try writer.merge(image: picture(name), provenance: provenance(), sync: sync) }
                try writer.merge(image: picture("c", 2), provenance: provenance(), sync: sync)
                try writer.merge(decoding: decoded("a", reject: "truncated"), sync: sync)
                let reader = CatalogReader(db)
                #expect(try reader.counts().images == 3 && reader.counts().rejectedImages == 2)
                #expect(try reader.rejectedImages(limit: 9).map(\.urn) == ["image:sample:a", "image:sample:b"])
                #expect(try reader.rejectedImages(limit: 1).count == 1)
                #expect(try reader.rejectedImage(urn: "image:sample:b")?.code == "truncated")
                #expect(try reader.rejectedImage(urn: "image:sample:c") == nil)
            }
        }
    }

    @Test func `the aspect ratio follows from the size`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for (name, seed) in [("a", UInt8(1)), ("c", 2)] {
                    try writer.merge(image: picture(name, seed), provenance: provenance(), sync: sync)
                }
                try writer.merge(decoding: decoded("a"), sync: sync)
                let ratios = try Double?.fetchAll(db, sql: "SELECT aspectRatio FROM image ORDER BY urn")
                #expect(ratios == [64.0 / 48.0, nil])
                #expect(decoded("a").aspectRatio == ratios[0])
            }
        }
    }

    /// What a source with one picture under many addresses would cost.
    @Test func `finding the job of the same bytes takes no longer for many addresses`() throws {
        try withCatalog { catalog in
            let plans = try catalog.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        EXPLAIN QUERY PLAN SELECT urn FROM image WHERE sourceID = 1 AND digest = x'00' ORDER BY id LIMIT 1
                        """
                ).map { $0["detail"] as String }
            }
            #expect(
                plans.count == 1 && plans.first?.contains("USING INDEX image_on_sourceID_digest") == true,
                "\(plans)"
            )
        }
    }
}
