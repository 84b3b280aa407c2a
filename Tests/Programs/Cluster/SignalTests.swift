import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    @Suite("Signals and terminals") struct SignalTests {
        private func withSlowSite(_ body: (TestLarder, Reference.Result) async throws -> Void) async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, ["--latency", "20", "--jitter", "20"]) { _ in
                    try await body(
                        TestLarder(scratch, sources: try SampleServer.sources(in: scratch, concurrency: 4)),
                        reference
                    )
                }
            }
        }

        @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
        func `one signal drains: nothing is lost, and the message says how to go on`(signal: Int32) async throws {
            try await SampleServer.withSlower(latency: 20, concurrency: 4) { larder, _, reference in
                let program = try larder.start()
                guard try await larder.reached(reference.jobs / 5, before: program) else { return false }
                program.signal(signal)
                let run = try await larder.scratch.finish(program, "the sync that was asked to stop")
                let left = try await larder.status().map(\.jobsLeft).reduce(0, +)
                guard left > 0 else { return false }
                #expect(run.end == .exited(2), "\(run)")
                #expect(run.output.contains("Stopped with work left"), "\(run)")
                #expect(run.output.contains("--into \(larder.folder)"), "\(run)")
                try await larder.expectNoWorkers()
                #expect(larder.doneJobs() >= reference.jobs / 5)
                let again = try await larder.syncedWhole(progress: "plain")
                #expect(again.errors.contains("Going on with"), "\(again)")
                try await larder.expectWhole()
                #expect(try await larder.digest() == reference.digest)
                return true
            }
        }

        @Test func `a sync whose messages nobody reads any more comes to its end`() async throws {
            try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
                let words = site.larder.arguments(progress: "plain")
                let script = "set -o pipefail; \"$0\" \"$@\" 2>&1 | head -n 1"
                let scratch = site.larder.scratch
                let program = try scratch.start("/bin/bash", ["-c", script, Binary.coordinator.path] + words)
                let run = try await scratch.finish(program, "the sync into head")
                #expect(run.end == .exited(2) && run.output.hasPrefix("Syncing web"), "\(run)")
                try await site.larder.expectWhole()
            }
        }

        @Test func `a second signal stops at once, and nothing is lost`() async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                // Answers take longer than anyone would wait for a drain.
                try await SampleServer.with(scratch, ["--fault", "drip", "--fault-rate", "1", "--drip", "60000"]) { _ in
                    let program = try larder.start(progress: "json")
                    try #require(
                        try await eventually(in: scratch.folder) { Progress.latest(of: program)?.workers == 2 },
                        "\(program.errors)"
                    )
                    program.signal(SIGTERM)
                    try #require(try await eventually(in: scratch.folder) { program.errors.contains("Stopping") })
                    let asked = ContinuousClock.now
                    program.signal(SIGTERM)
                    let run = try await scratch.finish(program, "the sync that was told twice", within: .seconds(240))
                    #expect(ContinuousClock.now - asked < .seconds(20), "A drain takes 25 s: \(run)")
                    #expect(run.end == .exited(2), "\(run)")
                    try await larder.expectNoWorkers()
                }
                try await SampleServer.with(scratch) { _ in
                    try await larder.syncedWhole()
                    try await larder.expectWhole()
                    #expect(try await larder.digest() == reference.digest)
                }
            }
        }

        /// A worker that inherited a blocked SIGTERM could only be killed, and its jobs would count as crashes.
        @Test func `workers have no stop signal blocked or ignored, and SIGTERM ends one in order`() async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    let larder = TestLarder(scratch, sources: sources)
                    let (program, worker) = try await site.held {
                        let program = try larder.start(progress: "json")
                        try await larder.expectWorkers(2, of: program)
                        let workers = ProcessTable.workers(of: larder.folder)
                        try #require(workers.count == 2)
                        for worker in workers {
                            let blocked = ProcessTable.field("SigBlk", of: worker).flatMap { UInt64($0, radix: 16) }
                            let mask = try #require(blocked)
                            for signal in [SIGTERM, SIGINT, SIGHUP] {
                                #expect(
                                    mask & (1 << UInt64(signal - 1)) == 0,
                                    "signal \(signal) is blocked in a worker"
                                )
                            }
                        }
                        kill(workers[0], SIGTERM)
                        return (program, workers[0])
                    }
                    let isGone = try await eventually(in: scratch.folder) {
                        !ProcessTable.workers(of: larder.folder).contains(worker)
                    }
                    #expect(isGone)
                    let run = try await scratch.finish(program, "the sync that lost a worker")
                    #expect(run.end == .exited(0), "\(run)")
                    try await larder.expectWhole()
                    #expect(try await larder.digest() == reference.digest)
                }
            }
        }

        @Test func `--progress json writes one JSON object a line, and the summary as the last`() async throws {
            struct Line: Decodable {
                var event: String
                var done: Int
                var dead: Int
                var unfinished: Int?
                var left: Int?
                var finished: Bool?
            }
            // A line is written every second.
            try await SampleServer.withSlower(latency: 20, concurrency: 4) { larder, _, reference in
                let run = try await larder.syncedWhole(progress: "json")
                let progress = try run.errors.split(separator: "\n").map {
                    try JSONDecoder().decode(Line.self, from: Data($0.utf8))
                }
                guard !progress.isEmpty else { return false }
                #expect(progress.allSatisfy { $0.event == "progress" && $0.unfinished != nil })
                #expect(progress.map(\.done) == progress.map(\.done).sorted())
                let summaries = try run.output.split(separator: "\n").map {
                    try JSONDecoder().decode(Line.self, from: Data($0.utf8))
                }
                let summary = try #require(summaries.first)
                #expect(summaries.count == 1)
                #expect(summary.event == "summary" && summary.finished == true)
                #expect(summary.done == reference.jobs && summary.left == 0 && summary.dead == 0)
                return true
            }
        }

        @Test(arguments: [("C", Program.Input.closed), ("tr_TR.UTF-8", .nothing), ("", .closed)])
        func `locale, terminal and standard input change nothing`(locale: String, input: Program.Input) async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { _ in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    let environment = ["LC_ALL": locale, "LANG": locale, "TERM": "dumb"]
                    let run = try await larder.sync(progress: "auto", environment: environment, input: input)
                    #expect(run.end == .exited(0), "\(run)")
                    #expect(!(run.output + run.errors).contains("\u{1B}"), "\(run)")
                    try await larder.expectWhole()
                    #expect(try await larder.digest() == reference.digest)
                }
            }
        }
    }

    @Suite("Programs") struct ProgramTests {
        @Test func `bench dispatch ends with the rate and exit code 0`() async throws {
            try await Scratch.with { scratch in
                let run = try await scratch.run(
                    .coordinator,
                    ["bench", "dispatch", "--workers", "2", "--jobs", "2000"]
                )
                #expect(run.end == .exited(0), "\(run)")
                let last = try #require(run.answer.split(separator: "\n").last, "\(run)")
                let words = last.split(separator: " ")
                #expect(words.count == 2 && words.last == "jobs/s", "\(run)")
                #expect(Int(words[0]).map { $0 > 0 } == true, "\(run)")
                #expect(run.output.contains("2,000 jobs"), "\(run)")
                let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
                    .filter { $0.hasPrefix("larder") }
                #expect(left.isEmpty, "left behind: \(left)")
            }
        }

        static let foreign: [(Binary, [String])] = [
            (.coordinator, ["libcurl", "libgumbo", "libvips"]), (.worker, ["libsqlite3", "libgumbo"]),
        ]

        @Test(arguments: foreign)
        func `each program is linked only to what is its business`(binary: Binary, unwanted: [String]) async throws {
            try await Scratch.with { scratch in
                let program = try scratch.start("/usr/bin/env", ["ldd", binary.path])
                let run = try await scratch.finish(program, "ldd \(binary.path)")
                try #require(run.end == .exited(0), "\(run)")
                #expect(run.output.contains("libzmq"), "\(run)")
                #expect(!run.output.contains("not found"), "\(run)")
                for name in unwanted { #expect(!run.output.contains(name), "\(binary.rawValue) is linked to \(name)") }
            }
        }

        @Test(arguments: Binary.allCases)
        func `each program explains itself, and refuses what it does not know with exit code 64`(binary: Binary)
            async throws
        {
            try await Scratch.with { scratch in
                let help = try await scratch.run(binary, ["--help"])
                #expect(help.end == .exited(0) && help.output.contains("USAGE: \(binary.rawValue)"), "\(help)")
                let needed =
                    binary == .worker ? ["--connect", "ipc://\(scratch.path("x"))", "--cache", scratch.folder] : []
                let wrong = try await scratch.run(binary, needed + ["--no-such-option"])
                #expect(wrong.end == .exited(64) && wrong.errors.contains("--no-such-option"), "\(wrong)")
            }
        }
    }
}
