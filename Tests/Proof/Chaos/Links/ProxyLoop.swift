internal import Foundation
internal import Glibc
internal import LarderModel
internal import LarderTestSupport
internal import LarderThreading

/// The proxy's thread: one poll over its mailbox, its listener and both ends of each connection.
struct ProxyLoop: ~Copyable {
    private struct Connection {
        var client: Int32
        var server: Int32
        var toServer = LinkQueue()
        var toClient = LinkQueue()
        /// Beginnings of the counted word at the end of the bytes so far.
        var tail: [UInt8] = []
    }

    private var listener: Int32
    private let port: Int
    private let target: Int
    private let mark: [UInt8]
    private var numbers: SeededGenerator
    private var conditions = NetworkConditions.fine
    private var connections: [Connection] = []
    private var totals = LinkProxy.Totals()

    init(listener: Int32, port: Int, target: Int, seed: UInt64, mark: [UInt8]) {
        self.listener = listener
        self.port = port
        self.target = target
        self.mark = mark
        numbers = SeededGenerator(seed: seed)
    }

    mutating func run(_ mailbox: Mailbox<LinkProxy.Command>, _ shared: SharedTotals) {
        while true {
            wait(mailbox.wakeDescriptor)
            var isOver = false
            for command in mailbox.drain() {
                defer { command.isMade.finish() }
                switch command.change {
                case .conditions(let new): conditions = new
                case .reset: resetAll()
                case .refuse:
                    resetAll()
                    stopListening()
                case .accept:
                    // If this fails the port goes on refusing, which the waiting test will notice.
                    if listener < 0, let again = try? RawHTTP.listener(port: port) { listener = again.descriptor }
                case .stop:
                    resetAll()
                    stopListening()
                    isOver = true
                }
            }
            if isOver { return }
            accept()
            move()
            shared.set(totals)
        }
    }

    // MARK: Waiting

    private func wait(_ wakeDescriptor: Int32) {
        let now = ContinuousClock.now
        var items = [pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)]
        if listener >= 0 { items.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0)) }
        var next: ContinuousClock.Instant?
        for connection in connections {
            let ways = [
                (connection.toServer, connection.client, connection.server, isHeld(toServer: true)),
                (connection.toClient, connection.server, connection.client, isHeld(toServer: false)),
            ]
            for (queue, source, sink, isHeld) in ways {
                if queue.takesMore { items.append(pollfd(fd: source, events: Int16(POLLIN), revents: 0)) }
                guard !isHeld, let due = queue.due else { continue }
                if due <= now {
                    items.append(pollfd(fd: sink, events: Int16(POLLOUT), revents: 0))
                } else {
                    next = min(next ?? due, due)
                }
            }
        }
        let milliseconds = next.map { Int32(clamping: Int64(($0 - now) / .milliseconds(1)) + 1) } ?? -1
        _ = unsafe poll(&items, nfds_t(items.count), milliseconds)
    }

    private func isHeld(toServer: Bool) -> Bool {
        switch conditions.hole {
        case .none: false
        case .both: true
        case .toServer: toServer
        case .toClient: !toServer
        }
    }

    // MARK: Connections

    private mutating func accept() {
        guard listener >= 0 else { return }
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&waiting, 1, 0) > 0 {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            totals.connections += 1
            guard let server = try? RawHTTP.connected(to: target) else {
                Self.reset(client)
                continue
            }
            connections.append(Connection(client: client, server: server))
        }
    }

    private mutating func resetAll() {
        for connection in connections {
            Self.reset(connection.client)
            Self.reset(connection.server)
        }
        connections.removeAll()
    }

    private mutating func stopListening() {
        if listener >= 0 { close(listener) }
        listener = -1
    }

    /// Closes with RST: what is under way is lost.
    private static func reset(_ descriptor: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }

    // MARK: Bytes

    private mutating func move() {
        let now = ContinuousClock.now
        var open: [Connection] = []
        for var connection in connections {
            switch move(&connection, at: now) {
            case .isOpen: open.append(connection)
            case .isOver:
                close(connection.client)
                close(connection.server)
            case .isBroken:
                Self.reset(connection.client)
                Self.reset(connection.server)
            }
        }
        connections = open
    }

    private enum Condition {
        case isOpen
        /// Both sides have sent and received everything: a reset would lose some of it.
        case isOver
        case isBroken
    }

    private mutating func move(_ connection: inout Connection, at now: ContinuousClock.Instant) -> Condition {
        guard take(from: connection.client, into: &connection.toServer, &connection.tail, isCounted: true, at: now),
            take(from: connection.server, into: &connection.toClient, &connection.tail, isCounted: false, at: now)
        else { return .isBroken }
        if !isHeld(toServer: true) {
            guard let count = connection.toServer.give(to: connection.server, conditions, at: now) else {
                return .isBroken
            }
            totals.bytesToServer += count
        }
        if !isHeld(toServer: false) {
            guard let count = connection.toClient.give(to: connection.client, conditions, at: now) else {
                return .isBroken
            }
            totals.bytesToClient += count
        }
        return connection.toServer.isOver && connection.toClient.isOver ? .isOver : .isOpen
    }

    /// - Returns: False when the connection was broken.
    private mutating func take(
        from source: Int32,
        into queue: inout LinkQueue,
        _ tail: inout [UInt8],
        isCounted: Bool,
        at now: ContinuousClock.Instant
    ) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while queue.takesMore {
            let count = unsafe recv(source, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            guard count > 0 else {
                queue.end()
                return true
            }
            let bytes = Array(buffer[..<count])
            if isCounted { countMarks(bytes, &tail) }
            var wait = conditions.delay
            if conditions.jitter > .zero { wait += conditions.jitter * Double.random(in: 0..<1, using: &numbers) }
            queue.add(bytes, due: now + wait)
        }
        return true
    }

    private mutating func countMarks(_ bytes: [UInt8], _ tail: inout [UInt8]) {
        guard !mark.isEmpty else { return }
        let all = tail + bytes
        var at = 0
        while at + mark.count <= all.count {
            if all[at] == mark[0], all[at..<(at + mark.count)].elementsEqual(mark) { totals.marks += 1 }
            at += 1
        }
        tail = Array(all.suffix(mark.count - 1))
    }
}

