internal import GRDB
internal import LarderCatalog
package import LarderModel

/// How a text stands to pages that it may have been made of.
package enum TextStanding: Sendable, Hashable {
    /// It is not there, or was made of other pages, by an older renderer or with other options.
    case outdated
    /// It was made of these pages and further ones, of which the next has this address.
    case goesOn(next: String)
    /// Made of these pages, the last at this address; the article has a further page that the text lacks.
    case made(last: String?, lacking: String?)
}

extension CatalogWriter {
    /// How the text stands to the first pages of an article, seen by this version of the renderer with these options.
    ///
    /// - Parameter pages: The HTML of each, in order; of most texts there is one.
    package func standing(
        ofText urn: String,
        pages: [Digest],
        readerVersion: Int,
        optionsHash: String? = nil
    ) throws -> TextStanding {
        guard let first = pages.first else { return .outdated }
        let sql = """
            SELECT id, nextPage FROM text
            WHERE urn = ? AND htmlDigest = ? AND readerVersion >= ? AND optionsHash IS ?
            """
        let query = try db.bound(sql, urn.storable, first.databaseValue, readerVersion, optionsHash)
        guard let text = try Row.fetchOne(query) else { return .outdated }
        let pagesSQL = "SELECT digest, url FROM textPage WHERE textID = ? ORDER BY position"
        let parts = try Row.fetchAll(db.bound(pagesSQL, text.value(0) as Int64))
        let made = parts.isEmpty ? [first] : try parts.compactMap { try Digest(databaseValue: $0.value(0)) }
        guard made.starts(with: pages) else { return .outdated }
        guard pages.count < made.count else { return try .made(last: parts.last?.value(1), lacking: text.value(1)) }
        return try .goesOn(next: parts[pages.count].value(1))
    }

    /// Whether the text was made of these pages, by this reader version or a newer one, with these options.
    package func textIsCurrent(
        urn: String,
        htmlDigest: Digest,
        further: [Digest] = [],
        readerVersion: Int,
        optionsHash: String? = nil
    ) throws -> Bool {
        let pages = [htmlDigest] + further
        let standing = try standing(ofText: urn, pages: pages, readerVersion: readerVersion, optionsHash: optionsHash)
        if case .made = standing { return true }
        return false
    }

    /// A longer text waits so many syncs of its source for changed pages, as a page may never come.
    package static let syncsOfWaiting = 5

    /// Whether a text of an earlier sync has more pages than these, and stays until the further ones are known too.
    ///
    /// True if it begins with these pages; if they changed, for ``syncsOfWaiting`` syncs. A damaged text does not stay.
    package func hasLongerText(_ urn: String, than pages: [Digest], before sync: CatalogSync) throws -> Bool {
        let sql = """
            SELECT text.id,
                (SELECT count(*) FROM sync WHERE sync.sourceID = ?2 AND sync.id > p.syncID AND sync.id <= ?3)
            FROM text JOIN provenance AS p ON p.recordURN = text.urn AND p.recordKind = 'text'
            WHERE text.urn = ?1 AND p.syncID < ?3 AND text.readerVersion > 0
            """
        guard let text = try Row.fetchOne(db.bound(sql, urn.storable, sync.sourceID, sync.id)) else { return false }
        let pagesSQL = "SELECT digest FROM textPage WHERE textID = ? ORDER BY position"
        let made = try Row.fetchAll(db.bound(pagesSQL, text.value(0) as Int64)).compactMap {
            try Digest(databaseValue: $0.value(0))
        }
        let syncs: Int = try text.value(1)
        return made.count > pages.count && (made.starts(with: pages) || syncs <= Self.syncsOfWaiting)
    }

