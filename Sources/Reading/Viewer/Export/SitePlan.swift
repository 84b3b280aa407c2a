internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel

/// What a folder of pages has of one state of the catalog.
struct SitePlan: Sendable {
    let revision: Int64
    /// All items.
    let urns: [String]
    /// The items that lists have, the oldest first: further ones then leave most files as they are.
    let ids: [Int64]
    /// Lists that are files of their own.
    let lists: [ListAddress]

    init(_ reader: LarderReader, _ indexes: ListIndexes) throws {
        revision = try reader.revision()
        urns = try String.fetchAll(reader.database.bound("SELECT urn FROM item ORDER BY id"))
        let index = try indexes.index(reader)
        ids = try Self.places(index, indexes, reader).map { index.items[$0].id }
        let kinds = ["recipe", "article"].map { kind in ListAddress().changed { $0.kind = kind } }
        let sources = index.sources.map { source in ListAddress().changed { $0.source = source } }
        lists = try ([ListAddress()] + kinds + sources).flatMap { list in
            let count = try indexes.selection(list, reader).count
            return (1...max(1, (count + ViewerPages.pageSize - 1) / ViewerPages.pageSize)).map { page in
                var part = list
                part.page = page
                return part
            }
        }
    }

    /// The items of lists as places in the index, the oldest first.
    static func places(_ index: ListIndex, _ indexes: ListIndexes, _ reader: LarderReader) throws -> [Int] {
        try indexes.order(.newest, in: index, reader).reversed().map(Int.init).filter { !index.items[$0].isHidden }
    }

    /// The work, in parts that fit into memory.
    var batches: [SiteBatch] {
        urns.parts(of: 64).map(SiteBatch.items) + lists.parts(of: 16).map(SiteBatch.lists)
            + ids.parts(of: ViewerPages.pageSize).enumerated().map { SiteBatch.chunk($0, $1) }
            + [.index, .orders, .news, .words]
    }
}

/// A part of the work of an export.
enum SiteBatch: Sendable {
    case items([String])
    case lists([ListAddress])
    /// Cards and hits of items that follow one another.
    case chunk(Int, [Int64])
    case index, orders, news, words
}

/// A file of the folder, with the pictures that it shows.
struct SiteFile: Sendable {
    let path: String
    let bytes: [UInt8]
    let hash: UInt64
    var pictures: [String]

    init(path: String, bytes: [UInt8], pictures: [String] = []) {
        (self.path, self.bytes, self.pictures) = (path, bytes, pictures)
        hash = StableHash.Short(bytes.span).value
    }
}

extension Array {
    fileprivate func parts(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
