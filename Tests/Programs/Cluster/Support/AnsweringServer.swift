import Foundation
import Glibc
import LarderChaos
import Synchronization

/// A server that answers each GET with what a closure says.
final class AnsweringServer: Sendable {
    /// What to answer.
    struct Answer: Sendable {
        var status = 200
        var type = "application/json; charset=utf-8"
        var headers: [String] = []
        var body: Data
        /// Else the connection's end alone tells where the body ends.
        var tellsLength = true
        /// Milliseconds between two bytes of the body; nil: it goes out at once.
        var dripMs: Int32?

        /// The connection is closed without an answer.
        static let silence = Answer(status: 0, body: Data())

        static func json(_ text: String, status: Int = 200) -> Answer { Answer(status: status, body: Data(text.utf8)) }
    }

    let port: Int
    private let descriptor: Int32
    private let seen = Mutex<[(target: String, head: String)]>([])
    private let sent = Mutex<[String]>([])
    private let respond: @Sendable (_ path: String, _ query: [String: String]) -> Answer

    private init(_ respond: @escaping @Sendable (String, [String: String]) -> Answer) throws {
        (descriptor, port) = try RawHTTP.listener()
        self.respond = respond
    }

    /// Path and query of the requests so far, in their order.
    var targets: [String] { seen.withLock { $0.map(\.target) } }

    /// The header sections of the requests so far, in their order.
    var heads: [String] { seen.withLock { $0.map(\.head) } }

    /// Path and query of those that were answered with a body, and not with 304.
    var bodies: [String] { sent.withLock { $0 } }

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
        seen.withLock { $0.append((String(words[1]), head)) }
        let query = Dictionary(
            (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
        var answer = respond(parts.path, query)
        guard answer.status != 0 else { return }
        if answer.headers.contains(where: {
            $0.hasPrefix("ETag: ") && head.contains("\nIf-None-Match: " + $0.dropFirst(6))
        }) {
            answer.status = 304
            answer.body = Data()
        } else {
            sent.withLock { $0.append(String(words[1])) }
        }
        var lines = ["HTTP/1.1 \(answer.status) Answer", "Content-Type: \(answer.type)"]
        if answer.tellsLength { lines.append("Content-Length: \(answer.body.count)") }
        lines += ["Connection: close"] + answer.headers
        RawHTTP.write(lines.joined(separator: "\r\n") + "\r\n\r\n", to: client)
        guard let interval = answer.dripMs else { return RawHTTP.write(Array(answer.body), to: client) }
        for byte in answer.body {
            RawHTTP.write([byte], to: client)
            var peer = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&peer, 1, interval) == 0 else { return }  // the client has gone
        }
    }
}
