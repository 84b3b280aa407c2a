import Foundation
import LarderHashing
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderCache

/// Damaged files in the cache folder, which other machines may write to.
@Suite("Cache fuzz") struct CacheFuzzTests {
    private static let record = ResponseRecord(
        key: "GET https://example.org/",
        url: "https://example.org/ä",
        status: 200,
        headers: [.init(name: "content-type", value: "text/html"), .init(name: "x-empty", value: "")],
        etag: "\"v1\"",
        lastModified: "Sat, 21 Nov 2026 00:00:00 GMT",
        fetchedAt: 1_800_000_000_123,
        freshUntil: -1,
        body: Digest(of: "body"),
        bodyLength: 4
    )

    /// A seal proves nothing when the writer is hostile, so half of the damage is sealed again.
    @Test func `a record is read as it was written, or not at all`() {
        let sealed = Self.record.encoded()
        let mutator = Mutator(.bytes, samples: [Array(sealed.dropLast(Digest.byteCount))], maxBytes: 1 << 19)
        let run = FuzzRun("cache-records", mutator) { item in
            let isSealed = Bool.random(using: &item.numbers)
            let bytes = isSealed ? item.bytes + Digest(of: item.bytes).bytes : item.bytes
            guard let record = ResponseRecord(decoding: bytes) else { return nil }
            if !isSealed { return "a record without a seal was read" }
            return record.encoded() == bytes ? nil : "a record that is written again has other bytes"
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    @Test func `a file of the cache that was changed is set aside, and its place can be filled again`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder, limits: .init(maxRecordBytes: 64 << 10))
            let body = Array("some body".utf8)
            let digest = Digest(of: body)
            try cache.store(Self.record)
            _ = try cache.store(blob: body)
            let places = try ["responses", "blobs"].map { part in
                let path = try #require(try files(in: folder).first { $0.hasPrefix(part) })
                return (
                    path: "\(folder)/\(path)",
                    bytes: try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)")))
                )
            }
            let run = FuzzRun("cache-files", Mutator(.bytes, samples: places.map(\.bytes), maxBytes: 256 << 10)) {
                item in
                let index = item.numbers.below(places.count)
                let path = places[index].path
                var bytes = item.bytes
                if index == 0, item.numbers.oneIn(2) { bytes += Digest(of: bytes).bytes }
                try overwrite(path, with: bytes)
                do throws(CacheError) {
                    if index == 0 {
                        let found = try cache.record(for: Self.record.key)
                        if let found, found.key != Self.record.key { return "the record of another key" }
                    } else if try cache.blob(digest) != body {
                        return "the bytes are not those of the digest"
                    }
                } catch {
                    guard error.code == .corrupt || (error.code == .missing && index == 1) else { return "\(error)" }
                    if FileManager.default.fileExists(atPath: path) { return "the file is still in its place" }
                }
                try FileManager.default.removeItem(atPath: folder + "/quarantine")
                try FileManager.default.createDirectory(
                    atPath: folder + "/quarantine",
                    withIntermediateDirectories: true
                )
                try cache.store(Self.record)
                if !FileManager.default.fileExists(atPath: places[1].path) { _ = try cache.store(blob: body) }
                return try cache.record(for: Self.record.key) == Self.record ? nil : "the place was not filled again"
            }
            #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
        }
    }
}
