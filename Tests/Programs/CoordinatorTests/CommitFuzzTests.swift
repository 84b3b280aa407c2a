import Foundation
import GRDB
import LarderCatalog
import LarderProtocol
import LarderSources
import LarderTestSupport
import SwiftProtobuf
import Synchronization
import Testing

@testable import LarderCoordinator
@testable import LarderLedger

/// Damaged effects on their way into the catalog: each ends its own job, and no other.
@Suite("Commit fuzz") struct CommitFuzzTests {
    @Test func `a damaged effect ends its job, and what came with it is committed`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-commit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let table = try Table(database)
        let mutator = Mutator(
            .fields(after: 0),
            samples: try Self.effects.map { try $0.serializedBytes() },
            words: ["recipe:t:1", "\u{0}", "{\"a\":", "http://", String(repeating: "\u{301}", count: 3_000)],
            maxBytes: WireLimits.maxEffectBytes
        )
        // Inputs are made first, as a commit waits for the disk and a run does not: a transaction takes many of them.
        var inputs: [[UInt8]] = []
        let run = FuzzRun("effects", mutator) { item in
            if inputs.count < 100_000 { inputs.append(item.bytes) }
            return nil
        }
        #expect(run.failures.isEmpty)
        let limit = ContinuousClock.now + .seconds(Self.seconds)
        var first = 0
        while first < inputs.count, ContinuousClock.now < limit || first == 0 {
            let batch = Array(inputs[first..<min(inputs.count, first + 40)])
            first += batch.count
            let problem = try await table.commit(batch)
            let told = batch.map { Data($0).base64EncodedString() }.joined(separator: "\n")
            #expect(problem == nil, "One of these effects in base64:\n\(told)")
        }
        try database.close()
    }

    private static let seconds = Double(ProcessInfo.processInfo.environment["LARDER_FUZZ_SECONDS"] ?? "") ?? 1

    /// A larder's tables with one source under way.
    private struct Table {
        let database: CatalogDatabase
        let source: SourceID
        let lane: LaneID
        let sources: SyncedSources

        init(_ database: CatalogDatabase) throws {
            self.database = database
            let definition = try SourceDefinition.parse(
                yaml: "name: t\nkind: food2fork\nbase: http://api.test\nqueries: [a]",
                file: "t.yaml"
            )
            let (source, sync, lane) = try database.write { db in
                let writer = CatalogWriter(db)
                let source = try writer.upsertSource(Source(name: "t", kind: "food2fork"))
                let lane = try LedgerStore(db).lane("api.test:80", .fetch)
                return (source, try writer.beginSync(source: source, startedAt: 1), lane)
            }
            self.source = source
            self.lane = lane
            sources = SyncedSources(entries: [source: .init(definition: definition, sync: sync)])
        }

        /// Commits a good effect among bad ones.
        func commit(_ effects: [[UInt8]]) async throws -> String? {
            var good = WireEffect()
            var recipe = WireRecipe()
            let name = UUID().uuidString
            recipe.urn = "recipe:t:\(name)"
            recipe.title = name
            good.recipes = [recipe]
            let all = effects + [try good.serializedBytes() as [UInt8]]
            let jobs = try await database.write { [source, lane] db in
                try (0...effects.count).map { index in
                    try LedgerStore(db).add(
                        kind: .detail,
                        key: "\(name):\(index)",
                        source: source,
                        lane: lane,
                        spec: []
                    )
                }
            }
            let entries = zip(jobs, all).compactMap { job, effect in
                job.map {
                    CommitEntry(
                        lease: JobLease(job: $0, attempt: 1),
                        session: nil,
                        kind: .detail,
                        source: source,
                        outcome: .done(effect: effect)
                    )
                }
            }
            let committer = Committer(database: database, cache: nil, sources: sources)
            committer.submit(entries)
            committer.finish()
            let reports = Reports()
            try await committer.run { reports.add($0) }
            let settled = reports.entries
            guard settled.count == entries.count else {
                return "\(settled.count) of \(entries.count) entries were settled"
            }
            guard settled.allSatisfy(\.changed) else { return "a job was not ended" }
            let notes = reports.notes
            if let longest = notes.map(\.utf8.count).max(), longest > 4_000 {
                return "a note of \(longest) bytes is kept"
            }
            let title = try database.read { [urn = recipe.urn] db in
                try String.fetchOne(db, sql: "SELECT title FROM recipe WHERE urn = ?", arguments: [urn])
            }
            return title == name ? nil : "the good effect is not in the catalog"
        }
    }

    private final class Reports: Sendable {
        private let state = Mutex<[CommitReport]>([])
        var entries: [CommittedEntry] { state.withLock { $0.flatMap(\.entries) } }
        var notes: [String] { state.withLock { $0.flatMap { Array($0.tally.notes.keys) } } }
        func add(_ report: CommitReport) { state.withLock { $0.append(report) } }
    }

    /// Effects of every kind of job.
    private static let effects: [WireEffect] = {
        var provenance = WireProvenance()
        provenance.recordUrn = "recipe:t:1"
        provenance.url = "http://api.test/1"
        provenance.fetchedAtMs = 1_800_000_000_000
        provenance.digest = Data(repeating: 3, count: 32)
        provenance.readerVersion = 1
        var recipe = WireRecipe()
        recipe.urn = "recipe:t:1"
        recipe.recordID = "1"
        recipe.title = "Soup"
        recipe.imageUrn = "image:t:1"
        recipe.socialRank = 99.5
        recipe.servings = 4
        var ingredient = WireIngredient()
        ingredient.text = "1 onion"
        ingredient.quantity = 1
        recipe.ingredients = [ingredient, ingredient]
        var field = WireExtraField()
        field.name = "f2f"
        field.json = "{\"a\":[1]}"
        recipe.extra = [field]
        var found = WireFoundJob()
        found.kind = JobKind.imageDownload.rawValue
        found.key = "t:abc"
        found.lane = "i.test:80"
        found.spec.source = "t"
        found.spec.imageDownload.imageUrn = "image:t:1"
        found.spec.imageDownload.url = "http://i.test/1.jpg"
        var text = WireFoundJob()
        text.kind = JobKind.text.rawValue
        text.key = "t:def"
        text.spec.text.textUrn = "text:t:1"
        text.spec.text.digest = Data(repeating: 4, count: 32)
        text.readerVersion = 1
        var note = WireNote()
        note.code = "plan-ends"
        note.message = "The plan ends at 100 results."
        var detail = WireEffect()
        detail.recipes = [recipe]
        detail.provenance = [provenance]
        detail.found = [found, text]
        detail.notes = [note]
        detail.fetch.requests = 1
        detail.fetch.wireBytes = 1_000
        return [detail, news, picture, rendered]
    }()

    private static let news: WireEffect = {
        var article = WireArticle()
        article.urn = "article:t:1"
        article.title = "News"
        article.url = "http://x.test/"
        article.publishedAt = "2017-04-03T19:49:51Z"
        article.publishedAtMs = 1_491_248_991_000
        var outlet = WireOutlet()
        outlet.urn = "outlet:t:1"
        outlet.name = "Outlet"
        outlet.sortOrders = ["top", "latest"]
        var effect = WireEffect()
        effect.articles = [article]
        effect.outlets = [outlet]
        return effect
    }()

    private static let picture: WireEffect = {
        var image = WireImage()
        image.urn = "image:t:1"
        image.url = "http://i.test/1.jpg"
        image.digest = Data(repeating: 5, count: 32)
        image.byteCount = 1_000
        var variant = WireImageVariant()
        variant.width = 320
        variant.height = 240
        variant.format = "jpeg"
        variant.digest = Data(repeating: 6, count: 32)
        var decoded = WireDecodedImage()
        decoded.urn = "image:t:1"
        decoded.digest = image.digest
        decoded.format = "jpeg"
        decoded.width = 640
        decoded.height = 480
        decoded.variants = [variant, variant]
        var effect = WireEffect()
        effect.images = [image]
        effect.decoded = [decoded]
        return effect
    }()

    private static let rendered: WireEffect = {
        var link = WireTextLink()
        link.url = "http://x.test/"
        link.length = 3
        var text = WireRenderedText()
        text.urn = "text:t:1"
        text.itemUrn = "recipe:t:1"
        text.htmlDigest = Data(repeating: 4, count: 32)
        text.plain = "abc"
        text.runs = "[]"
        text.links = [link]
        var effect = WireEffect()
        effect.texts = [text]
        return effect
    }()
}
