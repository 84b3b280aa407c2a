import Foundation
import GRDB
import Glibc
import LarderChaos
import Testing

extension ClusterTests {
    /// A larder's folder that others can write to, or have written to.
    @Suite("Folders of others") struct FolderTests {
        private static let small = ["--sample-recipes", "3", "--sample-articles", "0"]

        private func withLarder(_ body: (TestLarder, _ foreign: String) async throws -> Void) async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                try await larder.syncedWhole(Self.small)
                let foreign = scratch.path("foreign")
                try FileManager.default.createDirectory(atPath: foreign + "/deep", withIntermediateDirectories: true)
                for name in ["letter", "deep/letter"] { try scratch.write("dear", to: "foreign/" + name) }
                try await body(larder, foreign)
                for name in ["letter", "deep/letter"] {
                    #expect(try String(contentsOfFile: foreign + "/" + name, encoding: .utf8) == "dear")
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: foreign).sorted() == ["deep", "letter"])
            }
        }

        private func link(_ path: String, to target: String) throws {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        }

        @Test(arguments: ["blobs", "responses", "effects", "tmp", "quarantine"])
        func `a symbolic link in the cache leads nothing elsewhere`(area: String) async throws {
            try await withLarder { larder, foreign in
                let digest = try await larder.digest()
                try link(larder.folder + "/cache/" + area, to: foreign)
                _ = try await larder.command("verify")
                _ = try await larder.sync(Self.small)
                try? FileManager.default.removeItem(atPath: larder.folder + "/cache/" + area)
                try await larder.syncedWhole(Self.small)
                #expect(try await larder.digest() == digest)
                try link(larder.folder + "/cache/" + area, to: foreign)
                #expect(try await larder.command("clear", "--yes").end == .exited(0))
            }
        }

        @Test(arguments: ["coordinator.lock", "catalog.sqlite-writer", "catalog.sqlite", "cache"])
        func `a symbolic link in place of a file of the larder is refused and named`(name: String) async throws {
            try await withLarder { larder, foreign in
                try link(larder.folder + "/" + name, to: name == "cache" ? foreign : foreign + "/letter")
                for run in [try await larder.sync(Self.small), try await larder.command("clear", "--yes")] {
                    #expect(run.end == .exited(2) && run.errors.contains("\(name) is a symbolic link"), "\(run)")
                }
            }
        }

        @Test(arguments: ["keys", "plans", "sources"])
        func `a symbolic link in place of a folder of the larder is refused and named`(name: String) async throws {
            try await withLarder { larder, foreign in
                let typed =
                    switch name {
                    case "keys": ["keygen", "--worker", "w"]
                    case "plans": ["clear", "--yes"]
                    default: ["add", "http://127.0.0.1:1/feed"]
                    }
                try link(larder.folder + "/" + name, to: foreign)
                let command = try await larder.scratch.run(.coordinator, typed + ["--into", larder.folder])
                for run in [try await larder.sync(Self.small), command] {
                    #expect(run.end == .exited(2) && run.errors.contains("\(name) is a symbolic link"), "\(run)")
                }
            }
        }

        @Test func `no larder is made in another one's own folders`() async throws {
            try await Scratch.with { scratch in
                let outer = TestLarder(scratch)
                #expect(try await outer.sync(Self.small).end == .exited(0))
                for name in ["cache/tmp", "cache/blobs/zz", "keys", "plans/a", "sources"] {
                    let run = try await TestLarder(scratch, "larder/" + name).sync(Self.small)
                    #expect(run.end == .exited(2) && run.errors.contains("the larder \(outer.folder) keeps"), "\(run)")
                }
                try await outer.expectWhole()
            }
        }

        @Test func `removed lock files let no second coordinator in`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let larder = TestLarder(
                        scratch,
                        sources: try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    )
                    let first = try await site.held {
                        let first = try larder.start(progress: "json")
                        try await larder.expectWorkers(2, of: first)
                        for name in ["coordinator.lock", "catalog.sqlite-writer"] {
                            try FileManager.default.removeItem(atPath: larder.folder + "/" + name)
                        }
                        let second = try await larder.sync()
                        #expect(second.end == .exited(2) && second.errors.contains("is using the larder"), "\(second)")
                        return first
                    }
                    #expect(try await scratch.finish(first, "the first coordinator").end == .exited(0))
                }
            }
        }

        // MARK: The catalog

        @Test(arguments: ["coordinator.lock", "catalog.sqlite-writer", "catalog.sqlite-wal", "catalog.sqlite-shm"])
        func `a file of the larder that has a second name elsewhere is refused and left alone`(
            name: String
        ) async throws {
            try await withLarder { larder, foreign in
                try? FileManager.default.removeItem(atPath: larder.folder + "/" + name)
                try FileManager.default.linkItem(atPath: foreign + "/letter", toPath: larder.folder + "/" + name)
                let run = try await larder.sync(Self.small)
                #expect(run.end == .exited(2) && run.errors.contains("\(name) "), "\(run)")
                try FileManager.default.removeItem(atPath: larder.folder + "/" + name)
                try await larder.syncedWhole(Self.small)
            }
        }

        /// SQLite removes the file that the end of a rollback journal names.
        @Test func `a journal that names a further file is refused`() async throws {
            try await withLarder { larder, foreign in
                let name = Array((foreign + "/letter").utf8)
                func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
                let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
                var journal = magic + bytes(0) + bytes(0) + bytes(0) + bytes(512) + bytes(4096)
                journal += [UInt8](repeating: 0, count: 512 - journal.count)
                journal += bytes(1) + name + bytes(name.count) + bytes(name.reduce(0) { $0 + Int($1) }) + magic
                let path = larder.catalogPath + "-journal"
                try Data(journal).write(to: URL(fileURLWithPath: path))
                let run = try await larder.sync(Self.small)
                #expect(run.end == .exited(2) && run.errors.contains("-journal"), "\(run)")
                try FileManager.default.removeItem(atPath: path)
                #expect(unsafe mkfifo(path, 0o600) == 0)
                let status = try await larder.command("status")
                #expect(status.end == .exited(2) && status.errors.contains("-journal"), "\(status)")
            }
        }

        @Test func `a trigger that another program adds in mid-sync is not obeyed`() async throws {
            let run = try await TestLarder.syncedWhile { larder in
                try alter(larder, "CREATE TRIGGER evil AFTER UPDATE ON job BEGIN UPDATE recipe SET title = 'x'; END")
            }
            #expect(run.end == .exited(2) && run.errors.contains("\"evil\""), "\(run)")
        }

        @Test func `a sync whose catalog another program changes or replaces ends, and says how to go on`()
            async throws
        {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let larder = TestLarder(
                        scratch,
                        sources: try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    )
                    func disturbed(_ disturb: () throws -> Void) async throws -> Scratch.Finished {
                        try await site.held {
                            let program = try larder.start(progress: "json")
                            try await larder.expectWorkers(2, of: program)
                            try disturb()
                            return try await scratch.finish(program, "the sync")
                        }
                    }
                    let changed = try await disturbed { try alter(larder, "DELETE FROM job") }
                    #expect(changed.end == .exited(2), "\(changed)")
                    #expect(changed.errors.contains("Another program has changed \(larder.catalogPath)"), "\(changed)")
                    // The first one goes on with the sync that lost its jobs.
                    for _ in 0..<2 { try await larder.syncedWhole() }
                    let digest = try await larder.digest()

                    let copy = scratch.path("copy.sqlite")
                    try FileManager.default.copyItem(atPath: larder.catalogPath, toPath: copy)
                    let replaced = try await disturbed { _ = unsafe rename(copy, larder.catalogPath) }
                    #expect(replaced.end == .exited(2) && replaced.errors.contains("rm -f "), "\(replaced)")
                    for ending in ["-wal", "-shm"] {
                        try? FileManager.default.removeItem(atPath: larder.catalogPath + ending)
                    }
                    try await larder.syncedWhole()
                    #expect(try await larder.digest() == digest)
                }
            }
        }

        private func alter(_ larder: TestLarder, _ sql: String) throws {
            var configuration = Configuration()
            configuration.busyMode = .timeout(60)
            let queue = try DatabaseQueue(path: larder.catalogPath, configuration: configuration)
            try queue.write { try $0.execute(sql: sql) }
            try queue.close()
        }

        @Test(arguments: [
            ("noisy", "CREATE TRIGGER noisy AFTER INSERT ON recipe BEGIN DELETE FROM article; END"),
            (
                "outlet",
                "DROP TABLE outlet; CREATE VIEW outlet AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x AS id FROM n"
            ),
            ("words", "CREATE VIRTUAL TABLE words USING fts5(text)"),
            ("outlet", "DROP TABLE outlet"),
            ("Note", "ALTER TABLE note RENAME TO note2; ALTER TABLE note2 RENAME TO Note"),
            ("once", "CREATE UNIQUE INDEX once ON recipe(urn)"),
            ("long", "CREATE INDEX long ON recipe(abs(id))"),
            ("mine", "CREATE TABLE mine (recipe INTEGER REFERENCES recipe(id))"),
            ("note", "ALTER TABLE note ADD COLUMN more TEXT AS (upper(message))"),
        ])
        func `a catalog with foreign parts that would run is refused before any statement`(
            name: String,
            sql: String
        ) async throws {
            try await withLarder { larder, _ in
                try alter(larder, sql)
                for run in [try await larder.sync(Self.small), try await larder.command("status")] {
                    #expect(run.end == .exited(2) && run.errors.contains("\"\(name)\""), "\(run)")
                }
            }
        }

        @Test func `a catalog with tables and indexes of the user's own is used`() async throws {
            try await withLarder { larder, _ in
                try alter(larder, "CREATE TABLE mine (id INTEGER PRIMARY KEY); CREATE INDEX i ON recipe(publisher)")
                try await larder.syncedWhole(Self.small)
                #expect(try await larder.command("status").end == .exited(0))
            }
        }

        @Test func `a lock of another program is waited for, and told of`() async throws {
            try await withLarder { larder, _ in
                let digest = try await larder.digest()
                var configuration = Configuration()
                configuration.allowsUnsafeTransactions = true
                let queue = try DatabaseQueue(path: larder.catalogPath, configuration: configuration)
                func run(_ sql: String) async throws {
                    try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
                }
                try await run("BEGIN IMMEDIATE")
                let program = try larder.start(Self.small)
                let isTold = try await eventually(in: larder.scratch.folder) { program.errors.contains("--wait-lock") }
                try await run("ROLLBACK")
                let waited = try await larder.scratch.finish(program, "the sync that waited for a lock")
                #expect(isTold && waited.end == .exited(0), "\(waited)")
                #expect(try await larder.digest() == digest)
                try await run("BEGIN IMMEDIATE")
                let refused = try await larder.sync(Self.small + ["--wait-lock", "1"])
                try await run("ROLLBACK")
                #expect(refused.end == .exited(2) && refused.errors.contains("catalog.sqlite"), "\(refused)")
            }
        }
    }
}
