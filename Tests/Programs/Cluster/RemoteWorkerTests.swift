import Foundation
import LarderChaos
import LarderModel
import LarderTestSupport
import Testing

extension ClusterTests {
    /// Workers that nobody but the test starts.
    @Suite("Workers started by hand") struct RemoteWorkerTests {
        /// A worker that comes when all is done waits for the next sync: tests hold the site until theirs have joined.
        private func withSite(
            _ body: (TestLarder, SampleServer, Reference.Result) async throws -> Void
        ) async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                try await SampleServer.with(scratch, ["--latency", "5"]) { site in
                    try await body(TestLarder(scratch, sources: sources), site, reference)
                }
            }
        }

        /// Without the shared folder they get and bring the cache's files over their connection.
        @Test(arguments: ["tcp", "ipc", "name"], [false, true])
        func `they join over tcp and ipc, do the work and end with it`(transport: String, shares: Bool) async throws {
            try await withSite { larder, site, reference in
                let port = try HeldPort()
                defer { withExtendedLifetime(port) {} }
                let endpoint =
                    switch transport {
                    case "tcp": "tcp://127.0.0.1:\(port.number)"
                    case "name": "tcp://localhost:\(port.number)"
                    default: "ipc://\(larder.scratch.path("join"))"
                    }
                let (program, workers) = try await site.held {
                    let program = try larder.start(
                        workers: 0,
                        progress: "json",
                        ["--listen", endpoint, "--insecure"]
                    )
                    try await larder.cacheIsMade(by: program)
                    let workers = try (0..<2).map { _ in
                        shares
                            ? try larder.startWorker(endpoint)
                            : try larder.startWorker(
                                endpoint,
                                cache: "coordinator",
                                ["--scratch", larder.scratch.folder]
                            )
                    }
                    try await larder.expectWorkers(2, of: program)
                    return (program, workers)
                }
                let run = try await larder.scratch.finish(program, "the coordinator without workers of its own")
                #expect(run.end == .exited(0), "\(run)")
                for worker in workers {
                    let end = await worker.end(within: .seconds(240))
                    #expect(end == .exited(0), "\(worker.errors)")
                    #expect(worker.errors.contains("\(endpoint) has no more work"), "\(worker.errors)")
                }
                try await larder.expectWhole()
                #expect(try await larder.digest() == reference.digest)
                let names = try FileManager.default.contentsOfDirectory(atPath: larder.scratch.folder)
                #expect(!names.contains { $0.hasPrefix("larder-worker-") }, "\(names)")
            }
        }

        @Test(arguments: Settings.seeds, [false, true])
        func `a worker outlives a killed coordinator and goes on with the next one`(
            seed: UInt64,
            shares: Bool
        ) async throws {
            try await SampleServer.withSlower(latency: 5) { larder, _, reference in
                var numbers = SeededGenerator(seed: seed &+ 3_000)
                let moment = Int.random(in: 1..<reference.jobs * 3 / 4, using: &numbers)
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let first = try larder.start(workers: 0, ["--listen", endpoint])
                try await larder.cacheIsMade(by: first)
                let worker =
                    shares ? try larder.startWorker(endpoint) : try larder.startWorker(endpoint, cache: "coordinator")
                guard try await larder.reached(moment, before: first) else { return false }
                first.signal(SIGKILL)
                guard await first.end == .signaled(SIGKILL), larder.doneJobs() < reference.jobs else { return false }
                #expect(!worker.hasEnded, "seed \(seed): \(worker.errors)")
                let second = try larder.start(workers: 0, ["--listen", endpoint])
                let run = try await larder.scratch.finish(second, "the second coordinator")
                #expect(run.end == .exited(0), "seed \(seed): \(run)")
                let end = await worker.end(within: .seconds(240))
                #expect(end == .exited(0), "seed \(seed): \(worker.errors)")
                try await larder.expectWhole("seed \(seed)")
                #expect(try await larder.digest() == reference.digest, "seed \(seed)")
                return true
            }
        }

        /// As a service manager restarts a coordinator: SIGTERM, then the same command; nobody touches the workers.
        @Test func `workers outlive a coordinator that is stopped in order and go on with the next one`() async throws {
            try await SampleServer.withSlower(latency: 20) { larder, site, reference in
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let (first, workers) = try await site.held {
                    let first = try larder.start(workers: 0, progress: "json", ["--listen", endpoint])
                    try await larder.cacheIsMade(by: first)
                    let workers = try [larder.startWorker(endpoint), larder.startWorker(endpoint)]
                    try await larder.expectWorkers(2, of: first)
                    return (first, workers)
                }
                guard try await larder.reached(reference.jobs / 4, before: first) else { return false }
                first.signal(SIGTERM)
                let stopped = await first.end
                guard stopped != .exited(0) else { return false }
                #expect(stopped == .exited(2), "\(first.errors)")
                for worker in workers { #expect(!worker.hasEnded, "\(worker.errors)") }
                let (second, came) = try await site.held {
                    let second = try larder.start(workers: 0, progress: "json", ["--listen", endpoint])
                    return (second, try await larder.hasWorkers(2, before: second))
                }
                let run = try await larder.scratch.finish(second, "the second coordinator")
                #expect(run.end == .exited(0), "\(run)")
                // What the first one had left needed no answer of the site.
                guard came else { return false }
                for worker in workers {
                    let end = await worker.end(within: .seconds(240))
                    #expect(end == .exited(0), "\(worker.errors)")
                }
                try await larder.expectWhole()
                #expect(try await larder.digest() == reference.digest)
                return true
            }
        }

        @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount"))
        func `workers with a read-only cache or another one are named, and the healthy ones finish`() async throws {
            try await withSite { larder, site, reference in
                let other = TestLarder(larder.scratch, "other")
                try await other.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let program = try larder.start(workers: 0, progress: "json", ["--listen", endpoint])
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
                    #expect(await stranger.end(within: .seconds(240)) == .exited(78), "\(stranger.errors)")
                    let healthy = try await site.held {
                        let healthy = try (0..<3).map { _ in try larder.startWorker(endpoint) }
                        try await larder.expectWorkers(4, of: program)
                        return healthy
                    }
                    let run = try await larder.scratch.finish(program, "the coordinator with two useless workers")
                    #expect(run.end == .exited(0), "\(run)")
                    for name in ["barred", "stranger"] { #expect(run.errors.contains(name), "\(run)") }
                    #expect(run.errors.contains("Read-only"), "\(run)")
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
            try await withSite { larder, site, reference in
                let other = TestLarder(larder.scratch, "other")
                try await other.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let program = try await site.held {
                    let program = try larder.start(workers: 1, ["--listen", endpoint])
                    try await larder.cacheIsMade(by: program)
                    let stranger = try larder.startWorker(endpoint, cache: other.folder + "/cache")
                    let end = await stranger.end(within: .seconds(240))
                    #expect(end == .exited(78), "\(stranger.errors)")
                    #expect(stranger.errors.contains("cache"), "\(stranger.errors)")
                    #expect(stranger.errors.contains("--cache"), "\(stranger.errors)")
                    return program
                }
                let run = try await larder.scratch.finish(program, "the coordinator that refused a worker")
                #expect(run.end == .exited(0), "\(run)")
                #expect(try await larder.digest() == reference.digest)
            }
        }

        @Test func `a worker that stays works for one coordinator after another, until it is stopped`() async throws {
            try await withSite { larder, site, reference in
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let worker = try larder.startWorker(endpoint, ["--until", "stopped"])
                for more in [[], ["--refresh"]] {
                    let coordinator = try larder.start(workers: 0, ["--listen", endpoint] + more)
                    let run = try await larder.scratch.finish(coordinator, "the coordinator of a worker that stays")
                    #expect(run.end == .exited(0), "\(run)")
                    let waits = try await eventually(in: larder.scratch.folder) {
                        worker.hasEnded || worker.errors.contains("waits for the next one")
                    }
                    #expect(waits && !worker.hasEnded, "\(worker.errors)")
                    #expect(try await larder.digest() == reference.digest)
                }
                worker.signal(SIGTERM)
                #expect(await worker.end(within: .seconds(240)) == .exited(0), "\(worker.errors)")
            }
        }

        @Test func `a worker that stays waits for its key, its cache and a coordinator that admits it`() async throws {
            try await withSite { larder, site, reference in
                let other = TestLarder(larder.scratch, "other")
                try await other.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let link = larder.scratch.path("link")
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other.folder + "/cache")
                _ = try await larder.command("keygen")
                let keys = larder.folder + "/keys/"
                let worker = try larder.startWorker(
                    endpoint,
                    cache: link,
                    ["--until", "stopped", "--key", keys + "late.secret", "--server-key", keys + "server.public"]
                )
                func told(_ word: String) async throws {
                    let isTold = try await eventually(in: larder.scratch.folder) {
                        worker.hasEnded || worker.errors.contains(word)
                    }
                    #expect(isTold && !worker.hasEnded, "\(word): \(worker.errors)")
                }
                try await told("tries again until it can")
                _ = try await larder.command("keygen", "--worker", "late")
                let program = try larder.start(workers: 0, progress: "json", ["--listen", endpoint])
                try await told("Refused by the coordinator")
                try FileManager.default.removeItem(atPath: link)
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: larder.folder + "/cache")
                let run = try await larder.scratch.finish(program, "the coordinator")
                #expect(run.end == .exited(0), "\(run)")
                worker.signal(SIGTERM)
                #expect(await worker.end(within: .seconds(240)) == .exited(0), "\(worker.errors)")
                #expect(try await larder.digest() == reference.digest)
            }
        }

        @Test func `a name without an address is told, and nothing else after it`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                try await larder.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                let worker = try larder.startWorker("tcp://coordinator.invalid:5570")
                let isTold = try await eventually(in: scratch.folder) {
                    worker.hasEnded || worker.errors.contains("The name coordinator.invalid")
                }
                #expect(isTold && !worker.hasEnded, "\(worker.errors)")
                worker.signal(SIGTERM)
                #expect(await worker.end(within: .seconds(240)) == .exited(0), "\(worker.errors)")
                #expect(worker.errors.split(separator: "\n").count == 1, "\(worker.errors)")
            }
        }

        @Test func `a worker that has no coordinator waits, and ends in order when asked`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
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
                    [
                        "--connect", "ipc://\(scratch.path("nobody"))", "--cache", scratch.path("file"), "--until",
                        "finished",
                    ],
                    within: .seconds(30)
                )
                #expect(run.end == .exited(2), "\(run)")
                #expect(run.errors.contains(scratch.path("file")), "\(run)")
            }
        }
    }
}