/// Bytes on their way in one direction, in order.
struct LinkQueue {
    /// Bytes under way after which no more are read: the sender then feels the slow link.
    private static let maxBytes = 1 << 20

    private var parts: [(bytes: ArraySlice<UInt8>, due: ContinuousClock.Instant)] = []
    private var byteCount = 0
    private var mayGiveAt = ContinuousClock.now
    /// The sender has closed its side.
    private var hasEnded = false
    private var saidEnd = false

    var takesMore: Bool { !hasEnded && byteCount < Self.maxBytes }
    /// Everything was forwarded, the end too.
    var isOver: Bool { saidEnd }
    /// When there is something to give.
    var due: ContinuousClock.Instant? {
        if let first = parts.first { return max(first.due, mayGiveAt) }
        return hasEnded && !saidEnd ? mayGiveAt : nil
    }

    mutating func add(_ bytes: [UInt8], due: ContinuousClock.Instant) {
        parts.append((bytes[...], max(due, parts.last?.due ?? due)))
        byteCount += bytes.count
    }

    mutating func end() { hasEnded = true }

    /// Gives what is due, as far as the receiver takes it.
    ///
    /// - Returns: The number of bytes; nil when the receiver is gone.
    mutating func give(to sink: Int32, _ conditions: NetworkConditions, at now: ContinuousClock.Instant) -> Int? {
        var given = 0
        while let part = parts.first, part.due <= now, mayGiveAt <= now {
            let most = conditions.bytesPerSecond.map { max(1, $0 / 50) } ?? part.bytes.count
            let piece = part.bytes.prefix(most)
            let count = unsafe piece.withUnsafeBytes { bytes in
                unsafe send(sink, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count < 0 {
                if errno == EAGAIN || errno == EINTR { break }
                return nil
            }
            if let rate = conditions.bytesPerSecond { mayGiveAt = now + .seconds(Double(count) / Double(rate)) }
            given += count
            byteCount -= count
            parts[0].bytes = part.bytes.dropFirst(count)
            if parts[0].bytes.isEmpty { parts.removeFirst() }
        }
        if hasEnded, parts.isEmpty, !saidEnd {
            saidEnd = true
            shutdown(sink, Int32(SHUT_WR))
        }
        return given
    }
}
