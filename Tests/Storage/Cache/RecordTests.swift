import Foundation
import LarderCache
import LarderHashing
import LarderModel
import Testing

@Suite("Response records") struct RecordTests {
    private static func sample(_ key: String = "GET https://example.org/", body: Digest = Digest(of: "body"))
        -> ResponseRecord
    {
        ResponseRecord(
            key: key,
            url: "https://example.org/ä",
            status: 200,
            headers: [.init(name: "content-type", value: "text/html"), .init(name: "x-empty", value: "")],
            etag: "\"v1\"",
            lastModified: nil,
            fetchedAt: 1_800_000_000_123,
            freshUntil: -1,
            body: body,
            bodyLength: 4
        )
    }

    @Test func `a record comes back as it was`() throws {
        let record = Self.sample()
        #expect(ResponseRecord(decoding: record.encoded()) == record)
        let bare = ResponseRecord(
            key: "",
            url: "",
            status: 0,
            fetchedAt: .min,
            freshUntil: .max,
            body: Digest(of: ""),
            bodyLength: 0
        )
        #expect(ResponseRecord(decoding: bare.encoded()) == bare)
    }

    @Test func `the bytes of version 1 stay what they are`() {
        let record = ResponseRecord(
            key: "k",
            url: "u",
            status: 304,
            headers: [.init(name: "a", value: "b")],
            etag: nil,
            lastModified: "m",
            fetchedAt: 258,
            freshUntil: -2,
            body: Digest(of: "abc"),
            bodyLength: 3
        )
        let expected: [UInt8] =
            Array("LarderResponse".utf8) + [1] + [0, 0, 0, 0, 0, 0, 0, 1, 0x6B] + [0, 0, 0, 0, 0, 0, 0, 1, 0x75] + [
                1, 0x30,
            ] + [0]
            + [1, 0, 0, 0, 0, 0, 0, 0, 1, 0x6D] + [0, 0, 0, 0, 0, 0, 1, 2] + [255, 255, 255, 255, 255, 255, 255, 254]
            + [0, 0, 0, 0, 0, 0, 0, 32] + Digest(of: "abc").bytes + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 1]
            + [0, 0, 0, 0, 0, 0, 0, 1, 0x61] + [0, 0, 0, 0, 0, 0, 0, 1, 0x62]
        #expect(record.encoded() == expected + Digest(of: expected).bytes)
    }

    @Test func `what was read out of the body comes back, in version 2`() {
        var record = Self.sample()
        let bare = record.encoded()
        record.reading = ResponseRecord.Reading(
            stamp: Digest(of: "rules"),
            effect: [7, 8],
            origins: [.init(urn: "u", readerVersion: 3)]
        )
        let expected: [UInt8] =
            Array(bare.prefix(14)) + [2] + Array(bare[15..<(bare.count - 32)])
            + [0, 0, 0, 0, 0, 0, 0, 32] + Digest(of: "rules").bytes + [0, 0, 0, 0, 0, 0, 0, 2, 7, 8]
            + [0, 1] + [0, 0, 0, 0, 0, 0, 0, 1, 0x75] + [0, 0, 0, 3]
        #expect(record.encoded() == expected + Digest(of: expected).bytes)
        #expect(ResponseRecord(decoding: record.encoded()) == record)
        // The version says whether there is a reading.
        for version in [0, 1, 3] as [UInt8] {
            var other = expected
            other[14] = version
            #expect(ResponseRecord(decoding: other + Digest(of: other).bytes) == nil)
        }
    }

    private static var withReading: ResponseRecord {
        var record = sample()
        record.reading = ResponseRecord.Reading(
            stamp: Digest(of: "rules"),
            effect: [1, 2, 3],
            origins: [.init(urn: "recipe:a:1", readerVersion: 1), .init(urn: "", readerVersion: 0)]
        )
        return record
    }

    @Test(arguments: [sample(), withReading])
    func `every cut and every changed byte is noticed`(record: ResponseRecord) {
        let bytes = record.encoded()
        for count in 0..<bytes.count { #expect(ResponseRecord(decoding: Array(bytes[..<count])) == nil) }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x41
            #expect(ResponseRecord(decoding: changed) == nil)
        }
        #expect(ResponseRecord(decoding: bytes + [0]) == nil)
    }

    /// A seal proves nothing when the writer is hostile: what it seals must be read with the same care.
    @Test(arguments: [sample(), withReading])
    func `sealed nonsense never traps`(record: ResponseRecord) {
        var generator = SeededGenerator(seed: 42)
        let bytes = record.encoded().dropLast(32)
        for _ in 0..<20_000 {
            var changed = Array(bytes)
            for _ in 0..<3 {
                changed[15 + generator.below(changed.count - 15)] = generator.pick([0, 1, 0x7F, 0x80, 0xFF])
            }
            if generator.oneIn(3) { changed.removeLast(generator.below(40)) }
            if let record = ResponseRecord(decoding: changed + Digest(of: changed).bytes) {
                #expect(ResponseRecord(decoding: record.encoded()) == record)
            }
        }
    }

    @Test func `the cache keeps the last record of a key`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            #expect(try cache.record(for: "GET https://example.org/") == nil)
            try cache.store(Self.sample())
            var newer = Self.sample()
            newer.fetchedAt += 1
            try cache.store(newer)
            try cache.store(Self.sample("other"))
            #expect(try cache.record(for: newer.key) == newer)
            #expect(try cache.record(for: "other")?.key == "other")
        }
    }

    @Test func `a bad record is set aside once and then missing`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let record = Self.sample()
            let hex = Digest(of: record.key).hex
            let path = "\(folder)/responses/\(hex.prefix(2))/\(hex)"
            let another = Self.sample("another").encoded()  // whole, but of another key
            for wrong in [[], Array(record.encoded().dropLast()), another, [UInt8](repeating: 0, count: 300 << 10)] {
                try cache.store(record)
                try overwrite(path, with: wrong)
                #expect(code { try cache.record(for: record.key) } == .corrupt)
                #expect(try cache.record(for: record.key) == nil)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/quarantine").count == 4)
        }
    }

    @Test func `a later version is left alone`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let record = Self.sample()
            try cache.store(record)
            for path in try files(in: folder) where path.hasPrefix("responses") {
                var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
                bytes[14] = 3
                try overwrite(folder + "/" + path, with: bytes)
            }
            #expect(try cache.record(for: record.key) == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/quarantine").isEmpty)
        }
    }

    @Test func `limits of records are kept`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder, limits: .init(maxRecordBytes: 2_000))
            var record = Self.sample()
            record.headers = [.init(name: "x", value: String(repeating: "y", count: 2_000))]
            #expect(code { try cache.store(record) } == .tooLarge)
            record.headers = (0..<1_025).map { _ in .init(name: "", value: "") }
            #expect(code { try DiskCache(folder: folder).store(record) } == .tooLarge)
            #expect(try cache.record(for: record.key) == nil)
        }
    }
}
