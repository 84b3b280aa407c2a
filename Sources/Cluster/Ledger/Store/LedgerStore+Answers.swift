internal import Foundation
internal import GRDB
internal import LarderCatalog
package import LarderModel

/// Answers whose effects are in the catalog, so that an unchanged one need not be sent, read and merged again.
///
/// A row is only a shortcut: without it a worker sends the whole effect.
extension LedgerStore {
    /// What a worker needs to ask whether the answer of a job changed; empty: nothing is kept of it.
    package func revalidation(kind: JobKind, key: String) throws -> [UInt8] {
        let sql = "SELECT revalidation FROM answer WHERE kind = ? AND key = ?"
        return try Data.fetchOne(db.bound(sql, kind.rawValue, key)).map { [UInt8]($0) } ?? []
    }

    /// What the last answer of a job brought; nil: nothing is kept of it.
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

    /// Forgets the answers of a source that no job asks for any more.
    package func forgetUnusedAnswers(of source: SourceID) throws {
        let sql = """
            DELETE FROM answer WHERE sourceID = ?
            AND NOT EXISTS (SELECT 1 FROM job WHERE job.kind = answer.kind AND job.key = answer.key)
            """
        try run(sql, source)
    }

    /// Forgets all answers of a source, so that each is read and checked as a whole once more.
    package func forgetAnswers(of source: SourceID) throws {
        try run("DELETE FROM answer WHERE sourceID = ?", source)
    }
}
