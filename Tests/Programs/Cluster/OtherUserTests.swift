import Foundation
import LarderChaos
import LarderTestSupport
import Testing

extension ClusterTests {
    /// Another user of the same machine is given no key and joins nothing.
    @Suite("Other users") struct OtherUserTests {
        /// `nobody`, by its usual number; that it has no name does not matter.
        private static let stranger = "65534"
        private static let setpriv = "/usr/bin/setpriv"
        private static let obstacle: Comment? =
            !Settings.isRoot
            ? "needs root, to become another user"
            : FileManager.default.isExecutableFile(atPath: setpriv) ? nil : "needs \(setpriv) of util-linux"

        /// The other user may not write or lock anything there.
        @Test(.enabled(if: obstacle == nil, obstacle))
        func `another user reads the larder while syncs fill it, and between them`() async throws {
            try await SampleServer.withSlower(latency: 5) { larder, _, _ in
                let scratch = larder.scratch
                _ = unsafe chmod(scratch.folder, 0o755)
                let coordinator = scratch.path("stranger-coordinator")
                let copy = try scratch.start("/bin/cp", [Binary.coordinator.path, coordinator])
                #expect(await copy.end == .exited(0), "\(copy.errors)")
                _ = unsafe chmod(coordinator, 0o755)
                let user = ["--reuid", Self.stranger, "--regid", Self.stranger, "--clear-groups"]
                func find() async throws -> Scratch.Finished {
                    let words = user + [coordinator, "find", "soup", "--into", larder.folder]
                    return try await scratch.finish(try scratch.start(Self.setpriv, words), "find")
                }
                var (looks, found) = (0, 0)
                for _ in 0..<2 {
                    let program = try larder.start(workers: 2)
                    try await larder.cacheIsMade(by: program)
                    while !program.hasEnded {
                        let look = try await find()
                        looks += 1
                        found += look.end == .exited(0) ? 1 : 0
                        let isEarly = look.end == .exited(2) && look.errors.contains("no catalog")
                        #expect(look.end == .exited(0) || look.end == .exited(1) || isEarly, "\(looks): \(look)")
                    }
                    #expect(await program.end == .exited(0), "\(program.errors)")
                    #expect(try await find().end == .exited(0))
                }
                return looks > 1 && found > 0
            }
        }

        /// As a cluster mounts a secret for a pod's group.
        @Test(.enabled(if: obstacle == nil, obstacle), arguments: [(0o440, true), (0o444, false), (0o460, false)])
        func `a key of root's is taken where none but the user's group may read it`(
            mode: Int,
            isTaken: Bool
        ) async throws {
            try await Scratch.with { scratch in
                _ = unsafe chmod(scratch.folder, 0o755)
                let larder = TestLarder(scratch)
                let made = try await larder.command("keygen", "--worker", "friend", "--out", scratch.path("friend"))
                #expect(made.end == .exited(0), "\(made)")
                let key = scratch.path("friend/friend.secret")
                _ = unsafe chmod(scratch.path("friend"), 0o755)
                _ = unsafe chown(key, 0, 65534)
                _ = unsafe chmod(key, mode_t(mode))
                let worker = scratch.path("stranger-worker")
                let copy = try scratch.start("/bin/cp", [Binary.worker.path, worker])
                #expect(await copy.end == .exited(0), "\(copy.errors)")
                let words = ["--reuid", Self.stranger, "--regid", Self.stranger, "--clear-groups", worker]
                let options = ["--connect", "ipc:///nowhere", "--cache", key, "--until", "finished", "--key", key]
                let program = try scratch.start(
                    Self.setpriv,
                    words + options + ["--server-key", scratch.path("friend/server.public")]
                )
                let run = try await scratch.finish(program, "a worker with a key of root's")
                #expect(run.end == .exited(2), "\(run)")
                #expect(run.errors.contains("can be read by others") != isTaken, "\(run)")
            }
        }

        enum Way: String, CaseIterable {
            /// The socket of the coordinator's own workers.
            case privateSocket
            /// A socket that `--listen` names.
            case ownSocket
            /// A port, with keys.
            case port
        }

