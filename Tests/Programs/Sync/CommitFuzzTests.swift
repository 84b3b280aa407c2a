import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import LarderProtocol
import LarderSourceAdapters
import LarderSourceDefinitions
import LarderTestSupport
import Synchronization
import Testing

@testable import LarderLedger
@testable import LarderSync

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
            samples: Self.effects.map { $0.serializedBytes() },
            words: ["recipe:t:1", "\u{0}", "{\"a\":", "http://", String(repeating: "\u{301}", count: 3_000)],
            maxBytes: ProtocolLimits.maxInlineEffectBytes
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
            var good = JobEffect()
            let name = UUID().uuidString
            let recipe = Recipe(urn: "recipe:t:\(name)", recordID: name, title: name)
            good.recipes = [recipe]
            let all = effects + [good.serializedBytes()]
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
            let title = try await database.read { [urn = recipe.urn] db in
                try String.fetchOne(db, sql: "SELECT title FROM recipe WHERE urn = ?", arguments: [urn])
            }
            return title == name ? nil : "the good effect is not in the catalog"
        }
    }

    private final class Reports: Sendable {
        private let state = Mutex<[CommitReport]>([])
        var entries: [CommitEntry] { state.withLock { $0.flatMap(\.entries) } }
        var notes: [String] { state.withLock { $0.flatMap { Array($0.tally.notes.keys) } } }
        func add(_ report: CommitReport) { state.withLock { $0.append(report) } }
    }

    /// Effects of every kind of job.
    private static let effects: [JobEffect] = [detail, news, picture, rendered]

    private static let digests = (0..<4).compactMap { Digest(bytes: [UInt8](repeating: $0 + 3, count: 32)) }

    private static let detail: JobEffect = {
        var effect = JobEffect()
        effect.recipes = [
            Recipe(
                urn: "recipe:t:1",
                recordID: "1",
                title: "Soup",
                imageURN: "image:t:1",
                socialRank: 99.5,
                ingredients: [Ingredient(text: "1 onion", quantity: 1), Ingredient(text: "salt")],
                servings: 4,
                extra: [ExtraField(name: "f2f", json: "{\"a\":[1]}")]
            )
        ]
        effect.provenance["recipe:t:1"] = Provenance(
            url: "http://api.test/1",
            fetchedAt: 1_800_000_000_000,
            digest: digests[0],
            readerVersion: 1
        )
        let image = ImageDownloadWork(imageURN: "image:t:1", url: "http://i.test/1.jpg")
        let text = TextWork(
            itemURN: "recipe:t:1",
            digest: digests[1],
            contentType: "",
            baseURL: "",
            role: .body
        )
        effect.found = [
            FoundJob(spec: JobSpec(source: "t", work: .imageDownload(image))),
            FoundJob(spec: JobSpec(source: "t", work: .text(text)), readerVersion: 1),
        ]
        effect.notes = [JobNote(code: "plan-ends", message: "The plan ends at 100 results.")]
        effect.fetch = FetchMetrics(requests: 1, wireBytes: 1_000)
        return effect
    }()

    private static let news: JobEffect = {
        var effect = JobEffect()
        effect.articles = [
            Article(
                urn: "article:t:1",
                title: "News",
                url: "http://x.test/",
                publishedText: "2017-04-03T19:49:51Z",
                publishedAt: 1_491_248_991_000
            )
        ]
        effect.outlets = [Outlet(urn: "outlet:t:1", outletID: "1", name: "Outlet", sortOrders: ["top", "latest"])]
        return effect
    }()

    private static let picture: JobEffect = {
        var effect = JobEffect()
        effect.images = [
            ImageOriginal(urn: "image:t:1", url: "http://i.test/1.jpg", digest: digests[2], byteCount: 1_000)
        ]
        let variant = ImageVariant(width: 320, height: 240, format: "jpeg", digest: digests[3], byteCount: 99)
        effect.decodings = [
            ImageDecoding(
                urn: "image:t:1",
                digest: digests[2],
                format: "jpeg",
                width: 640,
                height: 480,
                variants: [variant, variant],
                readerVersion: 1
            )
        ]
        return effect
    }()

    private static let rendered: JobEffect = {
        var effect = JobEffect()
        effect.texts = [
            RenderedText(
                urn: "text:t:1",
                itemURN: "recipe:t:1",
                htmlDigest: digests[1],
                plain: "abc",
                runs: "[]",
                readerVersion: 1
            )
        ]
        return effect
    }()
}
