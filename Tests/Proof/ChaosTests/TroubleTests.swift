import Foundation
import LarderChaos
import LarderTestSupport
import Testing

/// What disturbs caches and clocks, without a cluster.
@Suite("Cache folders and the shim", .timeLimit(.minutes(30))) struct TroubleTests {
    @Test(arguments: CacheFolder.Loss.allCases)
    func `a cache that is away is not there, comes back whole, and tells what was made in its place`(
        loss: CacheFolder.Loss
    ) async throws {
        guard loss == .moved || SmallDisk.mayMount else { return }
        try await Scratch.with { scratch in
            let cache = try CacheFolder(scratch.path("larder/cache"), store: scratch.path("store"), loss)
            defer { cache.takeAway() }
            try FileManager.default.createDirectory(
                atPath: scratch.path("larder/cache"),
                withIntermediateDirectories: true
            )
            let file = try scratch.write("kept", to: "larder/cache/file")
            try cache.goAway()
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(try cache.comeBack().isEmpty)
            #expect(FileManager.default.fileExists(atPath: file))
            try cache.goAway()
            try FileManager.default.createDirectory(
                atPath: scratch.path("larder/cache/tmp"),
                withIntermediateDirectories: true
            )
            #expect(try cache.comeBack() == ["tmp"])
            #expect(FileManager.default.fileExists(atPath: file))
        }
    }

    /// A program counts as a worker by its name.
    @Test(.enabled(if: Shim.obstacle == nil, "libChaosShim.so is not beside the tests"))
    func `calls fail below the folder, of the programs that were named, and only for a while`() async throws {
        try await Scratch.with { scratch in
            try FileManager.default.createDirectory(
                atPath: scratch.path("cache"),
                withIntermediateDirectories: false
            )
            let inside = try scratch.write("inside", to: "cache/file")
            let outside = try scratch.write("outside", to: "cache-file")
            for name in ["worker", "coordinator"] {
                try FileManager.default.createSymbolicLink(
                    atPath: scratch.path(name),
                    withDestinationPath: "/usr/bin/cat"
                )
            }
            let shim = try Shim(control: scratch.path("shim"), folder: scratch.path("cache"), seed: 1)
            func read(_ program: String, _ file: String) async throws -> String {
                let started = try scratch.start(scratch.path(program), [file], environment: shim.environment)
                let run = try await scratch.finish(started, program)
                return run.end == .exited(0) ? run.answer : run.errors
            }
            #expect(try await read("worker", inside) == "inside")
            try shim.fail(Disturbance.CallTrouble(.io, share: 1000, .workers))
            #expect(try await read("worker", inside).contains("Input/output error"))
            #expect(try await read("worker", outside) == "outside")
            #expect(try await read("coordinator", inside) == "inside")
            try shim.fail(nil)
            #expect(try await read("worker", inside) == "inside")
        }
    }

    @Test(.enabled(if: Shim.obstacle == nil, "libChaosShim.so is not beside the tests"), arguments: [3600, -3600])
    func `the wall clock is as far off as it was set`(seconds: Int) async throws {
        try await Scratch.with { scratch in
            try FileManager.default.createSymbolicLink(
                atPath: scratch.path("worker"),
                withDestinationPath: "/usr/bin/date"
            )
            let shim = try Shim(control: scratch.path("shim"), folder: scratch.path("cache"), seed: 1)
            try shim.setClock(ahead: seconds)
            let before = Date().timeIntervalSince1970
            let started = try scratch.start(scratch.path("worker"), ["+%s"], environment: shim.environment)
            let told = try #require(Double(try await scratch.finish(started, "date").answer))
            // A second more to both sides: the program tells whole ones.
            let possible = (before - 1)...(Date().timeIntervalSince1970 + 1)
            #expect(possible.contains(told - Double(seconds)))
        }
    }

    @Test func `a schedule keeps the steps that were asked for`() throws {
        let whole = try #require(
            (0..<100).lazy.map { Schedule(seed: $0, kinds: [.lies]) }.first { $0.steps.count == 4 }
        )
        #expect(whole.keeping([1, 3]).steps == [whole.steps[0], whole.steps[2]])
        #expect(whole.keeping([1, 2, 3, 4]) == whole)
    }
}
