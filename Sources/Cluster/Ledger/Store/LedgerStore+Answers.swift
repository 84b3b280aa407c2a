internal import Foundation
internal import GRDB
internal import LarderCatalog
package import LarderModel

/// Answers whose effects are in the catalog, so that an unchanged one need not be sent, read and merged again.
///
/// A row is only a shortcut: without it a worker sends the whole effect.
extension LedgerStore {
    /// The answer of a job in an earlier sync; nil: nothing is known of it.
    package func knownAnswer(kind: JobKind, key: String) throws -> KnownAnswer? {
        let sql = "SELECT revalidation, effect FROM answer WHERE kind = ? AND key = ?"
        guard let row = try Row.fetchOne(db.bound(sql, kind.rawValue, key)) else { return nil }
        return try Self.known(row, at: 0)
    }

    static func known(_ row: Row, at index: Int) throws -> KnownAnswer? {
        guard let revalidation = try row.value(index) as Data?, let effect = try row.value(index + 1) as Data? else {
            return nil
        }
        return KnownAnswer(revalidation: [UInt8](revalidation), effect: [UInt8](effect))
    }

    /// The bytes of ``keepAnswer(of:_:)`` that tell what the answer of a job brought; nil: none were kept.
    package func knownEffect(of job: JobID) throws -> [UInt8]? {
        let sql = """
            SELECT effect FROM job CROSS JOIN answer ON answer.kind = job.kind AND answer.key = job.key WHERE id = ?
            """
        return try Data.fetchOne(db.bound(sql, job)).map { [UInt8]($0) }
    }

    /// Keeps what the answer of a job brought.
    ///
    /// - Parameter known: Nil: what is kept is removed, so that the next answer is sent whole.
    package func keepAnswer(of job: JobID, _ known: KnownAnswer?) throws {
        guard let known else { return try forgetAnswer(of: job) }
        let sql = """
            INSERT INTO answer (kind, key, sourceID, revalidation, effect)
            SELECT kind, key, sourceID, ?2, ?3 FROM job WHERE id = ?1
            ON CONFLICT (kind, key) DO UPDATE SET sourceID = excluded.sourceID, revalidation = excluded.revalidation,
                effect = excluded.effect
            """
        try run(sql, job, Data(known.revalidation), Data(known.effect))
    }

    /// Replaces what is kept of an unchanged answer, except for what is nil.
    package func renewAnswer(of job: JobID, revalidation: [UInt8]?, effect: [UInt8]?) throws {
        let sql = """
            UPDATE answer SET revalidation = coalesce(?2, revalidation), effect = coalesce(?3, effect)
            WHERE (kind, key) = (SELECT kind, key FROM job WHERE id = ?1)
            """
        try run(sql, job, revalidation.map { Data($0) }, effect.map { Data($0) })
    }

    package func forgetAnswer(of job: JobID) throws {
        try run("DELETE FROM answer WHERE (kind, key) = (SELECT kind, key FROM job WHERE id = ?)", job)
    }

    /// Forgets all answers of a source, so that each is read and checked as a whole once more.
    package func forgetAnswers(of source: SourceID) throws {
        try run("DELETE FROM answer WHERE sourceID = ?", source)
    }
}
