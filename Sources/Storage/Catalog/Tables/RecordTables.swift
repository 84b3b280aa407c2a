package import LarderModel

extension Recipe: CatalogItem {
    package static let table = RecordTable<Recipe>(.recipe)
    package static let combination = RecordCombination.markupFirst
    package var pageURL: String? { sourceURL }
    package var isAddressAlone: Bool { false }
}

extension Article: CatalogItem {
    package static let table = RecordTable<Article>(.article)
    package static let combination = RecordCombination.apiFirst
    package var pageURL: String? { url }
    package var isAddressAlone: Bool {
        url.map { $0.prefix(bytes: RecordBound.titleBytes.limit).isSame(as: title) } ?? false
    }
}

extension Outlet: CatalogRecord {
    package static let table = RecordTable<Outlet>(.outlet)
}

extension ImageOriginal: CatalogRecord {
    package static let table = RecordTable<ImageOriginal>(.image)
}

extension RenderedText: CatalogRecord {
    package static let table = RecordTable<RenderedText>(.text)
}

/// What decoding finds out stands in further columns of the original's row, which are NULL until then.
extension ImageDecoding {
    package static let columns = fields.filter { $0.list == nil && $0.name != "digest" }

    package static let variantTable = ChildTable.all(of: ImageDecoding.self, parent: "imageID")[0]
}
