import Foundation
import Glibc
import Synchronization

/// Just enough HTTP over plain sockets: one request, one answer, the connection closes.
enum RawHTTP {
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ what: String) { description = "\(what): \(unsafe String(cString: strerror(errno)))" }
    }

    /// The body of a GET.
    static func get(_ target: String, port: Int) throws -> Data {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        defer { close(descriptor) }
        var address = loopback(port)
        let code = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                unsafe connect(descriptor, pointer.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure("connect to port \(port)") }
        write("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n", to: descriptor)
        let answer = readAll(from: descriptor)
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { throw Failure("no answer to \(target)") }
        return answer[end.upperBound...]
    }

    /// A listening socket on loopback.
    ///
    /// - Parameter port: 0 takes a free one.
    static func listener(port: Int = 0) throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = loopback(port)
        let code = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                unsafe bind(descriptor, pointer.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0, listen(descriptor, 64) == 0 else {
            defer { close(descriptor) }
            throw Failure("listen on port \(port)")
        }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                unsafe getsockname(descriptor, pointer.baseAddress, &size)
            }
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A port that nobody listens on, below those that the kernel gives to clients.
    static let freePort: Int = {
        for port in (20_000..<32_000).shuffled().prefix(100) {
            guard let listener = try? listener(port: port) else { continue }
            close(listener.descriptor)
            return port
        }
        return 0
    }()

    static func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe send(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + sent },
                    buffer.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Reads until the other side closes, or until an empty line when `headOnly`.
    static func readAll(from descriptor: Int32, headOnly: Bool = false) -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return data }
            data.append(contentsOf: buffer.prefix(count))
            if headOnly, data.range(of: Data("\r\n\r\n".utf8)) != nil { return data }
        }
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return address
    }
}

/// A server that answers each GET with what a closure says.
final class AnsweringServer: Sendable {
    /// What to answer.
    struct Answer: Sendable {
        var status = 200
        var type = "application/json; charset=utf-8"
        var headers: [String] = []
        var body: Data

        static func json(_ text: String, status: Int = 200) -> Answer { Answer(status: status, body: Data(text.utf8)) }
    }

    let port: Int
    private let descriptor: Int32
    private let seen = Mutex<[String]>([])
    private let respond: @Sendable (_ path: String, _ query: [String: String]) -> Answer

    private init(_ respond: @escaping @Sendable (String, [String: String]) -> Answer) throws {
        (descriptor, port) = try RawHTTP.listener()
        self.respond = respond
    }

    /// Path and query of the requests so far, in their order.
    var targets: [String] { seen.withLock { $0 } }

    /// Serves while `body` runs.
    static func with<Result>(
        _ respond: @escaping @Sendable (_ path: String, _ query: [String: String]) -> Answer,
        _ body: (AnsweringServer) async throws -> Result
    ) async throws -> Result {
        let server = try AnsweringServer(respond)
        Thread { server.accept() }.start()
        defer { shutdown(server.descriptor, Int32(SHUT_RDWR)) }
        return try await body(server)
    }

    private func accept() {
        while true {
            let client = Glibc.accept(descriptor, nil, nil)
            guard client >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                close(descriptor)
                return
            }
            Thread { [self] in serve(client) }.start()
        }
    }

    private func serve(_ client: Int32) {
        defer { close(client) }
        let head = String(decoding: RawHTTP.readAll(from: client, headOnly: true), as: UTF8.self)
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count > 1, let parts = URLComponents(string: String(words[1])) else { return }
        seen.withLock { $0.append(String(words[1])) }
        let query = Dictionary(
            (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
        let answer = respond(parts.path, query)
        var lines = ["HTTP/1.1 \(answer.status) Answer", "Content-Type: \(answer.type)"]
        lines += ["Content-Length: \(answer.body.count)", "Connection: close"] + answer.headers
        RawHTTP.write(lines.joined(separator: "\r\n") + "\r\n\r\n", to: client)
        RawHTTP.write(Array(answer.body), to: client)
    }
}
