import Foundation
import Glibc
import LarderChaos
import LarderModel
import LarderTestSupport
import Testing

extension ClusterTests.PruneTests {
    static let commands = [
        ["prune", "--keep-size", "1kB"], ["remove", "site"], ["clear", "--yes"],
    ]

    /// Whenever one of these is killed, every file that a row names is there, and the same command finishes.
    @Test(arguments: commands)
    func `a kill leaves a whole larder, and the same command finishes`(words: [String]) async throws {
        let reference = try await Reference.shared.result
        try await Scratch.with { scratch in
            try await SampleServer.with(scratch) { _ in
                let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                try await larder.syncedWhole()
                var numbers = SeededGenerator(seed: Settings.seeds[0])
                var kills = 0
                for round in 0..<(Settings.isFull ? 60 : 12) {
                    let copy = TestLarder(scratch, "copy-\(round)", sources: larder.sources)
                    try FileManager.default.copyItem(atPath: larder.folder, toPath: copy.folder)
                    let moment = Int.random(in: 1..<300, using: &numbers)
                    let shim = try Shim(
                        control: scratch.path("shim-\(round)"),
                        folder: copy.folder,
                        seed: 1,
                        lastChange: moment
                    )
                    let run = try await scratch.run(
                        .coordinator,
                        words + ["--into", copy.folder],
                        environment: shim.environment
                    )
                    kills += run.end == .signaled(SIGKILL) ? 1 : 0
                    let verify = try await copy.command("verify")
                    #expect(verify.end == .exited(0), "seed \(Settings.seeds[0]), \(moment) changes: \(verify)")
                    #expect(try copy.integrity() == "ok")
                    let again = try await scratch.run(.coordinator, words + ["--into", copy.folder])
                    // The source's row goes last: where it is gone, all is done.
                    let isRemoved = words[0] == "remove" && again.errors.contains("has no source \"site\"")
                    // The catalog alone is larger than that.
                    let isDone = isRemoved || words[0] == "prune" && again.end == .exited(1)
                    #expect(
                        again.end == .exited(0) || isDone,
                        "seed \(Settings.seeds[0]), \(moment) changes: \(again)"
                    )
                    if round % 4 == 0 {
                        try await copy.syncedWhole()
                        try await copy.expectWhole("seed \(Settings.seeds[0]), \(moment) changes")
                        #expect(
                            try await copy.digest() == reference.digest,
                            "seed \(Settings.seeds[0]), \(moment) changes"
                        )
                    }
                    try FileManager.default.removeItem(atPath: copy.folder)
                }
                #expect(kills > 0, "seed \(Settings.seeds[0])")
            }
        }
    }

    @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount a tmpfs"))
    func `clearing a larder makes room on a disk that is full to the last byte`() async throws {
        try await Scratch.with { scratch in
            try await SmallDisk.with(kilobytes: 200_000, at: scratch.path("disk")) { disk in
                let larder = TestLarder(scratch, "disk/larder")
                try await larder.syncedWhole(["--sample-recipes", "3", "--sample-articles", "3"])
                try disk.fill()
                let run = try await larder.command("clear", "--yes")
                #expect(run.end == .exited(0) && run.output.contains("cache/blobs"), "\(run)")
                let blobs = larder.folder + "/cache/blobs"
                #expect(try FileManager.default.contentsOfDirectory(atPath: blobs).isEmpty)
            }
        }
    }

    @Test func `what cannot be done is refused with the name and the way out`() async throws {
        try await Scratch.with { scratch in
            let nowhere = TestLarder(scratch, "nowhere")
            for words in [["prune"], ["remove", "x"], ["clear", "--yes"]] {
                let run = try await scratch.run(.coordinator, words + ["--into", nowhere.folder])
                #expect(run.end == .exited(2) && run.errors.contains("There is no larder at"), "\(run)")
            }
            #expect(!FileManager.default.fileExists(atPath: nowhere.folder))
            let api = PantryApi(listed: 3)
            try await api.serve { _ in
                let larder = TestLarder(scratch, sources: [try api.source(in: scratch)])
                try await larder.syncedWhole()
                for words in [["prune", "pantri"], ["remove", "panty"], ["retry", "patnry"]] {
                    let run = try await scratch.run(.coordinator, words + ["--into", larder.folder])
                    #expect(run.end == .exited(2) && run.errors.contains("Did you mean pantry?"), "\(run)")
                }
                for words in [["--keep-size", "big"], ["--keep-size", "2"], ["--older-than", "yesterday"]] {
                    let run = try await scratch.run(.coordinator, ["prune"] + words + ["--into", larder.folder])
                    #expect(run.end == .exited(64) && run.errors.contains("such as"), "\(run)")
                }
                let lock = unsafe open(larder.folder + "/coordinator.lock", O_RDWR)
                defer { close(lock) }
                #expect(flock(lock, LOCK_EX) == 0)
                for words in [["prune"], ["remove", "pantry"], ["clear", "--yes"]] {
                    let run = try await scratch.run(.coordinator, words + ["--into", larder.folder])
                    #expect(run.end == .exited(2) && run.errors.contains("is using the larder"), "\(run)")
                }
            }
        }
    }

    /// A worker that lost its coordinator may have stored it just now; the file of a job that was given up lies there
    /// for good.
    @Test func `a file that no row names stays for ten minutes`() async throws {
        let api = PantryApi(listed: 2)
        try await Scratch.with { scratch in
            try await api.serve { _ in
                let larder = TestLarder(scratch, sources: [try api.source(in: scratch)])
                try await larder.syncedWhole()
                let names = ["aa", "ab"].map { String(repeating: $0, count: 32) }
                let paths = names.map { larder.folder + "/cache/blobs/\($0.prefix(2))/\($0)" }
                for path in paths {
                    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    try Data("crumbs".utf8).write(to: URL(fileURLWithPath: path))
                }
                let old = Date(timeIntervalSinceNow: -700)
                try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: paths[0])
                let run = try await larder.command("prune")
                #expect(run.output.contains("in the last 10 minutes"), "\(run)")
                #expect(paths.map(FileManager.default.fileExists(atPath:)) == [false, true])
            }
        }
    }
}
