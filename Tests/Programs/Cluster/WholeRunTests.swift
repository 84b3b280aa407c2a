import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    @Suite("Whole runs") struct WholeRunTests {
        @Test func `any number of workers fills the same larder from the built-in source`() async throws {
            try await Scratch.with(onDisk: true) { scratch in
                let sizes = ["--sample-recipes", "\(Settings.recipes)", "--sample-articles", "\(Settings.articles)"]
                var digests: [String] = []
                for workers in [1, 4] {
                    let larder = TestLarder(scratch, "larder-\(workers)")
                    try await larder.syncedWhole(workers: workers, sizes)
                    try await larder.expectWhole("\(workers) workers")
                    digests.append(try await larder.digest())
                    let sources = try await larder.status()
                    #expect(sources.map(\.recipes).reduce(0, +) == Settings.recipes)
                    #expect(sources.map(\.articles).reduce(0, +) == Settings.articles)
                    #expect(sources.map(\.texts).reduce(0, +) >= Settings.recipes + Settings.articles)
                    #expect(sources.map(\.pictures).reduce(0, +) >= Settings.recipes)
                }
                #expect(digests[0] == digests[1])
            }
        }

        @Test func `a larder of less content has another digest`() async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { _ in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    try await larder.syncedWhole(["--limit", "3"])
                    let digest = try await larder.digest()
                    #expect(digest != reference.digest)
                }
            }
        }

        @Test func `the second run fetches no body and says so`() async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    try await larder.syncedWhole()
                    let first = try site.statistics()
                    #expect(first.repeatedBodies == 0)
                    let again = try await larder.syncedWhole()
                    let second = try site.statistics()
                    #expect(second.repeatedBodies == 0)
                    #expect(second.ok == first.ok)
                    #expect(second.bodyBytes == first.bodyBytes)
                    #expect(second.notModified > 0)
                    #expect(again.output.contains("no body"), "\(again)")
                    #expect(try await larder.digest() == reference.digest)
                    try await larder.expectWhole()
                }
            }
        }

        @Test func `verify names a blob that was damaged, and a run with --refresh heals the larder`() async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { _ in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    try await larder.syncedWhole()
                    let digest = try #require(
                        try larder.read {
                            try String.fetchOne($0, sql: "SELECT lower(hex(digest)) FROM image ORDER BY urn")
                        }
                    )
                    let blob = larder.folder + "/cache/blobs/\(digest.prefix(2))/\(digest)"
                    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: blob)
                    try Data("no picture".utf8).write(to: URL(fileURLWithPath: blob))
                    let verify = try await larder.command("verify")
                    #expect(verify.end == .exited(1), "\(verify)")
                    #expect(verify.output.contains(digest), "\(verify)")
                    try await larder.syncedWhole(["--refresh"])
                    try await larder.expectWhole("after --refresh")
                    #expect(try await larder.digest() == reference.digest)
                }
            }
        }
    }

    @Suite("Faulty sites") struct FaultySiteTests {
        struct Case: CustomStringConvertible, Sendable {
            var description: String
            var options: [String]
            /// The faults that `/stats` must have counted, so that a case cannot pass without its fault.
            var faults: [String]
            /// Whether headers differ that the catalog keeps: the content is compared then, not the digest.
            var changesHeaders = false
        }

        static let cases = [
            Case(
                description: "429 with Retry-After",
                options: ["--fault", "429", "--fault-rate", "0.04", "--retry-after", "1"],
                faults: ["429"]
            ),
            Case(
                description: "5xx and bursts of 503",
                options: [
                    "--fault", "500", "--fault", "503", "--fault-rate", "0.2", "--fault-times", "2", "--retry-after",
                    "0",
                    "--burst-every", "80", "--burst-length", "6",
                ],
                faults: ["500", "503"]
            ),
            Case(
                description: "cut bodies and closed connections",
                options: ["--fault", "cut", "--fault", "no-answer", "--fault-rate", "0.25", "--fault-times", "2"],
                faults: ["cut", "no-answer"]
            ),
            Case(
                description: "JSON that stops in the middle",
                options: ["--fault", "broken-json", "--fault-rate", "0.4", "--fault-times", "2"],
                faults: ["broken-json"]
            ),
            // Entity tags belong to an encoding.
            Case(description: "gzip", options: ["--gzip"], faults: [], changesHeaders: true),
            Case(
                description: "dripping bodies",
                options: ["--fault", "drip", "--fault-rate", "0.1", "--drip", "300"],
                faults: ["drip"]
            ),
            Case(
                description: "redirects",
                options: ["--fault", "redirect", "--fault-rate", "0.3", "--fault-times", "0"],
                faults: ["redirect"]
            ),
            Case(
                description: "wrong content types",
                options: ["--fault", "wrong-type", "--fault-rate", "0.3", "--fault-times", "0"],
                faults: ["wrong-type"],
                changesHeaders: true
            ),
            Case(
                description: "all of them, slowly and unevenly",
                options: [
                    "--fault", "500", "--fault", "cut", "--fault", "no-answer", "--fault", "broken-json", "--fault",
                    "503",
                    "--fault", "redirect", "--fault-rate", "0.3", "--fault-times", "2", "--retry-after", "0",
                    "--latency", "2", "--jitter", "20",
                ],
                faults: ["500", "cut", "no-answer", "redirect"]
            ),
        ]

        @Test(arguments: cases) func `faults of a site change nothing in the larder`(_ fault: Case) async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, fault.options) { site in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    let run = try await larder.sync()
                    #expect(run.end == .exited(0), "\(run)")
                    let counted = try site.statistics().faults
                    for name in fault.faults { #expect(counted[name, default: 0] > 0, "\(name): \(counted)") }
                    if !fault.changesHeaders { #expect(try await larder.digest() == reference.digest) }
                    #expect(try larder.content() == reference.content)
                    try await larder.expectWhole("\(fault)")
                }
            }
        }

        @Test func `an item that is never well is a dead job with its reason, and exit code 1`() async throws {
            try await Scratch.with { scratch in
                let faults = ["--fault", "500", "--fault-rate", "0.2", "--fault-times", "0", "--fault-area", "detail"]
                try await SampleServer.with(scratch, faults) { _ in
                    let yaml = try scratch.write(
                        """
                        name: site
                        kind: food2fork
                        base: \(SampleServer.base)
                        queries: [pasta]
                        pages: false
                        images: false
                        retry: {attempts: 3, base: 5ms, cap: 20ms}
                        """,
                        to: "site.yaml"
                    )
                    let larder = TestLarder(scratch, sources: [yaml])
                    let run = try await larder.sync()
                    #expect(run.end == .exited(1), "\(run)")
                    #expect(run.output.contains("dead jobs"), "\(run)")
                    #expect(run.output.contains("coordinator retry"), "\(run)")
                    let urn = try #require(
                        run.output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("detail:site:") },
                        "\(run)"
                    )
                    let why = try await larder.command("why", String(urn))
                    #expect(why.end == .exited(0) && why.output.contains("dead"), "\(why)")
                    #expect(why.output.contains("failed tries: 3"), "\(why)")
                    let retry = try await larder.command("retry")
                    #expect(retry.end == .exited(0) && retry.output.contains("ready again"), "\(retry)")
                }
                // The site is well again.
                try await SampleServer.with(scratch) { _ in
                    let larder = TestLarder(scratch, sources: [scratch.path("site.yaml")])
                    try await larder.syncedWhole()
                    let healed = try await larder.digest()
                    let fresh = TestLarder(scratch, "fresh", sources: larder.sources)
                    try await fresh.syncedWhole()
                    #expect(try await fresh.digest() == healed)
                }
            }
        }
    }
}
