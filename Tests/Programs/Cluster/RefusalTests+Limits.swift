import Foundation
import GRDB
import Glibc
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
                (Binary.coordinator, TestLarder(scratch).arguments()),
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

    private static let setpriv = "/usr/bin/setpriv"
    private static let obstacle: Comment? =
        !Settings.isRoot
        ? "needs root, to become another user"
        : FileManager.default.isExecutableFile(atPath: setpriv) ? nil : "needs \(setpriv) of util-linux"

    /// libdispatch waits for threads that it does not get: programs hung without a word.
    @Test(.enabled(if: obstacle == nil, obstacle), arguments: [2, 10])
    func `a limit on processes that is too low is named before anything starts`(limit: Int) async throws {
        try await Scratch.with { scratch in
            _ = unsafe chmod(scratch.folder, 0o777)
            for (binary, arguments) in [
                (Binary.coordinator, TestLarder(scratch).arguments()),
                (.worker, ["--connect", "ipc://\(scratch.path("s"))", "--cache", scratch.path("c")]),
            ] {
                // A user with no process of its own; root has no such limit.
                let words = [
                    "--reuid=64321", "--regid=64321", "--clear-groups", "/usr/bin/prlimit", "--nproc=\(limit)", "--",
                ]
                let program = try scratch.start(Self.setpriv, words + [binary.path] + arguments)
                let run = try await scratch.finish(program, "a program with few threads", within: .seconds(60))
                expectRefusal(run, "ulimit -u")
            }
        }
    }

    @Test func `a limit on the size of files is named, and what was committed is kept`() async throws {
        try await Scratch.with { scratch in
            let larder = TestLarder(scratch, sources: [])
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
