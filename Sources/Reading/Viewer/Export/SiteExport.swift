internal import Foundation
package import Larder
internal import LarderCatalog
internal import LarderModel
internal import LarderPages

/// Writes a larder as a folder of pages, which a browser opens without a server.
///
/// An export into the same folder writes only what changed. A program that is killed leaves whole files; the next
/// export completes the folder.
package struct SiteExport: Sendable {
    private let larder: Larder
    private let indexes = ListIndexes()
    private let now = Date()

    /// - Parameter folder: A new or empty one, or one of an earlier export.
    /// - Throws: ``SiteError``, ``LarderError``.
    package static func write(_ larder: Larder, to folder: String) async throws -> SiteReport {
        try await SiteExport(larder: larder).run(folder)
    }

    private init(larder: Larder) { self.larder = larder }

    private func run(_ path: String) async throws -> SiteReport {
        let plan = try await larder.read { [indexes] in try SitePlan($0, indexes) }
        var folder = try SiteFolder(path, larder: larder.folder.path(percentEncoded: false))
        var writer = SiteWriter(blobs: larder.folder.appending(path: "cache/blobs").path(percentEncoded: false))
        for asset in ViewerAsset.all { try folder.write(asset.bytes, to: asset.name) }
        try await withThrowingTaskGroup(of: [SiteFile].self) { group in
            var batches = plan.batches.makeIterator()
            for _ in 0..<3 { if let batch = batches.next() { add(batch, to: &group) } }
            while let files = try await group.next() {
                if let batch = batches.next() { add(batch, to: &group) }
                try writer.write(files, to: &folder)
            }
        }
        try writer.writeOfflineList(to: &folder)
        let removed = try folder.finish()
        var report = try await larder.read { try SiteReport($0, isSame: $0.revision() == plan.revision) }
        report.path = folder.path
        (report.changed, report.removed) = (folder.changed, removed)
        (report.pictures, report.missing) = (writer.pictures.count, writer.missing)
        report.pages = folder.files.keys.count { $0.hasSuffix(".html") }
        report.bytes = folder.files.values.reduce(0, +)
        return report
    }

    private func add(_ batch: SiteBatch, to group: inout ThrowingTaskGroup<[SiteFile], any Error>) {
        group.addTask { [larder, indexes, now] in
            try await larder.read { try SitePages(reader: $0, indexes: indexes, now: now).files(of: batch) }
        }
    }
}

/// Puts files and the pictures that they show into the folder.
struct SiteWriter {
    let blobs: String
    private(set) var pictures: Set<String> = []
    private(set) var missing = 0
    /// A hash of all files, in whatever order they come.
    private var contents: UInt64 = 0

    init(blobs: String) { self.blobs = blobs }

    mutating func write(_ files: [SiteFile], to folder: inout SiteFolder) throws {
        for file in files {
            try folder.write(file.bytes, to: file.path)
            contents &+= StableHash.Short("\(file.path) \(file.hash)").value
            for path in file.pictures where pictures.insert(path).inserted {
                let isThere = try SitePicture.digest(ofPath: path).map { digest in
                    try folder.link("\(blobs)/\(digest.prefix(2))/\(digest)", to: path)
                }
                if isThere != true { missing += 1 }
            }
        }
    }

    /// What the service worker stores where the folder is put on a server.
    func writeOfflineList(to folder: inout SiteFolder) throws {
        let names = folder.files.keys.filter { $0 != OfflineList.name }.sorted()
        let list = JSONWriter.text { writer in
            writer.object { writer in
                writer.member("version", String(contents, radix: 16))
                writer.member("pages", strings: names.filter { !$0.hasPrefix("pictures/") })
                writer.member("pictures", strings: names.filter { $0.hasPrefix("pictures/") })
                writer.member("bytes", names.reduce(0) { $0 + (folder.files[$1] ?? 0) })
            }
        }
        try folder.write(Array(list.utf8), to: OfflineList.name)
    }
}
