import Glibc
import LarderThreading

/// A server on loopback whose answers the test writes, byte by byte, on a thread for each connection.
final class ScriptedServer: Sendable {
    /// A request as it came: its first line, its fields with lower-case names, and which connection it came on.
    struct Request: Sendable {
        let line: String
        let fields: [(name: String, value: String)]
        let connection: Int

        var path: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

        subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    }

    typealias Handler = @Sendable (Request, Connection) -> Void

    private struct State {
        var isOpen = true
        var threads: [OwnerThread] = []
        var connections: [Connection] = []
        var requests: [Request] = []
        var accepted = 0
        var active = 0
        var mostActive = 0
    }

    let port: Int
    private let listener: Int32
    private let stop: Mailbox<Bool>
    private let state = Guarded(State())
    private let acceptor = Guarded<OwnerThread?>(nil)

    /// Runs a server around `body` and ends every connection after it.
    ///
    /// - Parameter greeting: Sent on each connection before anything is read.
    static func run<Value>(
        greeting: String = "",
        _ handler: @escaping Handler,
        around body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let server = try ScriptedServer(greeting: greeting, handler)
        do {
            let value = try await body(server)
            await server.close()
            return value
        } catch {
            await server.close()
            throw error
        }
    }

    init(greeting: String = "", _ handler: @escaping Handler) throws {
        let (listener, port) = try listenOnLoopback(backlog: 512)
        self.listener = listener
        self.port = port
        stop = try Mailbox()
        let wake = stop.wakeDescriptor
        let thread = try OwnerThread(name: "acceptor") { [weak self] in
            while true {
                var entries = [
                    pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                ]
                _ = unsafe poll(&entries, 2, -1)
                if entries[1].revents != 0 { return }
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0, let self else { continue }
                self.serve(descriptor, greeting, handler)
            }
        }
        acceptor.withLock { $0 = thread }
    }

    var authority: String { "127.0.0.1:\(port)" }
    var url: String { "http://\(authority)" }
    /// Everything asked so far.
    var requests: [Request] { state.withLock { $0.requests } }
    /// Connections made so far.
    var accepted: Int { state.withLock { $0.accepted } }
    /// The most requests that were being answered at the same time.
    var mostActive: Int { state.withLock { $0.mostActive } }

    private func serve(_ descriptor: Int32, _ greeting: String, _ handler: @escaping Handler) {
        let number = state.withLock { state in
            state.accepted += 1
            return state.accepted
        }
        let connection = Connection(descriptor)
        do {
            let thread = try OwnerThread(name: "connection") {
                if !greeting.isEmpty { connection.send(greeting) }
                while let head = connection.readHead() {
                    let request = Self.parse(head, connection: number)
                    self.state.withLock { state in
                        state.requests.append(request)
                        state.active += 1
                        state.mostActive = max(state.mostActive, state.active)
                    }
                    handler(request, connection)
                    self.state.withLock { $0.active -= 1 }
                }
                connection.end()
            }
            state.withLock { state in
                state.threads.append(thread)
                state.connections.append(connection)
                if !state.isOpen { connection.interrupt() }
            }
        } catch {
            connection.end()
        }
    }

    func close() async {
        stop.post(true)
        let acceptor = acceptor.withLock { acceptor in
            defer { acceptor = nil }
            return acceptor
        }
        await acceptor?.joined()
        _ = stop.close()
        _ = Glibc.close(listener)
        let (threads, connections) = state.withLock { state in
            state.isOpen = false
            return (state.threads, state.connections)
        }
        for connection in connections { connection.interrupt() }
        for thread in threads { await thread.joined() }
    }

    private static func parse(_ head: String, connection: Int) -> Request {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
            return (name: parts[0].lowercased(), value: value)
        }
        return Request(line: lines.first.map(String.init) ?? "", fields: fields, connection: connection)
    }
}

/// A listening socket on a port of the kernel's choice.
func listenOnLoopback(backlog: Int32) throws -> (descriptor: Int32, port: Int) {
    struct NoListener: Error {}
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            guard unsafe bind(descriptor, address, length) == 0, listen(descriptor, backlog) == 0 else {
                return Int32(-1)
            }
            return unsafe getsockname(descriptor, address, &length)
        }
    }
    guard status == 0 else { throw NoListener() }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
}
