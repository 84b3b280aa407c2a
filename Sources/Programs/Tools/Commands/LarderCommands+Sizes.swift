internal import LarderCatalog
internal import LarderModel
internal import LarderSync

extension LarderCommands {
    /// What each table of the catalog takes, in all and for each item.
    package static func sizes(_ into: String, json: Bool) async throws -> String {
        try await LarderStore.read(larder: into) { db in
            let catalog = CatalogReader(db)
            let items = try catalog.sources().reduce(0) { sum, source in
                let counts = try catalog.counts(source: source.id)
                return sum + counts.recipes + counts.articles
            }
            let sizes = try catalog.tableSizes()
            return json ? Self.json(of: sizes, items: items) : table(of: sizes, items: items)
        }
    }

    private static func json(of sizes: [TableSize], items: Int) -> String {
        JSONWriter.text { json in
            json.object { json in
                json.member("items", items)
                json.key("tables")
                json.object { json in
                    for size in sizes { json.member(size.name, size.bytes) }
                }
            }
        }
    }

    private static func table(of sizes: [TableSize], items: Int) -> String {
        let total = sizes.reduce(0) { $0 + $1.bytes }
        let width = (sizes.map(\.name.count).max() ?? 0) + 1
        func line(_ name: String, _ bytes: Int) -> String {
            let share = "\((Double(bytes) / Double(max(1, total)) * 100).rounded1) %"
            let each = items > 0 ? (bytes / items).bytes : "-"
            return name.padded(width) + bytes.bytes.leftPadded(10) + share.leftPadded(9) + each.leftPadded(12)
        }
        let headings = "size".leftPadded(10) + "share".leftPadded(9) + "an item".leftPadded(12)
        // Tables of SQLite itself and empty ones take a page or two.
        let shown = sizes.filter { $0.bytes * 1_000 >= total }
        let lines = shown.map { line($0.name, $0.bytes) } + [line("all of them", total)]
        return (["table".padded(width) + headings] + lines).joined(separator: "\n")
    }
}
