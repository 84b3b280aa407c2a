internal import Glibc
internal import LarderTestSupport
internal import LarderThreading

/// Serves a ``BenchSite`` over HTTP/1.1 on the loopback address: one thread, connections that stay open, one `send` an
/// answer.
package struct BenchServer: ~Copyable {
    /// A connection, and what it could not take yet.
    private struct Connection {
        var input: [UInt8] = []
        var unsent: [UInt8] = []
    }

    /// Why the server could not begin.
    package struct CouldNotListen: Error, CustomStringConvertible {
        package let description: String
    }

    private static let mostHeadBytes = 1 << 16

    /// The most hosts of a server.
    package static let mostHosts = 200

    /// The port of every host; the kernel chose it.
    package let port: Int
    private let listeners: Set<Int32>
    private let responder: BenchResponder
    private var ready: ReadySet
    private var connections: [Int32: Connection] = [:]
    private var room = [UInt8](repeating: 0, count: mostHeadBytes)
    private var output: [UInt8] = []

    /// Listens; clients can connect when this returns.
    ///
    /// - Parameter hosts: 1 to ``mostHosts``; the addresses 127.0.0.1, 127.0.0.2 and so on.
    package init(recipes: Int, hosts: Int = 1) throws {
        signal(SIGPIPE, SIG_IGN)
        precondition((1...Self.mostHosts).contains(hosts), "A server has 1 to \(Self.mostHosts) hosts")
        let ready = try ReadySet()
        let (first, port) = try Self.listen(host: 1, port: 0)
        var listeners: Set = [first]
        for host in 1..<hosts { listeners.insert(try Self.listen(host: host + 1, port: port).descriptor) }
        let bases = (1...hosts).map { "http://127.0.0.\($0):\(port)" }
        responder = BenchResponder(site: BenchSite(recipes: recipes, bases: bases))
        self.ready = ready
        self.listeners = listeners
        self.port = port
    }

    private static func listen(host: Int, port: Int) throws(CouldNotListen) -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (0x7F00_0000 + UInt32(host)).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                unsafe bind(descriptor, name, length) == 0 && Glibc.listen(descriptor, 1024) == 0
                    && getsockname(descriptor, name, &length) == 0
            }
        }
        guard isBound else {
            throw CouldNotListen(description: "Port \(port) of 127.0.0.\(host) cannot be listened on (errno \(errno)).")
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Serves until standard input ends, so that it never outlives who started it.
    package consuming func run() throws {
        guard listeners.allSatisfy({ ready.watch($0, for: .bytes) }), ready.watch(STDIN_FILENO, for: .bytes) else {
            throw CouldNotListen(description: "Standard input has to be a pipe, whose end ends the server.")
        }
        var isAsked = true
        var waiting: [Int32] = []
        while isAsked {
            waiting.removeAll(keepingCapacity: true)
            ready.wait { waiting.append($0) }
            for descriptor in waiting {
                switch descriptor {
                case _ where listeners.contains(descriptor): accept(from: descriptor)
                case STDIN_FILENO: isAsked = unsafe read(STDIN_FILENO, &room, room.count) > 0
                default: serve(descriptor)
                }
            }
        }
    }

    private mutating func accept(from listener: Int32) {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        var one: Int32 = 1
        unsafe setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        guard ready.watch(client, for: .bytes) else {
            close(client)
            return
        }
        connections[client] = Connection()
    }

    private mutating func serve(_ client: Int32) {
        guard var connection = connections.removeValue(forKey: client) else { return }
        if connection.unsent.isEmpty {
            let count = unsafe recv(client, &room, room.count, 0)
            guard count > 0 || (count < 0 && errno == EAGAIN) else {
                close(client)
                return
            }
            connection.input += room[..<max(0, count)]
            output.removeAll(keepingCapacity: true)
            guard let taken = responder.respond(to: connection.input, into: &output),
                connection.input.count - taken < Self.mostHeadBytes
            else {
                close(client)
                return
            }
            connection.input.removeFirst(taken)
        } else {
            output = connection.unsent
        }
        let sent = output.isEmpty ? 0 : unsafe send(client, output, output.count, 0)
        guard sent >= 0 || errno == EAGAIN else {
            close(client)
            return
        }
        let wasWaiting = !connection.unsent.isEmpty
        connection.unsent = Array(output[max(0, sent)...])
        if wasWaiting || !connection.unsent.isEmpty {
            _ = ready.watch(client, for: connection.unsent.isEmpty ? .bytes : .room)
        }
        connections[client] = connection
    }
}
