internal import GRDB
public import LarderAttributedText
internal import LarderCatalog
internal import LarderModel

/// The main text of an item's page.
public struct ItemBody: Sendable, Hashable {
    /// The text with its attributes, links, pictures and tables.
    public let text: AttributedText
    /// The text in paragraphs, headings, list items, pictures and tables, as an app lays it out.
    ///
    /// Each access builds the array. Keep the array while the item is shown.
    public var blocks: [TextBlock] { text.blocks(pictures: textPictures) }
    let textPictures: [TextPicture]
    /// By the place of the character U+FFFC that stands for the picture, in Unicode scalars.
    let shownPictures: [Int: ShownPicture]
    /// A BCP 47 tag; nil: not known.
    public let language: String?
    /// Whether it reads like one article, rather than like a list of links.
    public let isReadable: Bool
    /// The further page that the text lacks; nil: it is whole.
    public let lackingPage: String?
}

extension ItemBody {
    /// The picture that a block stands for; nil: none, or not one of the article.
    public func picture(of block: TextBlock) -> ShownPicture? { shownPictures[block.range.lowerBound] }

    /// The caption of a picture whose words are not in the text; nil: it has none, or the block has it.
    public func caption(of block: TextBlock) -> String? {
        guard case .picture(let picture) = block.kind, picture.caption == nil else { return nil }
        return textPictures.first { $0.start == block.range.lowerBound }?.caption
    }
}

extension LarderReader {
    /// The body of an item, or else of another one that shares its page; two statements.
    func body(of urn: String, or other: String? = nil, pixelWidth: Int) throws -> ItemBody? {
        let sql = """
            SELECT id, plain, runs, language, isReadable, nextPage FROM text
            WHERE itemURN IN (?1, ?2) AND role IN ('body', 'content')
            ORDER BY itemURN = ?1 DESC, role = 'body' DESC LIMIT 1
            """
        guard let row = try Row.fetchOne(db.bound(sql, urn, other)) else { return nil }
        let id: Int64 = try row.value(0)
        let plain: String = try row.value(1)
        let whole = TextRun(start: 0, length: plain.scalarCount, attributes: TextAttributes())
        // Runs that cannot be read cost the text its looks, not the text.
        let text = try (row.value(2) as String?).flatMap { try? AttributedText(text: plain, runsJSON: $0) }
        let pictures = try pictures(ofText: id, pixelWidth: pixelWidth)
        return try ItemBody(
            text: text ?? AttributedText(text: plain, runs: plain.isEmpty ? [] : [whole]),
            textPictures: pictures.map(\.said),
            shownPictures: Dictionary(pictures.map { ($0.said.start, $0.shown) }) { first, _ in first },
            language: row.value(3),
            isReadable: row.value(4) ?? true,
            lackingPage: row.value(5)
        )
    }

    private func pictures(ofText id: Int64, pixelWidth: Int) throws -> [(said: TextPicture, shown: ShownPicture)] {
        let sql = """
            SELECT p.url, p.imageURN, start, alternative, caption, coalesce(p.imageURN, p.url), \(ShownPicture.columns)
            FROM textPicture AS p \(ShownPicture.join("p.imageURN"))
            WHERE textID = ?2 AND start NOT NULL ORDER BY p.position
            """
        return try db.bound(sql, pixelWidth, id).rows { row -> (TextPicture, ShownPicture)? in
            let said = try TextPicture(
                url: row.value(0),
                imageURN: row.value(1),
                start: row.value(2),
                alternative: row.value(3),
                caption: row.value(4)
            )
            let shown = try ShownPicture(row.value(5), row, at: 6, pixelWidth: pixelWidth, blobs)
            return shown.map { (said, $0) }
        }
    }
}
