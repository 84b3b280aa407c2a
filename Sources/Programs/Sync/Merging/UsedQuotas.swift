package import GRDB
internal import LarderCatalog
internal import LarderLedger
package import LarderModel
internal import LarderSourceDefinitions

/// The used-up quotas of a larder's sources, whether a coordinator runs or not.
package struct UsedQuotas {
    private struct UsedQuota {
        var source: SourceID
        var lane: String
        var sentence: String
    }

    private var used: [UsedQuota] = []

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
            let sentence = use.sentence(.milliseconds(wait), now: now)
            used.append(UsedQuota(source: source, lane: use.host, sentence: sentence))
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
