import Foundation
import LarderCatalog
import LarderModel
import LarderProtocol
import Testing

@testable import LarderCoordinator
@testable import LarderLedger

@Suite("Why") struct WhyTests {
    private static let jobs: [(JobKind, String)] = [
        (.discover, "sample:all"), (.search, "sample:pasta:1"), (.detail, "sample:100"), (.detail, "sample:101"),
        (.detail, "sample:page:100"), (.text, "sample:100:page:0a0a0a0a0a0a0a0a"), (.detail, "sample:1000"),
        (.imageDownload, "sample:aa"), (.imageDecode, "sample:aa:0b0b0b0b0b0b0b0b"),
    ]

    private func why(_ urn: String) async throws -> String {
        let larder = FileManager.default.temporaryDirectory.path + "/larder-why-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: larder) }
        let database = try LarderStore.open(larder + "/catalog.sqlite")
        try await database.write { db in
            let ledger = LedgerStore(db)
            let lane = try ledger.lane("render", .render)
            for (kind, key) in Self.jobs { _ = try ledger.add(kind: kind, key: key, source: 1, lane: lane, spec: []) }
        }
        defer { try? database.close() }
        return try await LarderCommands.why(urn, larder)
    }

    @Test func `a job is told by its URN`() async throws {
        #expect(try await why("detail:sample:100") == "detail:sample:100: ready")
    }

    @Test(arguments: [
        (
            "recipe:sample:100",
            ["detail:sample:100", "detail:sample:page:100", "text:sample:100:page:0a0a0a0a0a0a0a0a"]
        ),
        ("text:sample:100:page", ["text:sample:100:page:0a0a0a0a0a0a0a0a"]),
        ("image:sample:aa", ["imageDownload:sample:aa", "imageDecode:sample:aa:0b0b0b0b0b0b0b0b"]),
    ])
    func `a record's URN stands for every job that works for it, and for no other's`(urn: String, jobs: [String])
        async throws
    {
        #expect(try await why(urn) == jobs.map { "\($0): ready" }.joined(separator: "\n"))
    }

    @Test(arguments: [
        ("detail:sample:99", "detail:sample:100"), ("recipe:sample:10", "detail:sample:101"),
        ("search:sample:pasta:9", "search:sample:pasta:1"), ("lunch", "detail:sample:100"),
        ("recip:sample:100", "detail:sample:100"),
    ])
    func `where nothing has that name, names that come near are told`(urn: String, near: String) async throws {
        let error = await #expect(throws: CoordinatorError.self) { _ = try await why(urn) }
        #expect(error?.code == .notFound)
        #expect(
            error?.description.contains(urn) == true && error?.description.contains(near) == true,
            "\(error as Any)"
        )
        #expect(error?.description.contains("`coordinator status") == true)
    }
}
