import Foundation
import Glibc
import LarderCache
import LarderHashing
import LarderModel
import LarderTestSupport
import Testing

@Suite("Shared folder", .timeLimit(.minutes(30))) struct SharedFolderTests {
    @Test func `everyone who makes the same cache at once gets the same id`() async throws {
        for _ in 0..<20 {
            try await withFolder { folder in
                let ids = try await withThrowingTaskGroup { group in
                    for _ in 0..<16 { group.addTask { try DiskCache(folder: folder + "/cache").id } }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(ids.count == 1)
                #expect(try DiskCache(folder: folder + "/cache", mayCreate: false).id == ids.first)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/cache/tmp").isEmpty)
            }
        }
    }

    @Test func `a folder of something else is refused and left as it was`() async throws {
        try await withFolder { folder in
            try overwrite(folder + "/thesis.tex", with: [1])
            #expect(code { try DiskCache(folder: folder) } == .notACache)
            #expect(try files(in: folder) == ["thesis.tex"])
            #expect(code { try DiskCache(folder: folder + "/thesis.tex") } == .notACache)
            #expect(code { try DiskCache(folder: folder + "/thesis.tex/x") } == .notACache)
            #expect(code { try DiskCache(folder: folder + "/none", mayCreate: false) } == .notACache)
            #expect(!FileManager.default.fileExists(atPath: folder + "/none"))
        }
    }

    @Test func `files in a cache's folders without the file id are another program's`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            // What a process leaves that is killed before the file is there.
            try FileManager.default.removeItem(atPath: folder + "/id")
            try overwrite(folder + "/tmp/1700000000000-E621E1F8-C36C-495A-93FC-0C247A3E6E5F-7", with: [1])
            let again = try DiskCache(folder: folder)
            #expect(again.id != cache.id)
            try FileManager.default.removeItem(atPath: folder + "/id")
            try overwrite(folder + "/blobs/photo.jpg", with: [1])
            let error = #expect(throws: CacheError.self) { try DiskCache(folder: folder) }
            #expect(error?.code == .notACache && error?.message.contains("blobs/photo.jpg") == true, "\(error as Any)")
            #expect(FileManager.default.fileExists(atPath: folder + "/blobs/photo.jpg"))
            // The way out that is told.
            try overwrite(folder + "/id", with: Array("e621e1f8-c36c-495a-93fc-0c247a3e6e5f\n".utf8))
            #expect(try DiskCache(folder: folder).id == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        }
    }

    @Test(arguments: [
        "", "\n", "hello\n", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\n\n",
    ])
    func `an id that is no UUID is refused`(id: String) async throws {
        try await withFolder { folder in
            try overwrite(folder + "/id", with: Array(id.utf8))
            #expect(code { try DiskCache(folder: folder) } == .notACache)
        }
    }

    @Test(arguments: ["", "hello\n", "folder"])
    func `a damaged id beside blobs is made anew by the one who may make a cache`(id: String) async throws {
        try await withFolder { folder in
            let digest = try DiskCache(folder: folder).store(blob: [1])
            try FileManager.default.removeItem(atPath: folder + "/id")
            if id == "folder" {
                try FileManager.default.createDirectory(atPath: folder + "/id", withIntermediateDirectories: false)
            } else {
                try overwrite(folder + "/id", with: Array(id.utf8))
            }
            #expect(code { try DiskCache(folder: folder, mayCreate: false) } == .notACache)
            let cache = try DiskCache(folder: folder)
            #expect(try cache.blob(digest) == [1])
            #expect(try DiskCache(folder: folder, mayCreate: false).id == cache.id)
        }
    }

    @Test func `threads that write and read the same blobs never see half of one`() async throws {
        try await withFolder { folder in
            let blobs = (0..<30).map { number in [UInt8](repeating: UInt8(number), count: 1 + number * 3_000) }
            await withThrowingTaskGroup { group in
                for writer in 0..<8 {
                    group.addTask {
                        let cache = try DiskCache(folder: folder, durability: .process)
                        for round in 0..<5 {
                            for index in blobs.indices {
                                let blob = blobs[(index * 7 + writer + round) % blobs.count]
                                let digest = try cache.store(blob: blob)
                                guard try cache.blob(digest) == blob else { throw CacheError(.corrupt, "other bytes") }
                                if writer == 0, index.isMultiple(of: 5) {
                                    try cache.remove(digest); try cache.store(blob: blob)
                                }
                            }
                        }
                    }
                }
                // One of them takes blobs away, so a reader may find one missing, but never find it wrong.
                while let result = await group.nextResult() {
                    if case .failure(let error) = result { #expect((error as? CacheError)?.code == .missing) }
                }
            }
            let quarantined = try FileManager.default.contentsOfDirectory(atPath: folder + "/quarantine")
            #expect(quarantined.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp").isEmpty)
        }
    }

    @Test func `readers of a record that is replaced all the time see one of its versions`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder, durability: .process)
            func record(_ version: Int) -> ResponseRecord {
                let length = version % 50
                return ResponseRecord(
                    key: "k",
                    url: String(repeating: "u", count: length),
                    status: 200,
                    fetchedAt: Int64(length),
                    body: Digest(of: "\(length)"),
                    bodyLength: length
                )
            }
            try cache.store(record(0))
            try await withThrowingTaskGroup { group in
                for writer in 0..<3 {
                    group.addTask { for version in 0..<300 { try cache.store(record(version * 3 + writer)) } }
                }
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<600 {
                            let seen = try #require(try cache.record(for: "k"))
                            #expect(seen == record(seen.bodyLength))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `processes killed while they write leave only whole blobs`() async throws {
        try await withFolder { folder in
            let cache = try DiskCache(folder: folder)
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        // Each writes blobs, large and small, until it kills itself in the middle of it.
                        try await aheadOfOthers {
                            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
                                let cache = try DiskCache(folder: folder, durability: .process)
                                let killer = Thread {
                                    while (try? FileManager.default.contentsOfDirectory(atPath: folder + "/blobs").count)
                                        ?? 0 < 20
                                    {}
                                    kill(getpid(), SIGKILL)
                                }
                                killer.start()
                                for number in 0... {
                                    try cache.store(
                                        blob: Array(repeatElement(Array("\(number)".utf8), count: 20_000).joined())
                                    )
                                }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            var count = 0
            try cache.forEachBlobFile { file in
                count += 1
                let bytes = try cache.blob(file.name)
                #expect(bytes.count == file.byteCount)
            }
            // Each of the four may have made a folder and not yet its blob.
            #expect(count >= 16)
            _ = try cache.sweep(olderThan: .seconds(-3_600))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp").isEmpty)
        }
    }

    @Test func `opening and using a cache leaves no descriptor behind`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                try await withFolder { folder in
                    func use(_ round: Int) throws {
                        let cache = try DiskCache(folder: folder, durability: .power)
                        let digest = try cache.store(blob: Array("\(round)".utf8))
                        _ = try cache.blob(digest)
                        _ = try? cache.blob(Digest(of: "none"))
                        _ = try? DiskCache(folder: folder + "/id")
                        try cache.forEachBlobFile { _ in }
                        _ = try cache.sweep(olderThan: .seconds(60))
                    }
                    try use(0)
                    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
                    for round in 0..<400 { try use(round % 20) }
                    let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
                    guard after < before + 100 else { fatalError("\(before) descriptors before, \(after) after") }
                }
            }
        }
    }
}