        /// The stranger knows endpoint and cache id, and has a cache folder of its own with that id.
        @Test(.enabled(if: obstacle == nil, obstacle), arguments: Way.allCases, [0o644, 0o600])
        func `a worker of another user joins nothing and learns no key`(way: Way, idMode: Int) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, _ in
                    .json(path == "/api/search" ? #"{"recipes": []}"# : "{}")
                } _: { server in
                    try await Self.expectNothing(for: way, idMode: idMode, scratch, server)
                }
            }
        }

        private static func expectNothing(
            for way: Way,
            idMode: Int,
            _ scratch: Scratch,
            _ server: AnsweringServer
        ) async throws {
            // As /srv/larder would be: everyone may pass, and what is not closed is open.
            _ = unsafe chmod(scratch.folder, 0o755)
            let text = """
                name: real
                kind: food2fork
                base: http://127.0.0.1:\(server.port)
                politeness: {delay: 1m}
                queries: [a, b, c, d]
                key: {environment: PANTRY_KEY}
                """
            let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "real.yaml")])
            let held = try HeldPort()
            defer { withExtendedLifetime(held) {} }
            let listen: [String]
            switch way {
            case .privateSocket: listen = []
            case .ownSocket:
                _ = unsafe mkdir(scratch.path("join"), 0o700)
                listen = ["--listen", "ipc://\(scratch.path("join/socket"))"]
            case .port:
                let made = try await larder.command("keygen", "--worker", "friend")
                #expect(made.end == .exited(0), "\(made)")
                listen = ["--listen", "tcp://127.0.0.1:\(held.number)"]
            }
            let program = try larder.start(
                workers: 1,
                progress: "json",
                listen,
                environment: ["PANTRY_KEY": "s3cret-of-root"]
            )
            try await larder.cacheIsMade(by: program)
            _ = unsafe chmod(larder.folder + "/cache/id", mode_t(idMode))
            let isUnderWay = try await eventually(in: scratch.folder) {
                program.hasEnded || Progress.latest(of: program)?.workers == 1
            }
            try #require(isUnderWay && !program.hasEnded, "\(program.errors)")
            let endpoint = try #require(way == .privateSocket ? Self.ownSocket(of: program) : listen.last)

            let words = try await Self.makeStranger(scratch, larder)
            let user = ["--reuid", Self.stranger, "--regid", Self.stranger, "--clear-groups"]
            let look = try scratch.start(setpriv, user + [words.program, "--help"])
            #expect(await look.end == .exited(0), "the stranger can run the worker: \(look.errors)")
            let attempt = [words.program, "--connect", endpoint, "--cache", words.cache, "--name", "stranger"]
            let keys =
                ["--key", larder.folder + "/keys/friend.secret", "--server-key", larder.folder + "/keys/server.public"]
            // With the keys of a worker, which it may not read, and without any.
            for more in way == .port ? [[], keys] : [[]] {
                let stranger = try scratch.start(setpriv, user + attempt + more)
                let joined = try await eventually(in: scratch.folder, within: .seconds(4)) {
                    stranger.hasEnded || (Progress.latest(of: program)?.workers ?? 0) > 1
                }
                #expect(!joined || stranger.hasEnded, "\(program.errors)")
                stranger.signal(SIGTERM)
                #expect(await stranger.end(within: .seconds(60)) != nil, "\(stranger.errors)")
                #expect(!(stranger.output + stranger.errors).contains("s3cret"), "\(stranger.errors)")
                #expect(!program.errors.contains("\"stranger\""), "\(program.errors)")
            }
            #expect(Progress.lines(of: program).allSatisfy { $0.workers <= 1 })
            // The same worker joins where it is root's: it is the user that keeps it out.
            if way != .port {
                let friend = try scratch.start(words.program, Array(attempt.dropFirst()))
                let joined = try await eventually(in: scratch.folder) {
                    program.hasEnded || Progress.latest(of: program)?.workers == 2
                }
                #expect(joined && !program.hasEnded, "\(friend.errors)\(program.errors)")
            }
            program.signal(SIGTERM)
            _ = await program.end(within: .seconds(60))
        }

        /// The endpoint that the coordinator gave its own worker.
        private static func ownSocket(of program: Program) -> String? {
            ProcessTable.children(of: program.processID).lazy.compactMap { worker in
                let line = FileManager.default.contents(atPath: "/proc/\(worker)/cmdline") ?? Data()
                return line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                    .first { $0.hasPrefix("ipc://") }
            }.first
        }

        /// The worker's program where everyone may run it, and a cache of the stranger's with the larder's id.
        private static func makeStranger(_ scratch: Scratch, _ larder: TestLarder) async throws -> (
            program: String, cache: String
        ) {
            let manager = FileManager.default
            let (program, cache) = (scratch.path("stranger-worker"), scratch.path("stranger-cache"))
            // By another process: no other test's child may inherit the file while it is being written.
            let copy = try scratch.start("/bin/cp", [Binary.worker.path, program])
            #expect(await copy.end == .exited(0), "\(copy.errors)")
            _ = unsafe chmod(program, 0o755)
            for folder in ["", "/blobs", "/responses", "/effects", "/tmp", "/quarantine"] {
                try manager.createDirectory(atPath: cache + folder, withIntermediateDirectories: true)
            }
            try manager.copyItem(atPath: larder.folder + "/cache/id", toPath: cache + "/id")
            for path in [""] + (try manager.subpathsOfDirectory(atPath: cache)) {
                let whole = path.isEmpty ? cache : cache + "/" + path
                _ = unsafe chown(whole, 65534, 65534)
                _ = unsafe chmod(whole, 0o755)
            }
            return (program, cache)
        }
    }
}
