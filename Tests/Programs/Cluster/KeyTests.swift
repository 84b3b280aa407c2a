import Foundation
import LarderChaos
import LarderTestSupport
import Testing

extension ClusterTests {
    /// Those who may not come in: turned away before a byte of theirs is read, counted, and told what to do.
    @Suite("Keys") struct KeyTests {
        struct Stranger: Sendable, CustomStringConvertible {
            var description: String
            /// Arguments of the worker; `KEYS` stands for the coordinator's folder, `OTHER` for that of another one.
            var arguments: [String]
            /// Keys of the coordinator's list that are taken away first.
            var revoked: String?
            /// What the coordinator's log must say.
            var told: [String]
            /// What the worker's own log must say.
            var advice: [String]
        }

        static let strangers = [
            Stranger(
                description: "no key",
                arguments: [],
                // Which side hangs up first is chance, and so is whether the coordinator knows why.
                told: [
                    "turned away", "coordinator keygen --keys KEYS --worker NAME",
                    "--key NAME.secret --server-key server.public",
                ],
                advice: ["wants keys", "coordinator keygen --worker NAME", "--key NAME.secret"]
            ),
            Stranger(
                description: "wrong server key",
                arguments: ["--key", "KEYS/mine.secret", "--server-key", "OTHER/server.public"],
                told: ["another coordinator's key", "server.public"],
                advice: ["OTHER/server.public", "copy this one's server.public again"]
            ),
            Stranger(
                description: "unlisted key",
                arguments: ["--key", "OTHER/theirs.secret", "--server-key", "KEYS/server.public"],
                told: ["is not in the list", "coordinator keygen --keys KEYS --allow 'NAME="],
                advice: ["its key is not on the list", "coordinator keygen --allow 'NAME="]
            ),
            Stranger(
                description: "revoked key",
                arguments: ["--key", "KEYS/gone.secret", "--server-key", "KEYS/server.public"],
                revoked: "gone",
                told: ["is not in the list", "coordinator keygen --keys KEYS --allow 'NAME="],
                advice: ["its key is not on the list", "coordinator keygen --allow 'NAME="]
            ),
        ]

        @Test(arguments: strangers)
        func `a worker with wrong keys is turned away, counted, and told what to type`(stranger: Stranger) async throws
        {
            try await withCoordinator { larder, program, port in
                let scratch = larder.scratch
                if let name = stranger.revoked {
                    try FileManager.default.removeItem(atPath: scratch.path("keys/workers/\(name).public"))
                }
                let place = { (word: String) in
                    word.replacingOccurrences(of: "KEYS", with: scratch.path("keys"))
                        .replacingOccurrences(of: "OTHER", with: scratch.path("other"))
                }
                let worker = try larder.startWorker("tcp://127.0.0.1:\(port)", stranger.arguments.map(place))
                let isTold = try await eventually(in: scratch.folder) {
                    stranger.told.allSatisfy { program.errors.contains(place($0)) }
                        && stranger.advice.allSatisfy { worker.errors.contains(place($0)) }
                        && Progress.latest(of: program).map { $0.turnedAway > 0 } == true
                }
                #expect(isTold, "coordinator: \(program.errors)\nworker: \(worker.errors)")
                #expect(Progress.lines(of: program).allSatisfy { $0.workers == 0 }, "\(program.errors)")
                #expect(!worker.hasEnded, "\(worker.errors)")
            }
        }

        /// The NULL mechanism with the right protocol: nothing but the keys is missing.
        @Test func `a peer that speaks ZeroMQ without keys is dropped before its first message`() async throws {
            try await withCoordinator { larder, program, port in
                let reaction = try await HostilePeer.onThread {
                    try HostilePeer.wrongMessages(port: port, count: 10, seed: 1, within: .seconds(240))
                }
                #expect(reaction == .dropped)
                let isTold = try await eventually(in: larder.scratch.folder) {
                    program.errors.contains("coordinator keygen --keys \(larder.scratch.path("keys")) --worker NAME")
                        && Progress.latest(of: program).map { $0.turnedAway > 0 } == true
                }
                #expect(isTold, "\(program.errors)")
            }
        }

        /// A coordinator that waits for workers with keys; its source answers nothing.
        private func withCoordinator(_ body: (TestLarder, Program, Int) async throws -> Void) async throws {
            try await Scratch.with { scratch in
                let listener = try PortListener()
                let yaml = "name: x\nkind: food2fork\nbase: http://127.0.0.1:\(listener.port)\nqueries: [a]\n"
                let larder = TestLarder(scratch, sources: [try scratch.write(yaml, to: "x.yaml")])
                for words in [["keys", "mine", "gone"], ["other", "theirs"]] {
                    let names = words.dropFirst().flatMap { ["--worker", $0] }
                    let run = try await scratch.run(
                        .coordinator,
                        ["keygen", "--keys", scratch.path(words[0]), "--into", larder.folder] + names
                    )
                    try #require(run.end == .exited(0), "\(run)")
                }
                let held = try HeldPort()
                defer { withExtendedLifetime(held) {} }
                let port = held.number
                let options = ["--listen", "tcp://127.0.0.1:\(port)", "--keys", scratch.path("keys")]
                let program = try larder.start(workers: 0, progress: "json", options)
                let listens = try await eventually(in: scratch.folder) {
                    program.hasEnded || Progress.latest(of: program) != nil
                }
                try #require(listens && !program.hasEnded, "\(program.errors)")
                try await body(larder, program, port)
            }
        }
    }
}
