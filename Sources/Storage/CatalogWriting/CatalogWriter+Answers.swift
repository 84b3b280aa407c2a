internal import GRDB
internal import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// When the answer behind a record or text was fetched, in Unix milliseconds; nil: not known.
    package func timeOfFetch(of urn: String) throws -> Int64? {
        let sql = "SELECT max(fetchedAt) FROM provenance WHERE recordURN = ? AND fetchedAt > 0"
        return try Int64.fetchOne(db.bound(sql, urn))
    }

    /// Merges the provenance of an answer without a record of its own, such as a page whose HTML became a text.
    ///
    /// - Parameter urn: An item's or a job's URN. A record with the same URN keeps its own provenance beside this one.
    @discardableResult
    package func merge(answer urn: String, provenance: Provenance, sync: CatalogSync) throws -> MergeOutcome {
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: provenance.readerVersion,
            completeness: 0,
            fingerprint: fingerprint { _ in }
        )
        return try place(urn: urn.storable, kind: .answer, rank: rank, provenance: provenance.storable, sync: sync) {
            _ in
        }
    }
}
