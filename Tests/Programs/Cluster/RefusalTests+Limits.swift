import Foundation
import GRDB
import LarderChaos
import LarderTestSupport
import Testing

/// Limits that a shell sets for its programs (ulimit).
extension ClusterTests.RefusalTests {
    /// Threads and allocators fail anywhere below it: programs hung without a word.
    @Test func `an address space that is too small is named before anything starts`() async throws {
        try await Scratch.with { scratch in
            let limit = ["--as=614400000", "--"]
            for (binary, arguments) in [
                (Binary.coordinator, Larder(scratch).arguments()),
                (.worker, ["--connect", "ipc://\(scratch.path("s"))", "--cache", scratch.path("c")]),
            ] {
                let program = try scratch.start("/usr/bin/prlimit", limit + [binary.path] + arguments)
                let run = try await scratch.finish(
                    program,
                    "a program with little address space",
                    within: .seconds(60)
                )
                expectRefusal(run, "ulimit -v", "600000 KiB")
            }
        }
    }

    @Test func `a limit on the size of files is named, and what was committed is kept`() async throws {
        try await Scratch.with { scratch in
            let larder = Larder(scratch, sources: [])
            let sample = ["--sample-recipes", "60", "--sample-articles", "10"]
            let program = try scratch.start(
                "/usr/bin/prlimit",
                ["--fsize=300000", "--", Binary.coordinator.path] + larder.arguments(sample)
            )
            let run = try await scratch.finish(program, "a sync with small files", within: .seconds(120))
            #expect(run.end == .exited(2), "\(run)")
            #expect(run.errors.contains("ulimit -f"), "\(run)")
            try await larder.syncedWhole(sample)
            try await larder.expectWhole()
        }
    }
}
