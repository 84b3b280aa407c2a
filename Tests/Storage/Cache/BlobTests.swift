import Foundation
import Glibc
import LarderHashing
import LarderModel
import Testing

@testable import LarderCache

@Suite("Blobs") struct BlobTests {
    @Test(arguments: DiskCache.Durability.allCases) func `what is stored comes back under its name`(
        durability: DiskCache.Durability
    ) async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder + "/a/b", durability: durability)
            for bytes in [[], [1], Array(repeating: UInt8(7), count: 100_000)] as [[UInt8]] {
                let digest = try cache.store(blob: bytes)
                #expect(digest == Digest(of: bytes))
                #expect(try cache.blob(digest) == bytes)
                #expect(try cache.contains(digest))
                #expect(try cache.length(of: digest) == bytes.count)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b/tmp").isEmpty)
            let digest = Digest(of: [1])
            #expect(try files(in: folder + "/a/b").contains("blobs/\(digest.hex.prefix(2))/\(digest.hex)"))
        }
    }

    @Test func `equal blobs are kept once`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder, durability: .power)
            let blobs: [[UInt8]] = [[1], [2], [1], [3]]
            #expect(try blobs.map { try cache.store(blob: $0) } == blobs.map { Digest(of: $0) })
            var seen: [Digest] = []
            try cache.forEachBlobFile { file in
                #expect(file.byteCount == 1)
                seen.append(file.name)
            }
            #expect(seen == [[1], [2], [3]].map { Digest(of: $0) }.sorted())
        }
    }

    @Test func `a blob that is there is not written again`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let digest = try cache.store(blob: [1, 2, 3])
            let path = "\(folder)/blobs/\(digest.hex.prefix(2))/\(digest.hex)"
            let inode = { try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int }
            let before = try inode()
            try cache.store(blob: [1, 2, 3])
            #expect(try inode() == before)
            try overwrite(path, with: [1])  // cut, as after a loss of power
            try cache.store(blob: [1, 2, 3])
            #expect(try cache.blob(digest) == [1, 2, 3])
        }
    }

    @Test(arguments: [[1, 2, 4], [1, 2], [1, 2, 3, 4], []] as [[UInt8]])
    func `a blob that was changed is set aside and can be stored anew`(wrong: [UInt8]) async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let digest = try cache.store(blob: [1, 2, 3])
            try overwrite("\(folder)/blobs/\(digest.hex.prefix(2))/\(digest.hex)", with: wrong)
            #expect(code { try cache.blob(digest) } == .corrupt)
            #expect(code { try cache.blob(digest) } == .missing)
            #expect(try cache.contains(digest) == false)
            let aside = try FileManager.default.contentsOfDirectory(atPath: folder + "/quarantine")
            #expect(aside.count == 1 && aside[0].hasPrefix(digest.hex))
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/quarantine/" + aside[0])) == Data(wrong))
            try cache.store(blob: [1, 2, 3])
            #expect(try cache.blob(digest) == [1, 2, 3])
        }
    }

    @Test func `a name that is no plain file is no blob`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let digest = try cache.store(blob: [1])
            let path = "\(folder)/blobs/\(digest.hex.prefix(2))/\(digest.hex)"
            try FileManager.default.removeItem(atPath: path)
            _ = unsafe mkfifo(path, 0o600)
            #expect(try cache.contains(digest) == false)
            #expect(code { try cache.blob(digest) } == .corrupt)  // and does not wait for a writer
            #expect(!FileManager.default.fileExists(atPath: path))
            try overwrite(folder + "/elsewhere", with: [1])
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/elsewhere")
            #expect(try cache.contains(digest) == false)
            #expect(code { try cache.blob(digest) } == .corrupt)
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/elsewhere")) == Data([1]))
            try cache.store(blob: [1])
            #expect(try cache.blob(digest) == [1])
        }
    }

    @Test func `other bytes of the same length are replaced when the right ones are stored`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let digest = try cache.store(blob: [1, 2, 3])
            try overwrite("\(folder)/blobs/\(digest.hex.prefix(2))/\(digest.hex)", with: [1, 2, 4])
            try cache.store(blob: [1, 2, 3])
            #expect(try cache.blob(digest) == [1, 2, 3])
        }
    }

    @Test(arguments: ["blobs/DIGEST", "blobs/AREA", "blobs", "tmp"])
    func `what stands in the way of a blob is moved aside`(place: String) async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let digest = try cache.store(blob: [1])
            let area = String(digest.hex.prefix(2))
            let path =
                folder + "/" + place.replacing("DIGEST", with: "\(area)/\(digest.hex)").replacing("AREA", with: area)
            let isBlob = place == "blobs/DIGEST"
            try FileManager.default.removeItem(atPath: path)
            if isBlob {
                try FileManager.default.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
            } else {
                try overwrite(path, with: [7])
            }
            #expect(try cache.contains(digest) == (place == "tmp"))
            try cache.store(blob: [1])
            try cache.store(blob: [2])
            #expect(try cache.blob(digest) == [1])
            let aside = try FileManager.default.contentsOfDirectory(atPath: folder + "/quarantine")
            #expect(aside.count == 1, "\(aside)")
        }
    }

    @Test func `a folder in place of a blob is moved aside when it is read`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let digest = Digest(of: [1])
            let path = "\(folder)/blobs/\(digest.hex.prefix(2))/\(digest.hex)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            #expect(code { try cache.blob(digest) } == .corrupt)
            #expect(code { try cache.blob(digest) } == .missing)
        }
    }

    @Test func `limits hold for writing and reading`() async throws {
        try await withFolder { folder in
            let wide = try DiskCache(folder: folder)
            let digest = try wide.store(blob: [1, 2, 3, 4])
            let narrow = try DiskCache(folder: folder, limits: .init(maxBlobBytes: 3))
            #expect(code { try narrow.store(blob: [5, 6, 7, 8]) } == .tooLarge)
            #expect(code { try narrow.blob(digest) } == .tooLarge)
            try narrow.store(blob: [5, 6, 7])
            #expect(try wide.contains(digest))
        }
    }

    @Test func `removing says whether there was one`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let digest = try cache.store(blob: [1])
            #expect(try cache.remove(digest))
            #expect(try cache.remove(digest) == false)
            #expect(code { try cache.blob(digest) } == .missing)
        }
    }

    @Test func `folders that somebody cleaned away are made again`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            for name in ["tmp", "blobs", "quarantine"] {
                try FileManager.default.removeItem(atPath: folder + "/" + name)
            }
            let digest = try cache.store(blob: [1])
            #expect(try cache.blob(digest) == [1])
        }
    }

    @Test func `emptying takes deeply nested folders, with the files in them`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let deep = folder + "/tmp" + String(repeating: "/d", count: 1_000)
            try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
            for place in [deep, folder + "/tmp/d/d"] {
                try Data([1, 2]).write(to: URL(fileURLWithPath: place + "/file"))
            }
            #expect(try cache.empty() == ["tmp": DiskCache.Swept(files: 2, bytes: 4)])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp").isEmpty)
        }
    }

    @Test func `a sweep takes what killed writers left and nothing else`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            let day: Int64 = 86_400_000
            let now: Int64 = 1_800_000_000_000
            let old = ["\(now - day - 1)-\(UUID().uuidString)", "\(now - day - 1)-\(UUID().uuidString)-12"]
            let keep = [
                "\(now - day)-\(UUID().uuidString)-1", "\(now + day)-\(UUID().uuidString)", "notes.txt", "1-2",
                "-\(UUID().uuidString)", "1-\(UUID().uuidString)-", "1-\(UUID().uuidString)-x",
            ]
            for name in keep + old { try overwrite("\(folder)/tmp/\(name)", with: [1, 2, 3]) }
            let digest = try cache.store(blob: [9])
            let swept = try cache.sweep(olderThan: .seconds(86_400), now: now)
            #expect(swept.files == 2 && swept.bytes == 6)
            #expect(try cache.sweep(olderThan: .seconds(86_400), now: now).files == 0)
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder + "/tmp")) == Set(keep))
            #expect(try cache.contains(digest))
            // What a writer killed before the rename leaves.
            let staged = try cache.stage([4, 5])
            #expect(try cache.sweep(olderThan: .seconds(-3_600)).bytes >= 2)
            #expect(!FileManager.default.fileExists(atPath: staged.temporary.description))
        }
    }
}

/// The code of the error that `body` throws; `nil` when it throws none, or one of another kind.
func code<Value>(_ body: () throws -> Value) -> CacheError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? CacheError)?.code
    }
}
