internal import Foundation
internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel
internal import LarderPages

/// What the script of a folder filters by: a row for each item that lists have, the oldest first.
struct SiteIndex {
    private let index: ListIndex
    /// The rows' places in the index.
    private let places: [Int]
    private let titles: [Int32]
    private let ranks: [Int32]
    /// By the number of the item.
    private let minutes: [Int64: Int]
    private let pages: ViewerPages

    init(_ pages: ViewerPages, _ indexes: ListIndexes) throws {
        let reader = pages.reader
        let db = reader.database
        index = try indexes.index(reader)
        places = try SitePlan.places(index, indexes, reader)
        titles = try indexes.order(.title, in: index, reader)
        ranks = try indexes.order(.rank, in: index, reader)
        minutes = try Row.fetchAll(db.bound("SELECT id, minutes FROM item WHERE minutes NOT NULL")).reduce(into: [:]) {
            $0[try $1.value(0)] = try $1.value(1)
        }
        self.pages = pages
    }

    /// The filters, and the markup of lists.
    func file() throws -> SiteFile {
        let list = try pages.outlets()
        let outlets = Dictionary(list.map { ($0.urn, $0.view) }) { first, _ in first }
        var file = SiteScript.file("index") { writer in
            writer.object { writer in
                writer.member("sources", strings: index.sources)
                writer.key("tags")
                writer.array(index.tags) { $0.value([$1.field, $1.key, name(of: $1, outlets)]) }
                let items = places.map { index.items[$0] }
                writer.member("kinds", SiteScript.text(items.map(Self.kind)))
                writer.member("from", SiteScript.text(items.map(\.source)))
                writer.member("minutes", SiteScript.text(items.map { min(minutes[$0.id] ?? 0, 1_000_000) }))
                let tags = items.flatMap { item in [item.tags.count] + index.itemTags[item.tags].map(Int.init) }
                writer.member("tagged", SiteScript.text(tags))
                writer.key("outlets")
                writer.object { writer in
                    for (urn, outlet) in list {
                        writer.member(urn, strings: [outlet.name, outlet.mark.text, outlet.about.text])
                    }
                }
                writer.key("parts")
                writer.object { writer in
                    for (name, markup) in ListView.templates { writer.member(name, markup.text) }
                }
            }
        }
        file.pictures = list.flatMap { SitePicture.paths(in: $0.view.mark, root: "") }
        return file
    }

    /// The rows in the orders that are not told by another column.
    var orders: SiteFile {
        var rows = [Int](repeating: -1, count: index.items.count)
        for (row, place) in places.enumerated() { rows[place] = row }
        func text(_ order: [Int32]) -> String {
            SiteScript.text(order.map { rows[Int($0)] }.filter { $0 >= 0 })
        }
        return SiteScript.file("orders") { writer in
            writer.object { writer in
                writer.member("title", text(titles))
                writer.member("rank", text(ranks))
            }
        }
    }

    /// 1 for recipes, 2 for what is no longer listed, 4 where there is a time.
    ///
    /// Eight times the place in the choices of times, from 1, is added.
    private static func kind(_ item: ListIndex.Item) -> Int {
        (item.isRecipe ? 1 : 0) + (item.isGone ? 2 : 0) + (item.hasMinutes ? 4 : 0) + 8 * (item.time + 1)
    }

    private func name(of tag: ListIndex.Tag, _ outlets: [String: OutletView]) -> String {
        switch tag.field {
        case "language": Wording.language(tag.name)
        case "outlet": outlets[tag.name]?.name ?? tag.name
        default: tag.name
        }
    }
}