    /// Whether a page named a picture of its item that the catalog has no row of.
    ///
    /// Only the page names it, so the page is to be read again.
    package func pageLacksPictures(item urn: String) throws -> Bool {
        func lacks(_ table: String) -> String {
            "\(table).imageURN IS NOT NULL AND NOT EXISTS (SELECT 1 FROM image WHERE image.urn = \(table).imageURN)"
        }
        // Pictures that were not wanted when the page was read have no URN yet.
        let unnamed = "p.imageURN IS NULL AND p.url LIKE 'http%'"
        let sql = """
            SELECT 1 FROM text JOIN textPicture AS p ON p.textID = text.id
            WHERE text.urn = ?1 AND (\(unnamed) OR \(lacks("p")))
            UNION ALL SELECT 1 FROM recipe JOIN step ON step.recipeID = recipe.id
            WHERE recipe.urn = ?2 AND \(lacks("step"))
            UNION ALL SELECT 1 FROM recipe WHERE urn = ?2 AND \(lacks("recipe"))
            UNION ALL SELECT 1 FROM article WHERE urn = ?2 AND \(lacks("article"))
            UNION ALL SELECT 1 FROM recipe JOIN recipePicture ON recipePicture.recipeID = recipe.id
            WHERE recipe.urn = ?2 AND \(lacks("recipePicture"))
            UNION ALL SELECT 1 FROM article JOIN articlePicture ON articlePicture.articleID = article.id
            WHERE article.urn = ?2 AND \(lacks("articlePicture"))
            LIMIT 1
            """
        return try db.exists(sql, [RecordURN.text(item: urn, role: .body).storable, urn.storable])
    }

    /// The pictures of an item and of its texts that have rows, with the addresses that they were fetched from.
    package func storedPictures(ofItem urn: String) throws -> [(urn: String, url: String)] {
        let kind: RecordKind = urn.hasPrefix(RecordKind.recipe.rawValue + ":") ? .recipe : .article
        return try CatalogReader(db).storedPictures(ofItem: urn, kind)
    }

    /// What a text said before `sync`, if that was not made of the HTML with this digest.
    package func earlierText(_ urn: String, otherThan digest: Digest, before sync: CatalogSync) throws -> String? {
        let sql = """
            SELECT plain FROM text JOIN provenance AS p ON p.recordURN = text.urn AND p.recordKind = 'text'
            WHERE text.urn = ? AND htmlDigest <> ? AND p.syncID < ?
            """
        return try String.fetchOne(db.bound(sql, urn.storable, digest.databaseValue, sync.id))
    }

    /// How many items of a source have a text: that of a page or a content, or a recipe's ingredients or steps.
    ///
    /// An article and the recipe on its page are one.
    package func textCount(of source: SourceID) throws -> Int {
        func tails(_ urn: String, _ rows: String) -> String {
            "SELECT substr(\(urn), instr(\(urn), ':')) FROM \(rows)"
        }
        func has(_ list: String) -> String { "EXISTS (SELECT 1 FROM \(list) WHERE recipeID = recipe.id)" }
        let sql = """
            SELECT count(*) FROM (
                \(tails("itemURN", "text WHERE sourceID = ?1 AND role IN ('body', 'content')"))
                UNION \(tails("urn", "article WHERE sourceID = ?1 AND content <> ''"))
                UNION \(tails("urn", "recipe WHERE sourceID = ?1 AND (\(has("ingredient")) OR \(has("step")))"))
            )
            """
        return try Int.fetchOne(db.bound(sql, source)) ?? 0
    }

    /// Drops a text that no sync since `sync` began has found.
    package func forgetText(_ urn: String, before sync: CatalogSync) throws {
        let sql = "DELETE FROM provenance WHERE recordURN = ? AND recordKind = 'text' AND syncID < ?"
        guard try db.run(sql, [urn, sync.id]) > 0 else { return }
        try db.run("DELETE FROM provenance WHERE recordURN = ? AND recordKind = 'answer'", [urn])
        try db.run("DELETE FROM text WHERE urn = ?", [urn])
    }

    /// The same as ``textIsCurrent(urn:htmlDigest:further:readerVersion:optionsHash:)``; records for a current text
    /// that `sync` found this HTML too.
    ///
    /// Call it where a text job is left out because its text is current: without the record, another HTML for the same
    /// text in the same sync would win or lose by the order of arrival.
    package func confirmText(
        urn: String,
        htmlDigest: Digest,
        further: [Digest] = [],
        readerVersion: Int,
        optionsHash: String? = nil,
        sync: CatalogSync
    ) throws -> Bool {
        let isCurrent = try textIsCurrent(
            urn: urn,
            htmlDigest: htmlDigest,
            further: further,
            readerVersion: readerVersion,
            optionsHash: optionsHash
        )
        if isCurrent { try confirmText(urn, sync: sync) }
        return isCurrent
    }

    /// Records that `sync` found the HTML too of which a current text was made.
    package func confirmText(_ urn: String, sync: CatalogSync) throws {
        let sql = """
            UPDATE provenance SET syncID = ?1, sourceID = ?2 WHERE recordURN = ?3 AND recordKind = 'text' AND syncID < ?1
            """
        try db.run(sql, [sync.id, sync.sourceID, urn.storable])
    }
}
