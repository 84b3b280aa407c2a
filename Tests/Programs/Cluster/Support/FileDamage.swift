import Foundation
import GRDB
import LarderChaos
import LarderModel

/// What may happen to a file.
enum FileDamage: String, CaseIterable, Sendable {
    case flipped
    case truncated
    case emptied
    case removed
    case replacedByFolder

    /// Does it to a file; one that is too short for it is removed.
    func happen(to path: String) throws {
        let manager = FileManager.default
        let url = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: url)
        switch self {
        case .flipped where !bytes.isEmpty:
            bytes[bytes.count / 2] ^= 0x10
            try write(bytes, to: url)
        case .truncated where bytes.count > 1: try write(bytes.prefix(bytes.count / 2), to: url)
        case .emptied: try write(Data(), to: url)
        case .flipped, .truncated, .removed: try manager.removeItem(at: url)
        case .replacedByFolder:
            try manager.removeItem(at: url)
            try manager.createDirectory(at: url, withIntermediateDirectories: false)
            try write(Data("crumbs".utf8), to: url.appendingPathComponent("inside"))
        }
    }

    /// In place, so that the file keeps its inode.
    private func write(_ bytes: Data, to url: URL) throws { try bytes.write(to: url) }
}

extension TestLarder {
    /// What a file of a larder is for.
    enum FileClass: String, CaseIterable, Sendable {
        /// A picture or an answer as it was fetched.
        case original
        /// A smaller picture.
        case variant
        /// A blob that no row of the catalog names.
        case unnamed
        /// What is known of an answer.
        case record
        /// `cache/id`, locks and the files of SQLite beside the catalog.
        case other
        case catalog

        /// Whether it can be made again without fetching.
        var isMadeAgain: Bool { self == .variant || self == .other }
    }

    /// How many requests have one of these records or blobs for their stored answer; several may have equal bodies.
    func answers(standingFor paths: [String]) throws -> Int {
        let digests = paths.filter { $0.contains("/cache/blobs/") }
            .compactMap { Digest(hex: String($0.suffix(64))).map { Data($0.bytes) } }
        let records = try FileManager.default.subpathsOfDirectory(atPath: folder + "/cache/responses")
            .filter { $0.utf8.count > 64 }.map { folder + "/cache/responses/" + $0 }
        let stored = try records.filter { !paths.contains($0) }.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        return paths.filter { $0.contains("/cache/responses/") }.count
            + stored.filter { record in digests.contains { record.range(of: $0) != nil } }.count
    }

    /// The paths of all files below the folder by what they are for, in order.
    func files() throws -> [FileClass: [String]] {
        let (variants, named) = try read { db in
            try (
                Set(String.fetchAll(db, sql: "SELECT lower(hex(digest)) FROM imageVariant")),
                Set(
                    String.fetchAll(
                        db,
                        sql: """
                            SELECT lower(hex(digest)) FROM image UNION SELECT lower(hex(htmlDigest)) FROM text
                            UNION SELECT lower(hex(digest)) FROM provenance
                            """
                    )
                )
            )
        }
        var files: [FileClass: [String]] = [:]
        for path in FileManager.default.subpaths(atPath: folder) ?? [] {
            var isFolder: ObjCBool = false
            let whole = folder + "/" + path
            guard unsafe FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder), !isFolder.boolValue,
                !path.hasPrefix("cache/quarantine/")
            else { continue }
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            let kind: FileClass =
                if path == "catalog.sqlite" {
                    .catalog
                } else if path.hasPrefix("cache/responses/") {
                    .record
                } else if path.hasPrefix("cache/blobs/") {
                    variants.contains(name) ? .variant : named.contains(name) ? .original : .unnamed
                } else {
                    .other
                }
            files[kind, default: []].append(whole)
        }
        return files.mapValues { $0.sorted() }
    }
}
