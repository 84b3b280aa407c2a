import Foundation
import LarderChaos
import LarderModel
import LarderTestSupport
import Testing

extension ClusterTests {
    /// Workers that nobody but the test starts.
    @Suite("Workers started by hand") struct RemoteWorkerTests {
        private func withSite(
            latency: Int = 5,
            _ body: (Larder, Reference.Result) async throws -> Void
        ) async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, ["--latency", "\(latency)"]) { _ in
                    try await body(Larder(scratch, sources: try SampleServer.sources(in: scratch)), reference)
                }
            }
        }

        @Test(arguments: ["tcp", "ipc"])
        func `they join over tcp and ipc, do the work and end with it`(transport: String) async throws {
            try await withSite { larder, reference in
                let port = try HeldPort()
                defer { withExtendedLifetime(port) {} }
                let endpoint =
                    transport == "tcp" ? "tcp://127.0.0.1:\(port.number)" : "ipc://\(larder.scratch.path("join"))"
                let program = try larder.start(workers: 0, ["--listen", endpoint, "--insecure"])
                try await larder.cacheIsMade(by: program)
                let workers = try [larder.startWorker(endpoint), larder.startWorker(endpoint)]
                let run = try await larder.scratch.finish(program, "the coordinator without workers of its own")
                #expect(run.end == .exited(0), "\(run)")
                for worker in workers {
                    let end = await worker.end(within: .seconds(240))
                    #expect(end == .exited(0), "\(worker.errors)")
                }
                try await larder.expectWhole()
                #expect(try await larder.digest() == reference.digest)
            }
        }

        @Test(arguments: Settings.seeds)
        func `a worker outlives a killed coordinator and goes on with the next one`(seed: UInt64) async throws {
            try await withSite { larder, reference in
                var numbers = SeededGenerator(seed: seed &+ 3_000)
                let moment = Int.random(in: 1..<reference.jobs * 3 / 4, using: &numbers)
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let first = try larder.start(workers: 0, ["--listen", endpoint])
                try await larder.cacheIsMade(by: first)
                let worker = try larder.startWorker(endpoint)
                try #require(try await larder.reached(moment, before: first), "seed \(seed): \(first.errors)")
                first.signal(SIGKILL)
                #expect(await first.end == .signaled(SIGKILL))
                #expect(!worker.hasEnded, "seed \(seed): \(worker.errors)")
                let second = try larder.start(workers: 0, ["--listen", endpoint])
                let run = try await larder.scratch.finish(second, "the second coordinator")
                #expect(run.end == .exited(0), "seed \(seed): \(run)")
                let end = await worker.end(within: .seconds(240))
                #expect(end == .exited(0), "seed \(seed): \(worker.errors)")
                try await larder.expectWhole("seed \(seed)")
                #expect(try await larder.digest() == reference.digest, "seed \(seed)")
            }
        }

        /// As a service manager restarts a coordinator: SIGTERM, then the same command; nobody touches the workers.
        @Test func `workers outlive a coordinator that is stopped in order and go on with the next one`() async throws {
            try await withSite(latency: 20) { larder, reference in
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let first = try larder.start(workers: 0, ["--listen", endpoint])
                try await larder.cacheIsMade(by: first)
                let workers = try [larder.startWorker(endpoint), larder.startWorker(endpoint)]
                try #require(try await larder.reached(reference.jobs / 4, before: first), "\(first.errors)")
                first.signal(SIGTERM)
                #expect(await first.end == .exited(2), "\(first.errors)")
                for worker in workers { #expect(!worker.hasEnded, "\(worker.errors)") }
                let second = try larder.start(workers: 0, ["--listen", endpoint])
                let run = try await larder.scratch.finish(second, "the second coordinator")
                #expect(run.end == .exited(0), "\(run)")
                for worker in workers {
                    let end = await worker.end(within: .seconds(240))
                    #expect(end == .exited(0), "\(worker.errors)")
                }
                try await larder.expectWhole()
                #expect(try await larder.digest() == reference.digest)
            }
        }

        @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount"))
        func `workers with a read-only cache or another one are named, and the healthy ones finish`() async throws {
            try await withSite(latency: 20) { larder, reference in
                let other = Larder(larder.scratch, "other")
                try await other.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let program = try larder.start(workers: 0, ["--listen", endpoint])
                try await larder.cacheIsMade(by: program)
                try await ReadOnlyView.with(of: larder.folder + "/cache", at: larder.scratch.path("view")) { view in
                    let barred = try larder.startWorker(endpoint, cache: view, ["--name", "barred"])
                    let stranger = try larder.startWorker(
                        endpoint,
                        cache: other.folder + "/cache",
                        ["--name", "stranger"]
                    )
                    let isTold = try await eventually(in: larder.scratch.folder) {
                        program.hasEnded || program.errors.contains("Read-only")
                    }
                    #expect(isTold, "\(program.errors)")
                    let healthy = try (0..<3).map { _ in try larder.startWorker(endpoint) }
                    let run = try await larder.scratch.finish(program, "the coordinator with two useless workers")
                    #expect(run.end == .exited(0), "\(run)")
                    for name in ["barred", "stranger"] { #expect(run.errors.contains(name), "\(run)") }
                    #expect(run.errors.contains("Read-only"), "\(run)")
                    #expect(await stranger.end(within: .seconds(240)) == .exited(78), "\(stranger.errors)")
                    for worker in healthy + [barred] {
                        #expect(await worker.end(within: .seconds(240)) == .exited(0), "\(worker.errors)")
                    }
                }
                try await larder.expectWhole()
                #expect(try await larder.digest() == reference.digest)
            }
        }

        @Test func `a worker with another cache folder is refused with exit code 78, and the run goes on`() async throws
        {
            try await withSite(latency: 20) { larder, reference in
                let other = Larder(larder.scratch, "other")
                try await other.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let program = try larder.start(workers: 1, ["--listen", endpoint])
                try await larder.cacheIsMade(by: program)
                let stranger = try larder.startWorker(endpoint, cache: other.folder + "/cache")
                let end = await stranger.end(within: .seconds(240))
                #expect(end == .exited(78), "\(stranger.errors)")
                #expect(stranger.errors.contains("cache"), "\(stranger.errors)")
                #expect(stranger.errors.contains("--cache"), "\(stranger.errors)")
                let run = try await larder.scratch.finish(program, "the coordinator that refused a worker")
                #expect(run.end == .exited(0), "\(run)")
                #expect(try await larder.digest() == reference.digest)
            }
        }

        @Test func `a worker that has no coordinator waits, and ends in order when asked`() async throws {
            try await Scratch.with { scratch in
                let larder = Larder(scratch)
                try await larder.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                // It knocks, and from then on handles SIGTERM; nobody answers.
                let listener = try PortListener()
                let worker = try larder.startWorker("tcp://127.0.0.1:\(listener.port)")
                try #require(await listener.knocked(within: .seconds(60)), "\(worker.errors)")
                worker.signal(SIGTERM)
                let end = await worker.end(within: .seconds(240))
                #expect(end == .exited(0), "\(worker.errors)")
            }
        }

        @Test func `a worker without a cache folder says which one it wants`() async throws {
            try await Scratch.with { scratch in
                try scratch.write("a file", to: "file")
                let run = try await scratch.run(
                    .worker,
                    ["--connect", "ipc://\(scratch.path("nobody"))", "--cache", scratch.path("file")],
                    within: .seconds(30)
                )
                #expect(run.end == .exited(2), "\(run)")
                #expect(run.errors.contains(scratch.path("file")), "\(run)")
            }
        }
    }
}
