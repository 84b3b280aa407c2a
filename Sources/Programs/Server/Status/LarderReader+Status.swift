internal import Foundation
internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

/// A source as the page of the sync shows it.
struct SourceState: Sendable {
    var name: String
    /// Recipes and articles.
    var items: Int
    /// When its latest sync ended; nil: none has.
    var finished: Date?
    /// Jobs that were set aside.
    var dead: Int
}

extension LarderReader {
    /// The sources by name; three statements.
    func sourceStates() throws -> [SourceState] {
        let dead = try hasLedger ? LedgerStore(database).deadCounts() : [:]
        let sql = """
            SELECT source.id, source.name,
                (SELECT coalesce(sum(count), 0) FROM tag WHERE field = 'source' AND key = source.name),
                (SELECT max(finishedAt) FROM sync WHERE sourceID = source.id AND state = 'finished')
            FROM source ORDER BY source.name
            """
        return try Row.fetchAll(database.bound(sql)).map { row in
            let (id, time): (SourceID, Int64?) = try (row.value(0), row.value(3))
            return try SourceState(
                name: row.value(1),
                items: row.value(2),
                finished: time.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
                dead: dead[id] ?? 0
            )
        }
    }

    /// The jobs whose last try failed, the latest first.
    func latestFailures(limit: Int) throws -> [JobReport] {
        try hasLedger ? LedgerStore(database).latestFailures(limit: limit) : []
    }

    /// The address that a job asks for, without its query, which may have a key; nil: it names none.
    func address(of job: JobURN) throws -> String? {
        guard let bytes = try LedgerStore(database).spec(of: job), let spec = try? JobSpec(serializedBytes: bytes),
            let address = spec.url.flatMap({ WebAddress($0) })
        else { return nil }
        return address.origin + address.path + (address.query == nil ? "" : "?…")
    }

    /// A larder that was copied for an app may lack the coordinator's tables.
    private var hasLedger: Bool { get throws { try database.tableExists("job") } }
}
