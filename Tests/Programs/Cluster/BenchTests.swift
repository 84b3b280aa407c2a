import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    @Suite("Bench of a whole job") struct BenchTests {
        private func leftovers(in scratch: Scratch) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: scratch.folder).filter { $0.hasPrefix("larder") }
        }

        @Test func `a job is measured with its second sync, and nothing is left behind`() async throws {
            try await Scratch.with { scratch in
                // A Python that can import nothing.
                let words = ["--recipes", "5", "--workers", "2", "--rounds", "2", "--peers", "false"]
                let run = try await scratch.run(.coordinator, ["bench", "job"] + words)
                #expect(run.end == .exited(0), "\(run)")
                let lines = run.answer.split(separator: "\n")
                #expect(lines.first?.hasPrefix("5 recipes, 2 workers, 2 rounds") == true, "\(run)")
                let names = ["Larder, round 1 ", "Larder, round 2 ", "Larder, median ", "Larder --quick-check "]
                for name in names { #expect(lines.contains { $0.hasPrefix(name) }, "\(name): \(run)") }
                for (peer, wanted) in [
                    ("asyncio script", "resiliparse"), ("asyncio script, equal output", "recipe-scrapers"),
                    ("Scrapy job", "pillow"),
                ] {
                    let skipped = lines.first { $0.hasPrefix("skipped \(peer): ") }
                    #expect(skipped?.contains("; false -m pip install ") == true, "\(run)")
                    #expect(skipped?.hasSuffix(" \(wanted)") == true, "\(run)")
                }
                let last = try #require(lines.last, "\(run)").split(separator: " ")
                #expect(last.dropFirst().joined(separator: " ").hasPrefix("recipes/s, "), "\(run)")
                #expect(Double(last[0]).map { $0 > 0 } == true, "\(run)")
                // Unchanged answers are headers alone.
                let unchanged = try #require(lines.first { $0.hasPrefix("Larder ") && $0.contains(" %") }, "\(run)")
                let part = try #require(unchanged.split(separator: " ").split(separator: "%").first?.last, "\(run)")
                #expect(Double(part).map { $0 > 0 && $0 < 5 } == true, "\(run)")
                #expect(try leftovers(in: scratch).isEmpty)
            }
        }

        @Test func `Ctrl-C ends the programs that it started and removes what it made`() async throws {
            try await Scratch.with { scratch in
                let program = try scratch.start(
                    .coordinator,
                    ["bench", "job", "--recipes", "2000", "--rounds", "1", "--workers", "2"]
                )
                var started: [Int32] = []
                let areWorking = try await eventually(in: scratch.folder) {
                    let children = ProcessTable.children(of: program.processID)
                    let workers = children.flatMap { ProcessTable.children(of: $0) }
                    started = children + workers
                    return workers.count == 2
                }
                try #require(areWorking, "\(program.errors)")
                program.signal(SIGINT)
                let run = try await scratch.finish(program, "the bench that was stopped", within: .seconds(60))
                #expect(run.end == .exited(2) && run.errors.contains("stopped before"), "\(run)")
                let areGone = try await eventually(in: scratch.folder) {
                    started.allSatisfy { ProcessTable.isZombie($0) }
                }
                #expect(areGone)
                #expect(try leftovers(in: scratch).isEmpty)
            }
        }

        @Test(arguments: [("--recipes", "0"), ("--recipes", "1000001"), ("--workers", "257"), ("--rounds", "0")])
        func `a number out of range is refused by name, with the limits`(name: String, value: String) async throws {
            try await Scratch.with { scratch in
                let run = try await scratch.run(.coordinator, ["bench", "job", name, value])
                #expect(run.end == .exited(64), "\(run)")
                #expect(run.errors.contains("\(name) \(value) is out of range. It takes 1 to "), "\(run)")
            }
        }
    }
}
