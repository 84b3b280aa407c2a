package import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderHashing
internal import LarderLedger
package import LarderModel
internal import LarderSourceDefinitions

/// Counts requests to one host with one key, whichever sources make them.
struct QuotaUse: Sendable, Hashable {
    let name: String
    let host: String
    private(set) var quota: SourceDefinition.Quota

    /// A request may arrive this much after its assignment, so a period's last requests end this long before it.
    static let marginMs: Int64 = 10_000

    init(_ definition: SourceDefinition, _ quota: SourceDefinition.Quota, secrets: [String]) {
        host = definition.base.hostPort.description
        name = String(Digest(of: ([host] + secrets.sorted()).joined(separator: "\n")).hex.prefix(32))
        self.quota = quota
    }

    /// Applies another source's quota; the smaller one counts.
    mutating func tighten(to other: QuotaUse) { if other.quota.count < quota.count { quota = other.quota } }

    private var part: Int { min(16, max(1, quota.count / 50)) }

    /// Reserves requests for this run; a kill wastes at most one reservation.
    ///
    /// - Parameter now: Unix milliseconds.
    /// - Returns: How many may be made and for how many milliseconds; none: how long to wait.
    func reserve(in ledger: LedgerStore, at now: Int64) throws -> (count: Int, forMs: Int64) {
        let period = quota.period(at: now)
        guard now < period.upperBound - Self.marginMs else { return (0, period.upperBound - now) }
        let count = try ledger.takeQuota(name, part, most: quota.count, in: period)
        return (count, period.upperBound - now - (count > 0 ? Self.marginMs : 0))
    }

    /// Milliseconds until the used quota begins again; nil: requests are allowed.
    func wait(in ledger: LedgerStore, at now: Int64) throws -> Int64? {
        let period = quota.period(at: now)
        return try ledger.usedQuota(name, since: period.lowerBound) >= quota.count ? period.upperBound - now : nil
    }

    /// - Parameter wait: The time until the quota begins again.
    func sentence(_ wait: Duration, now: Int64) -> String {
        let minute = ((now + Int64(wait / .milliseconds(1)) + 59_999) / 60_000) % 1440
        let clock = [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
        return "the quota of \(quota) of \(host) is used; it goes on in \(wait.spoken), at \(clock) UTC"
    }
}

/// The used-up quotas of a larder's sources, whether a coordinator runs or not.
package struct UsedQuotas {
    private var used: [(source: SourceID, lane: String, sentence: String)] = []

    /// - Parameter environment: The API keys; a quota whose key is not set is not found.
    package init(_ db: Database, environment: [String: String], now: Int64) throws {
        // A larder of an earlier release has no quotas.
        guard try db.tableExists("quota"), try db.tableExists("syncRequest") else { return }
        let ledger = LedgerStore(db)
        var uses: [(source: SourceID, use: QuotaUse)] = []
        for source in try CatalogReader(db).sources() {
            guard let request = try ledger.syncRequest(of: source.id).flatMap({ SyncRequestText($0) }),
                let definition = try? SourceDefinition.parse(yaml: request.definition, file: source.source.name),
                let quota = definition.identity.quota,
                let secrets = try? definition.quotaSecrets(from: environment)
            else { continue }
            uses.append((source.id, QuotaUse(definition, quota, secrets: secrets)))
        }
        // The smallest quota of sources with one host and key counts, as in a run.
        var smallest: [String: QuotaUse] = [:]
        for (_, use) in uses { smallest[use.name, default: use].tighten(to: use) }
        for (source, own) in uses {
            guard let use = smallest[own.name], let wait = try use.wait(in: ledger, at: now) else { continue }
            used.append((source, use.host, use.sentence(.milliseconds(wait), now: now)))
        }
    }

    package func sentences(of sources: Set<SourceID>) -> [String] {
        Set(used.filter { sources.contains($0.source) }.map(\.sentence)).sorted()
    }

    package func sentence(of source: SourceID, lane: String) -> String? {
        used.first { $0.source == source && $0.lane == lane }?.sentence
    }
}

extension SourceDefinition {
    /// What its quota is counted under besides the host: the key, and header fields that may be one.
    func quotaSecrets(from environment: [String: String]) throws(SourceError) -> [String] {
        try [apiKey(from: environment)].compactMap(\.self) + withHeaders(from: environment).secretHeaderValues
    }
}
