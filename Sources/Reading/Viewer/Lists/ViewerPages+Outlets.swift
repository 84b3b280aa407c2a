internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel
internal import LarderPages

extension ViewerPages {
    /// Twice the width of the mark beside a heading, in pixels.
    private static let logoWidth = 96

    /// A publication with its logo; nil: there is none with this URN.
    ///
    /// Two statements.
    func outlet(_ urn: String) throws -> OutletView? {
        let sql = "SELECT name, summary, url, imageURN FROM outlet WHERE urn = ?"
        guard let row = try Row.fetchOne(reader.database.bound(sql, urn)) else { return nil }
        let (name, summary, url, logo): (String, String?, String?, String?) = try (
            row.value(0), row.value(1), row.value(2), row.value(3)
        )
        let picture = try logo.flatMap { addresses.view(try reader.picture($0, pixelWidth: Self.logoWidth)) }
        let site = url.flatMap { WebAddress($0) }
        return OutletView(name: name, logo: picture, summary: summary, site: site.map { ($0.description, $0.host) })
    }

    /// The publication that an article names by its identifier, or by its name alone; nil: the source lists no such one.
    func outletURN(of item: ArticleItem) throws -> String? {
        let sql = """
            SELECT outlet.urn FROM outlet JOIN source ON source.id = outlet.sourceID
            WHERE source.name = ?1 AND (outlet.outletID = ?2 OR ?2 IS NULL AND outlet.name = ?3)
            ORDER BY outlet.urn LIMIT 1
            """
        let article = item.article
        return try String.fetchOne(reader.database.bound(sql, item.source, article.outletID, article.outletName))
    }

    /// The publications of the larder, by URN.
    func outlets() throws -> [(urn: String, view: OutletView)] {
        let urns = try String.fetchAll(reader.database, sql: "SELECT urn FROM outlet ORDER BY urn")
        return try urns.compactMap { urn in try outlet(urn).map { (urn, $0) } }
    }
}
