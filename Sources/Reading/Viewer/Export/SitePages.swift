internal import Foundation
internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel
internal import LarderPages

/// Makes the files of a folder of pages, of one snapshot of the catalog.
struct SitePages {
    let reader: LarderReader
    let indexes: ListIndexes
    let now: Date

    func files(of batch: SiteBatch) throws -> [SiteFile] {
        switch batch {
        case .items(let urns): try urns.compactMap(item)
        case .lists(let lists): try lists.compactMap(list)
        case .chunk(let number, let ids): try [cards(number, ids), hits(number, ids)]
        case .index: [try SiteIndex(pages(depth: 0), indexes).file()]
        case .orders: [try SiteIndex(pages(depth: 0), indexes).orders]
        case .news: [try SiteNews(reader, indexes).file]
        case .words: try SiteWords(reader, indexes).files()
        }
    }

    func pages(depth: Int) -> ViewerPages {
        ViewerPages(reader: reader, addresses: .folder(depth: depth), hasStatus: false, now: now, indexes: indexes)
    }

    /// The page of an item; it names no date of the larder, so that it changes only with the item.
    private func item(_ urn: String) throws -> SiteFile? {
        let pages = pages(depth: 2)
        let path = pages.addresses.path(ofItem: urn)
        if var recipe = try pages.recipe(urn) {
            recipe.frame = Self.undated(recipe.frame)
            if recipe.cook != nil { recipe.cook = recipe.page + "?step=1#step-1" }
            return Self.page(recipe.html(), path, root: recipe.frame.root)
        }
        guard var article = try pages.article(urn) else { return nil }
        article.frame = Self.undated(article.frame)
        return Self.page(article.html(), path, root: article.frame.root)
    }

    private static func undated(_ frame: FrameView) -> FrameView {
        var frame = frame
        (frame.isDated, frame.itemCount) = (false, "the larder")
        return frame
    }

    private func list(_ list: ListAddress) throws -> SiteFile? {
        guard let path = ViewerAddresses.file(of: list) else { return nil }
        let pages = pages(depth: path.split(separator: "/").count - 1)
        return Self.page(try pages.list(list).html(), path, root: pages.addresses.root)
    }

    private static func page(_ html: HTML, _ path: String, root: String) -> SiteFile {
        SiteFile(path: path, bytes: Array(html.text.utf8), pictures: SitePicture.paths(in: html, root: root))
    }

    // MARK: Chunks

    private func cards(_ number: Int, _ ids: [Int64]) throws -> SiteFile {
        let cards = try pages(depth: 0).cards(of: ids).map { $0.html(isFirst: false) }
        var file = SiteScript.file("cards/\(number)") { writer in writer.value(cards.map(\.text)) }
        file.pictures = cards.flatMap { SitePicture.paths(in: $0, root: "") }
        return file
    }

    /// Of each item its hit as a template, its title and the lines that a word may stand in: summary and ingredients.
    private func hits(_ number: Int, _ ids: [Int64]) throws -> SiteFile {
        let hits = try pages(depth: 0).unmarkedHits(of: ids).map(\.template.text)
        let sql = """
            SELECT json_array(coalesce(recipe.title, article.title),
                substr(coalesce(recipe.summary, article.summary, ''), 1, 300),
                (SELECT json_group_array(text) FROM
                    (SELECT text FROM ingredient WHERE recipeID = recipe.id ORDER BY position)))
            FROM json_each(?) AS wanted CROSS JOIN item ON item.id = wanted.value
            LEFT JOIN recipe ON recipe.id = item.recipeID LEFT JOIN article ON article.id = item.articleID
            ORDER BY wanted.key
            """
        let list = JSONWriter.text { $0.array(ids) { $0.value($1) } }
        let texts = try String.fetchAll(reader.database.bound(sql, list))
        return SiteScript.file("hits/\(number)") { writer in
            writer.array(zip(hits, texts)) { writer, hit in
                writer.array { writer in
                    writer.value(hit.0)
                    writer.raw(hit.1)
                }
            }
        }
    }
}

extension ViewerPages {
    /// Items as hits whose title the script marks, in their order; two statements.
    func unmarkedHits(of ids: [Int64]) throws -> [HitView] {
        let items = try reader.listedItems(ids)
        let pictures = try pictures(of: items)
        return items.map { item in
            HitView(
                kind: item.kind == .recipe ? .recipe : .article,
                address: addresses.item(item.urn),
                title: MarkedView([]),
                details: [item.kind == .recipe ? "Recipe" : "Article", item.shownSource] + item.details,
                place: nil,
                line: nil,
                picture: item.imageURN.flatMap { pictures[$0] },
                language: item.language
            )
        }
    }
}
