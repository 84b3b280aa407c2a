import Foundation
import LarderCache
import LarderHashing
import LarderModel
import LarderTestSupport
import Synchronization
import Testing

@Suite("Files of a cache for another one") struct CacheFileTests {
    private static let body = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test func `what is stored and removed is told, in order`() async throws {
        try await withFolder { folder in
            let told = Mutex<[CacheFile]>([])
            let cache = try DiskCache(folder: folder).telling { file, _ in told.withLock { $0.append(file) } }
            let digest = try cache.store(blob: Self.body)
            let result = try cache.store(effect: [1, 2])
            try cache.store(record("GET http://a.test/"))
            try cache.removeRecord(for: "GET http://a.test/")
            let answer = CacheFile.record(of: "GET http://a.test/")
            #expect(
                told.withLock { $0 } == [CacheFile(.blobs, digest), CacheFile(.effects, result), answer, answer]
            )
        }
    }

    @Test(arguments: [1, 4096, 262_144, 700_000, 800_000])
    func `a blob goes from one cache to another in parts of any size`(part: Int) async throws {
        try await withFolder { folder in
            let (from, to) = (try DiskCache(folder: folder + "/a"), try DiskCache(folder: folder + "/b"))
            let body = part == 1 ? Array(Self.body.prefix(100)) : Self.body
            let file = CacheFile(.blobs, try from.store(blob: body))
            let incoming = try IncomingFile(file, length: body.count, in: to)
            while incoming.byteCount < body.count {
                #expect(try to.length(of: file) == nil)
                let (bytes, length) = try #require(try from.part(of: file, from: incoming.byteCount, limit: part))
                #expect(length == body.count)
                try incoming.add(bytes)
            }
            #expect(try to.blob(file.name) == body)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/b/tmp").isEmpty)
            #expect(to.holds(file, length: body.count) && !to.holds(file, length: 5))
            #expect(try from.part(of: file, from: body.count + 5, limit: part)?.bytes.isEmpty == true)
            #expect(try from.part(of: CacheFile(.effects, file.name), from: 0, limit: part) == nil)
        }
    }

    @Test func `bytes of another name are refused and leave nothing`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let other = CacheFile(.blobs, Digest(of: [9]))
            #expect(code { try cache.store(Self.body, as: other) } == .corrupt)
            let incoming = try IncomingFile(other, length: 4, in: cache)
            try incoming.add([1, 2])
            #expect(code { try incoming.add([3, 4]) } == .corrupt)
            #expect(code { try incoming.add([5]) } == .corrupt)
            let answer = CacheFile(.responses, Digest(of: [9]))
            #expect(code { try cache.store([1, 2, 3], as: answer) } == .corrupt)
            #expect(code { try cache.store(record("GET http://a.test/").encoded(), as: answer) } == .corrupt)
            #expect(code { try IncomingFile(answer, length: 3, in: cache) } == .tooLarge)
            #expect(code { try IncomingFile(other, length: 300 << 20, in: cache) } == .tooLarge)
        }
    }

    @Test func `an answer goes from one cache to another as it is`() async throws {
        try await withFolder { folder in
            let (from, to) = (try DiskCache(folder: folder + "/a"), try DiskCache(folder: folder + "/b"))
            let record = record("GET http://a.test/")
            try from.store(record)
            let file = CacheFile.record(of: record.key)
            let part = try #require(try from.part(of: file, from: 0, limit: 1 << 20))
            try to.store(part.bytes, as: file)
            #expect(try to.record(for: record.key) == record)
            try to.remove(file)
            #expect(try to.record(for: record.key) == nil)
        }
    }

    private func record(_ key: String) -> ResponseRecord {
        ResponseRecord(
            key: key,
            url: "http://a.test/",
            status: 200,
            fetchedAt: 1,
            freshUntil: 2,
            body: Digest(of: [1]),
            bodyLength: 1
        )
    }
}
