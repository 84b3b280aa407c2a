import Foundation
import LarderChaos
import LarderModel
import LarderTestSupport
import Testing

/// A link between a client and a server that these tests play themselves.
@Suite("Link proxy", .timeLimit(.minutes(10))) struct LinkProxyTests {
    /// Both ends of one connection over a proxy.
    private final class Ends: Sendable {
        let client: Int32
        let server: Int32

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }

        deinit {
            close(client)
            close(server)
        }
    }

    @discardableResult
    private func withLink(
        counting mark: [UInt8] = [],
        _ body: (LinkProxy, Ends) async throws -> Void
    ) async throws -> LinkProxy.Totals {
        let listener = try RawHTTP.listener()
        defer { close(listener.descriptor) }
        let link = try LinkProxy(to: listener.port, seed: 1, counting: mark)
        let client = try RawHTTP.connected(to: link.port)
        let server = accept(listener.descriptor, nil, nil)
        #expect(server >= 0)
        let ends = Ends(client: client, server: server)
        let result: Result<Void, any Error>
        do { result = .success(try await body(link, ends)) } catch { result = .failure(error) }
        await link.stop()
        try result.get()
        return link.totals
    }

    /// Reads so many bytes, or those before the end.
    private func read(_ count: Int, from descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < count {
            let got = unsafe recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
            guard got > 0 else { break }
            bytes += buffer[..<got]
        }
        return bytes
    }

    private func hasBytes(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&item, 1, milliseconds) > 0
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        var numbers = SeededGenerator(seed: 3)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }

    static let conditions = [
        NetworkConditions.fine, NetworkConditions(delay: .milliseconds(20), jitter: .milliseconds(20)),
        NetworkConditions(bytesPerSecond: 4_000_000),
    ]

    @Test(arguments: conditions)
    func `all bytes arrive in their order, both ways, with the end after them`(conditions: NetworkConditions)
        async throws
    {
        let sent = Self.bytes(1_000_000)
        let totals = try await withLink { link, ends in
            await link.set(conditions)
            for (from, to) in [(ends.client, ends.server), (ends.server, ends.client)] {
                let writer = Thread {
                    RawHTTP.write(sent, to: from)
                    shutdown(from, Int32(SHUT_WR))
                }
                writer.start()
                // Compared here: to show the difference of a million bytes takes hours.
                let isSame = read(sent.count + 1, from: to) == sent
                #expect(isSame, "\(conditions)")
            }
        }
        #expect(totals.bytesToServer == sent.count && totals.bytesToClient == sent.count && totals.connections == 1)
    }

    @Test func `a delay is at least as long as it was made, for each byte once`() async throws {
        try await withLink { link, ends in
            await link.set(NetworkConditions(delay: .milliseconds(150)))
            // A thread that gets no processor for a while makes one time longer, and not each.
            var shortest = Duration.seconds(3600)
            for _ in 0..<5 where shortest >= .milliseconds(20 * 150) {
                let began = ContinuousClock.now
                for _ in 0..<20 { RawHTTP.write([1], to: ends.client) }
                #expect(read(20, from: ends.server).count == 20)
                let took = ContinuousClock.now - began
                #expect(took >= .milliseconds(150), "\(took)")
                shortest = min(shortest, took)
            }
            #expect(shortest < .milliseconds(20 * 150), "bytes wait beside each other: \(shortest)")
        }
    }

    @Test func `a narrow link takes its time`() async throws {
        try await withLink { link, ends in
            await link.set(NetworkConditions(bytesPerSecond: 50_000))
            let began = ContinuousClock.now
            RawHTTP.write([UInt8](repeating: 7, count: 25_000), to: ends.client)
            #expect(read(25_000, from: ends.server).count == 25_000)
            #expect(ContinuousClock.now - began >= .milliseconds(400))
        }
    }

    @Test(arguments: NetworkConditions.Hole.allCases.filter { $0 != .none })
    func `a black hole keeps what goes its way, and gives it back when it closes`(hole: NetworkConditions.Hole)
        async throws
    {
        try await withLink { link, ends in
            await link.set(NetworkConditions(hole: hole))
            RawHTTP.write([1], to: ends.client)
            RawHTTP.write([2], to: ends.server)
            if hole == .toServer { #expect(read(1, from: ends.client) == [2]) }
            if hole == .toClient { #expect(read(1, from: ends.server) == [1]) }
            if hole != .toClient { #expect(!hasBytes(ends.server, within: 300)) }
            if hole != .toServer { #expect(!hasBytes(ends.client, within: 300)) }
            await link.set(.fine)
            if hole != .toClient { #expect(read(1, from: ends.server) == [1]) }
            if hole != .toServer { #expect(read(1, from: ends.client) == [2]) }
        }
    }

    @Test func `a reset ends both sides with an error`() async throws {
        try await withLink { link, ends in
            RawHTTP.write([1], to: ends.client)
            #expect(read(1, from: ends.server) == [1])
            await link.reset()
            for descriptor in [ends.client, ends.server] {
                #expect(hasBytes(descriptor, within: 60_000))
                var byte: UInt8 = 0
                #expect(unsafe recv(descriptor, &byte, 1, 0) < 0 && errno == ECONNRESET)
            }
        }
    }

    @Test func `a link that refuses lets nobody in until it accepts again, on the same port`() async throws {
        try await withLink { link, ends in
            await link.refuse()
            #expect(hasBytes(ends.client, within: 60_000))
            #expect(throws: RawHTTP.Failure.self) { _ = try RawHTTP.connected(to: link.port) }
            await link.accept()
            close(try RawHTTP.connected(to: link.port))
        }
    }

    @Test func `marks are counted, also across the parts in which they come`() async throws {
        let mark = Array("LDR1".utf8)
        let totals = try await withLink(counting: mark) { _, ends in
            for part in [[0x4C, 0x44], [0x52, 0x31, 0], mark + mark, Array("LDRLDR1".utf8)] as [[UInt8]] {
                RawHTTP.write(part, to: ends.client)
                #expect(read(part.count, from: ends.server) == part)
            }
        }
        #expect(totals.marks == 4)
    }

    @Test func `many links leave no descriptor and no thread`() async throws {
        let count = { ProcessTable.descriptors(of: getpid()) ?? 0 }
        try await withLink { _, _ in }
        // Other tests of this process open and close some too; what links leave behind grows each time.
        var left = Int.max
        for _ in 0..<5 where left >= 25 {
            let before = count()
            for _ in 0..<50 { try await withLink { _, ends in RawHTTP.write([1], to: ends.client) } }
            left = count() - before
        }
        #expect(left < 25, "one left behind by each would be 50")
    }
}

@Suite("Schedules") struct ScheduleTests {
    @Test func `a schedule depends on its seed and kinds alone`() {
        for seed in UInt64(0)..<200 {
            let schedule = Schedule(seed: seed, kinds: DisturbanceKind.allCases)
            #expect(schedule == Schedule(seed: seed, kinds: DisturbanceKind.allCases))
            #expect(schedule.steps.map(\.moment) == schedule.steps.map(\.moment).sorted())
            #expect(!schedule.steps.isEmpty || schedule.exhausts != nil, "\(schedule)")
            #expect(schedule.localWorkers + schedule.remoteWorkers > 0)
        }
    }

    @Test(arguments: DisturbanceKind.allCases)
    func `only the kinds that were asked for are done`(kind: DisturbanceKind) {
        for seed in UInt64(0)..<100 {
            let schedule = Schedule(seed: seed, kinds: [kind])
            #expect((schedule.exhausts != nil) == (kind == .memory))
            for step in schedule.steps { #expect(Self.kind(of: step.disturbance) == kind, "\(schedule)") }
            if [.link, .port, .keys, .lies].contains(kind) { #expect(schedule.remoteWorkers > 0) }
        }
    }

    private static func kind(of disturbance: Disturbance) -> DisturbanceKind {
        switch disturbance {
        case .kill: .kill
        case .stop: .stop
        case .link, .cut: .link
        case .junk, .oversizeFrame, .halfOpen: .port
        case .knock: .keys
        case .fillDisk: .disk
        case .turnClock: .uptime
        case .loseCache: .cache
        case .failCalls: .errors
        case .lie: .lies
        case .setClock: .clock
        case .linkCache: .symlinks
        case .lockCatalog: .locks
        }
    }
}
