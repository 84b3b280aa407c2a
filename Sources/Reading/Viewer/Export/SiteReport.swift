internal import Foundation
internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel

/// What an export wrote, and what it could not carry.
package struct SiteReport: Sendable {
    var path = ""
    package var pages = 0
    package var pictures = 0
    /// Of all files.
    package var bytes = 0
    /// Files that were written.
    package var changed = 0
    package var removed = 0
    /// Pictures whose file went while the export ran.
    var missing = 0
    /// Whether the larder stayed as it was meanwhile.
    private let isSame: Bool
    private let partial: Int
    private let withoutText: Int
    private let notFetched: Int
    private let rejected: Int

    init(_ reader: LarderReader, isSame: Bool) throws {
        self.isSame = isSame
        func count(_ sql: String) throws -> Int {
            try Int.fetchOne(reader.database.bound("SELECT count(*) FROM \(sql)")) ?? 0
        }
        partial = try count("card WHERE isPartial")
        withoutText = try count(
            """
            article WHERE NOT isPartial AND content IS NULL
                AND NOT EXISTS (SELECT 1 FROM text WHERE itemURN = article.urn AND role = 'body')
            """
        )
        notFetched = try count(
            "card LEFT JOIN image ON image.urn = imageURN WHERE imageURN NOT NULL AND digest IS NULL"
        )
        rejected = try count("card WHERE imageRejectCode NOT NULL")
    }

    /// A few lines for people.
    package var text: String {
        let written = changed == 0 && removed == 0 ? "nothing changed" : "\(changed.grouped) written"
        let gone = removed == 0 ? "" : ", \(removed.grouped) removed"
        let size = bytes < 1_000_000 ? "less than 1 MB" : "\((bytes / 1_000_000).grouped) MB"
        var lines = [
            "\(pages.counted("page")) and \(pictures.counted("picture")), \(size) (\(written)\(gone))."
        ]
        let notes: [(Int, String, String)] = [
            (partial, "item", "of which only a list says something so far: the next sync reads the rest"),
            (withoutText, "article", "whose text the larder does not have"),
            (notFetched, "picture", "that no sync has brought yet, or that did not come"),
            (rejected, "picture", "that cannot be shown: `coordinator status` tells why"),
            (missing, "picture", "whose file is missing in the larder: `coordinator verify` names it"),
        ]
        let lacks = notes.filter { $0.0 > 0 }.map { count, noun, why in "  \(count.counted(noun)) \(why)" }
        if !lacks.isEmpty { lines += ["Not in it:"] + lacks }
        if !isSame { lines.append("A sync changed the larder meanwhile: export again when it is done.") }
        lines.append("Open it in a browser: \(path)/index.html")
        return lines.joined(separator: "\n")
    }
}
