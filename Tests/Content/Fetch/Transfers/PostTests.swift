import LarderFetch
import LarderModel
import LarderThreading
import Testing

@Suite("POST", .timeLimit(.minutes(10))) struct PostTests {
    /// What a server was sent, with the method before it.
    private func sent(redirect status: Int?, to target: String = "/end") async throws -> [String] {
        let bodies = Guarded([String]())
        try await withServer { request, connection in
            let body = connection.readBody(request["content-length"].flatMap { Int($0) } ?? 0)
            let type = request["content-type"] ?? "no type"
            bodies.withLock {
                $0.append("\(request.line.prefix { $0 != " " }) \(type) \(String(decoding: body, as: UTF8.self))")
            }
            if let status, request.path == "/start" {
                connection.answer("\(status) Moved", ["Location: \(target)"])
            } else {
                connection.answer(body: "done")
            }
        } body: { server, fetcher in
            let request = server.request("/start") { request in
                request.body = Array(#"{"q": "ä"}"#.utf8)
                request.headers = [HeaderField(name: "Content-Type", value: "application/json")]
            }
            let answer = try await fetcher.fetch(request)
            #expect(answer.body == Array("done".utf8))
        }
        return bodies.withLock { $0 }
    }

    private let post = #"POST application/json {"q": "ä"}"#

    @Test func `a body is sent with its type`() async throws {
        #expect(try await sent(redirect: nil) == [post])
    }

    @Test(arguments: [307, 308]) func `a redirect that keeps the method is sent the body again`(status: Int)
        async throws
    {
        #expect(try await sent(redirect: status) == [post, post])
    }

    @Test(arguments: [301, 302, 303]) func `every other redirect becomes a GET`(status: Int) async throws {
        #expect(try await sent(redirect: status) == [post, "GET no type "])
    }
}
