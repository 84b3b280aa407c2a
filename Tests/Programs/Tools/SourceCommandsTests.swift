import Foundation
import LarderCatalog
import LarderCatalogWriting
import LarderLedger
import LarderModel
import LarderSourceDefinitions
import Logging
import Testing

@testable import LarderSync
@testable import LarderTools

@Suite("Commands about sources") struct SourceCommandsTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-sources-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/sources", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func `a larder that cannot be read hides no error of a file`() async throws {
        try await withFolder { folder in
            try write("name: [", to: folder + "/sources/jam-shop.yaml")
            try write(String(repeating: "This is no catalog. ", count: 100), to: folder + "/catalog.sqlite")
            for name in ["jam-shop", folder + "/sources/jam-shop.yaml"] {
                let error = await #expect(throws: SourceError.self) {
                    _ = try await LarderCommands.show(name, folder)
                }
                #expect(error?.file.hasSuffix("jam-shop.yaml") == true, "\(String(describing: error))")
            }
            let missing = await #expect(throws: CoordinatorError.self) {
                _ = try await LarderCommands.show(folder + "/jam.yaml", folder)
            }
            #expect(missing?.code == .unknownSource)
            // A name alone may be a source of that larder.
            let unread = await #expect(throws: (any Error).self) { _ = try await LarderCommands.show("jam", folder) }
            #expect((unread as? CoordinatorError)?.code != .unknownSource, "\(String(describing: unread))")
        }
    }

    @Test func `a source without a file is shown as it was asked for last`() async throws {
        try await withFolder { folder in
            let yaml = "name: jam-shop\nkind: wordpress\nbase: http://jam.test\nlimit: 7\n"
            let definition = try SourceDefinition.parse(yaml: yaml, file: "jam-shop.yaml")
            let database = try LarderStore.open(folder + "/catalog.sqlite")
            try await database.write { db in
                let id = try CatalogWriter(db).upsertSource(Source(name: "jam-shop", kind: "wordpress"))
                let request = SyncRequestText(definition: definition.yaml, only: "search", refresh: true)
                try LedgerStore(db).setSyncRequest(request.text, of: id)
            }
            try database.close()
            let shown = try await LarderCommands.show("jam-shop", folder)
            #expect(shown.contains("as it was synced last") && shown.contains("\nlimit: 7\n"), "\(shown)")
            #expect(!shown.contains("only:") && !shown.contains("refresh:"), "\(shown)")
            // The larder is read once for several names.
            let named = SourceRegistry(larder: folder).each(of: ["jam-shpo", "jam-shop", "sample", "nothing-like-it"])
            #expect(named.map { (try? $0.get())?.name } == [nil, "jam-shop", "sample", nil])
            let error = #expect(throws: CoordinatorError.self) { _ = try named[0].get() }
            #expect(error?.description.contains("Did you mean jam-shop?") == true, "\(String(describing: error))")
        }
    }

    @Test func `a text that is no name of a source is told with what is one`() {
        #expect(LarderCommands.fault(inSourceName: "jam-shop") == nil)
        #expect(LarderCommands.fault(inSourceName: "Jam Shop")?.contains("\"Jam Shop\" must be lower-case") == true)
    }

    @Test(
        arguments: [
            ("http://jam.test/feed", "`coordinator add http://jam.test/feed`"),
            ("jam-shpo", "Did you mean jam-shop?"), ("lst", "Did you mean the command `coordinator sources list`?"),
            ("statu", "Did you mean the command `coordinator status`?"), ("search", "why"), ("zzz", nil),
        ] as [(String, String?)]
    )
    func `a word that stands for no source is told with what is near, or with nothing`(
        typed: String,
        words: String?
    ) async throws {
        try await withFolder { folder in
            try write("name: jam-shop\n", to: folder + "/sources/jam-shop.yaml")
            let registry = SourceRegistry(larder: folder, commands: ["status", "bench", "digest", "sources list"])
            let error = #expect(throws: CoordinatorError.self) { _ = try registry.find(typed) }
            let told = error?.description ?? ""
            #expect(words.map { told.contains($0) } ?? !told.contains("Did you mean"), "\(told)")
        }
    }

    @Test func `the folder of a larder is told with the option that it belongs to`() async throws {
        try await withFolder { folder in
            try write("", to: folder + "/catalog.sqlite")
            let registry = SourceRegistry(larder: folder)
            let error = #expect(throws: CoordinatorError.self) { _ = try registry.find(folder) }
            #expect(error?.description.contains("--into \(folder)") == true, "\(String(describing: error))")
        }
    }

    @Test func `a cache folder with other files is told with the option that names another`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/cache", withIntermediateDirectories: false)
            try write("Chapter 1", to: folder + "/cache/thesis.tex")
            let error = #expect(throws: CoordinatorError.self) { _ = try LarderFolder(taking: folder) }
            let told = error?.description ?? ""
            #expect(told.contains("--into") && told.contains("thesis.tex"), "\(told)")
        }
    }

    @Test func `a check tells of variables of headers, and as defaults what the file does not say`() async throws {
        try await withFolder { folder in
            let path = folder + "/sources/jam.yaml"
            let text = "headers: {X-A: {environment: JAM_UNSET}}\npoliteness: {delay: 2s}\n"
            try write("name: jam\nkind: sitemap\nbase: http://127.0.0.1:8\n" + text, to: path)
            let check = LarderCommands.check([path], folder, environment: [:])
            #expect(check.faults.count == 1 && check.faults[0].contains("JAM_UNSET"), "\(check)")
            #expect(check.text.contains("\n# politeness: {concurrency: 6}  # for 127.0.0.1:8\n"), "\(check)")
        }
    }

    @Test func `a check tells of each file that is wrong or missing, and shows those that are not`() async throws {
        try await withFolder { folder in
            let (good, bad) = (folder + "/sources/jam.yaml", folder + "/sources/bad.yaml")
            try write("name: jam\nkind: sitemap\nbase: http://127.0.0.1:8\n", to: good)
            try write("name: bad\nkind: sitemap\nbase: http://127.0.0.1:8\nretry: 9\n", to: bad)
            let check = LarderCommands.check([bad, good, folder + "/nosuch.yaml", good], folder, environment: [:])
            #expect(check.faults.count == 3 && check.faults[0].contains("bad.yaml:4:"), "\(check)")
            #expect(check.faults[1].contains("nosuch.yaml") && check.faults[2].contains("named twice"), "\(check)")
            #expect(check.text.contains("name: jam") && !check.text.contains("name: bad"), "\(check)")
        }
    }

    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func `a plan makes no folder for a larder that is not there yet, and else says where it lies`() async throws {
        try await withFolder { folder in
            let path = folder + "/sources/jam.yaml"
            try write("name: jam\nkind: pages\nbase: http://127.0.0.1:8/\nurls: [./a, ./b]\nimages: false\n", to: path)
            let larder = LarderFolder.absolute(folder + "/new")
            var request = SyncRun.Options(logger: Self.logger, console: Console())
            (request.sources, request.into, request.workers) = ([path], larder, 2)
            let told = try await LarderCommands.plan(request, stopRequests: AsyncStream { $0.finish() })
            #expect(told.contains("  2: 2 web pages"), "\(told)")
            #expect(told.contains("Nothing was stored. There is no folder \(larder) yet"), "\(told)")
            #expect(!FileManager.default.fileExists(atPath: larder))
            try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: false)
            let again = try await LarderCommands.plan(request, stopRequests: AsyncStream { $0.finish() })
            #expect(again.contains("but this plan, in \(larder), where there is no larder yet."), "\(again)")
            #expect(PlanRecord.remove(of: "jam", in: larder)?.requests == 2)
        }
    }

    @Test func `--limit makes a limit smaller, and bounds the pages of a website with max-pages`() async throws {
        try await withFolder { folder in
            let path = folder + "/sources/jam.yaml"
            try write("name: jam\nkind: sitemap\nbase: http://127.0.0.1:8\nlimit: 9\nmax-pages: 4\n", to: path)
            var options = SyncRun.Options(logger: Self.logger, console: Console())
            options.sources = [path]
            for (limit, expected, most) in [(3, 3, 3), (6, 6, 4), (20, 9, 4)] {
                options.limit = limit
                let definition = try #require(try SyncRun(options).definitions().first)
                #expect(definition.limit == expected && definition.mostPages == most)
            }
        }
    }

    @Test func `status of an empty larder tells how to fill that one`() async throws {
        try await withFolder { folder in
            try LarderStore.open(folder + "/catalog.sqlite").close()
            let status = try await LarderCommands.status(folder, json: false)
            #expect(status.contains("`coordinator --sample --into \(folder)`"), "\(status)")
        }
    }

    @Test func `status names the source of a note where there are several`() async throws {
        try await withFolder { folder in
            let database = try LarderStore.open(folder + "/catalog.sqlite")
            try await database.write { db in
                let catalog = CatalogWriter(db)
                for (name, message) in [("jam", "Only new ones were asked for."), ("tea", "tea has two pages.")] {
                    let source = try catalog.upsertSource(Source(name: name, kind: "wordpress"))
                    let sync = try catalog.beginSync(source: source, startedAt: 1)
                    let note = JobNote(code: "changes-only", message: message, urn: "discover:\(name):changes")
                    try catalog.merge(note: note, sync: sync)
                }
            }
            try database.close()
            let status = try await LarderCommands.status(folder, json: false)
            #expect(status.contains("\n    jam: Only new ones were asked for.\n    tea has two pages."), "\(status)")
        }
    }
}
