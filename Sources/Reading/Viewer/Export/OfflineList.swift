internal import Foundation
internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel

/// The list of what a service worker stores, so that a larder is read without its server.
package enum OfflineList {
    package static let name = "offline.json"
    /// Rough sizes, for telling people beforehand.
    private static let bytesOfPage = 16_000
    private static let batch = 2_000

    /// The list for served pages; a few statements for each 2,000 items.
    package static func served(_ pages: ViewerPages) throws -> String {
        let (reader, plan) = (pages.reader, try SitePlan(pages.reader, pages.indexes))
        // The list of all items page by page, of the other lists the first page.
        let lists = plan.lists.filter { $0.page == 1 || $0.kind == nil && $0.source == nil }
        let cooks = try String.fetchAll(
            reader.database.bound(
                "SELECT urn FROM recipe WHERE EXISTS (SELECT 1 FROM step WHERE recipeID = recipe.id) ORDER BY id"
            )
        )
        let paths =
            lists.map(\.text) + plan.urns.map(pages.addresses.path(ofItem:))
            + cooks.map { pages.addresses.path(ofItem: $0) + "?step=1" }
        let pictures = try pictures(reader)
        return JSONWriter.text { writer in
            writer.object { writer in
                writer.member("version", "\(plan.revision)")
                writer.member("pages", strings: paths)
                writer.member("pictures", strings: pictures.map(\.path))
                writer.member("bytes", paths.count * bytesOfPage + pictures.reduce(0) { $0 + $1.bytes })
            }
        }
    }

    /// The pictures of all items in the widths of lists and of pages.
    private static func pictures(_ reader: LarderReader) throws -> [(path: String, bytes: Int)] {
        let sql = "SELECT urn FROM image WHERE rejectCode IS NULL ORDER BY id"
        let urns = try String.fetchAll(reader.database.bound(sql))
        var found: [(path: String, bytes: Int)] = []
        var known: Set<String> = []
        for start in stride(from: 0, to: urns.count, by: batch) {
            let part = Array(urns[start..<min(start + batch, urns.count)])
            let shown = try reader.pictures(part, pixelWidth: ViewerPages.cardWidth) + reader.pictures(part)
            for picture in shown {
                guard let file = picture.file, let type = picture.mediaType, ViewerAddresses.shownTypes.contains(type)
                else { continue }
                let path = ViewerAddresses.path(ofPicture: file, mediaType: type)
                guard known.insert(path).inserted else { continue }
                found.append((path, SiteFolder.look(file.path(percentEncoded: false))?.length ?? 0))
            }
        }
        return found
    }
}
