import Foundation
import LarderCatalog
import LarderLedger
import LarderMerging
import LarderModel
import LarderSourceDefinitions
import Testing

@testable import LarderCoordinator

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
        }
    }

    @Test func `a text that is no name of a source is told with what is one`() {
        #expect(LarderCommands.fault(inSourceName: "jam-shop") == nil)
        #expect(LarderCommands.fault(inSourceName: "Jam Shop")?.contains("\"Jam Shop\" must be lower-case") == true)
    }
}
