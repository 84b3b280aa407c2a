import Glibc
import LarderFetch
import LarderModel
import LarderTestSupport
import LarderThreading
import Testing

@Suite("Failed transfers", .timeLimit(.minutes(10))) struct FailureTests {
    /// The code of the failure of one transfer, which nothing in its message gives away; nil: it did not fail.
    func code(
        _ change: @escaping @Sendable (inout FetchRequest) -> Void = { _ in },
        _ configuration: FetcherConfiguration = FetcherConfiguration(),
        _ handler: @escaping ScriptedServer.Handler
    ) async throws -> FetchError.Code? {
        try await withServer(configuration, handler) { server, fetcher in
            let error = await failure(fetcher, server.request("/secret?key=HUSH", change))
            #expect(error?.message.contains("HUSH") != true)
            #expect(error.map { !$0.message.isEmpty } ?? true)
            // Whatever happened to one transfer, the next is served.
            return error?.code
        }
    }

    @Test func `a body shorter than announced is cut`() async throws {
        let code = try await code { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
            connection.end()
        }
        #expect(code == .bodyCut)
    }

    @Test(arguments: ["5\r\nab", "5\r\nabcde\r\n", "5\r\nabcde\r\n0\r\n"]) func `chunks without the last one are cut`(
        sent: String
    )
        async throws
    {
        let code = try await code { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + sent)
            connection.end()
        }
        #expect(code == .bodyCut)
    }

    @Test func `a reset in the body is a cut`() async throws {
        let code = try await code { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nabc")
            connection.reset()
        }
        #expect(code == .bodyCut || code == .noAnswer)
    }

    @Test func `a connection that ends without a word gave no answer`() async throws {
        #expect(try await code { _, connection in connection.end() } == .noAnswer)
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n"])
    func `what is not HTTP is refused`(sent: String) async throws {
        let code = try await code { _, connection in
            connection.send(sent)
            connection.end()
        }
        #expect(code == .protocolError || code == .noAnswer)
    }

    @Test func `nobody listening is no connection`() async throws {
        let port = try HeldPort()
        defer { withExtendedLifetime(port) {} }
        let authority = "127.0.0.1:\(port.number)"
        let request = FetchRequest(url: "http://\(authority)/", allowedPrivateAuthorities: [authority])
        let error = try await withFetcher { await failure($0, request) }
        #expect(error?.code == .couldNotConnect)
        #expect(error?.isRetryable == true)
    }

    @Test func `a name without address is not resolved`() async throws {
        let request = FetchRequest(url: "http://no-such-host.invalid/", timeouts: .ample)
        let error = try await withFetcher { await failure($0, request) }
        #expect(error?.code == .couldNotResolve)
        #expect(error?.message.contains("no-such-host.invalid") == true)
    }

    /// A handle that failed in the middle must not spoil the next transfer.
    @Test func `failures of every kind leave the fetcher as good as before`() async throws {
        try await withServer { request, connection in
            switch request.path {
            case "/cut": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            case "/big": connection.answer(body: [UInt8](repeating: 1, count: 5_000))
            case "/nonsense": connection.send("nonsense\r\n\r\n")
            case "/gzip": connection.answer("200 OK", ["Content-Encoding: gzip"], body: [1, 2, 3])
            default: return connection.answer(body: "fine")
            }
            connection.end()
        } body: { server, fetcher in
            for path in ["/cut", "/big", "/nonsense", "/gzip", "/", "http://no.invalid/", "http://10.0.0.1/"] {
                for _ in 0..<3 {
                    var request = server.request(path) { $0.maxBodyBytes = 1_000 }
                    if path.hasPrefix("http") { request.url = path }
                    #expect(await failure(fetcher, request)?.code != .couldNotStart)
                    let answer = try await fetcher.fetch(server.request("/"))
                    #expect(answer.body == Array("fine".utf8))
                }
            }
        }
    }

    @Test func `a connection that is never taken times out`() async throws {
        let (listener, port) = try listenOnLoopback(backlog: 0)
        defer { _ = close(listener) }
        let request = FetchRequest(
            url: "http://127.0.0.1:\(port)/",
            allowedPrivateAuthorities: ["127.0.0.1:\(port)"],
            timeouts: .init(connect: .milliseconds(100), silence: .milliseconds(150))
        )
        let error = try await withFetcher(FetcherConfiguration(maxConnectionsPerHost: 8)) { fetcher in
            // With the listener's queue full, the kernel lets further connections hang; the first ones fall silent
            // instead.
            await withTaskGroup { group in
                for _ in 0..<6 { group.addTask { await failure(fetcher, request) } }
                return await group.reduce(into: [FetchError?]()) { $0.append($1) }
            }
        }
        #expect(error.allSatisfy { $0?.code == .timedOut })
        #expect(error.contains { $0?.message.contains("without a connection") == true })
    }

    @Test func `silence before the answer and in the body times out`() async throws {
        for sent in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"] {
            let code = try await code({ $0.timeouts.silence = .milliseconds(50) }) { _, connection in
                connection.send(sent)
                connection.waitForEnd()
            }
            #expect(code == .timedOut)
        }
    }

    @Test func `a drip keeps no transfer alive over its total time`() async throws {
        let code = try await code({ $0.timeouts = .init(silence: .milliseconds(100), total: .milliseconds(300)) }) {
            _,
            connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            repeat { connection.send("x") } while !connection.waitForEnd(milliseconds: 5)
        }
        #expect(code == .timedOut)
    }

    @Test func `a drip outlives the limit of silence`() async throws {
        // On a loaded machine the server itself can fall silent for longer than the limit: then the next try has more
        // time.
        for silence in [Duration.milliseconds(500), .seconds(3), .seconds(15)] {
            let drip = Int32(silence / .milliseconds(1) / 25)
            // Nil where the server did not come to its turn at all.
            let longestPause = Guarded<Duration?>(nil)
            let clock = ContinuousClock()
            let asked = clock.now
            let code = try await code({ $0.timeouts = .init(silence: silence) }) { _, connection in
                var lastSent = asked
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n")
                for _ in 0..<40 {
                    connection.waitForEnd(milliseconds: drip)
                    connection.send("x")
                    longestPause.withLock { $0 = max($0 ?? .zero, clock.now - lastSent) }
                    lastSent = clock.now
                }
            }
            if code == nil { return }
            let pause = longestPause.withLock { $0 } ?? clock.now - asked
            try #require(pause >= silence / 2, "\(code as Any) although a byte came in time")
        }
        Issue.record("The server was silent for too long in every try.")
    }

    @Test func `a body over the limit is refused, announced or not`() async throws {
        let announced = try await code({ $0.maxBodyBytes = 1_000 }) { _, connection in
            connection.answer(body: [UInt8](repeating: 7, count: 1_001))
        }
        #expect(announced == .tooLarge)
        let endless = try await code({ $0.maxBodyBytes = 100_000 }) { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while connection.send("1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n") {}
        }
        #expect(endless == .tooLarge)
        let exact = try await code({ $0.maxBodyBytes = 1_000 }) { _, connection in
            connection.answer(body: [UInt8](repeating: 7, count: 1_000))
        }
        #expect(exact == nil)
    }

    @Test func `all transfers together hold no more than the budget, and what is held is given back`() async throws {
        // Four bodies without their last byte are more than the budget, and a body that is sent need not have been read
        // yet: the last bytes go out when the fetcher has hung up on one.
        let waiting = Guarded<[Connection]?>([])
        try await withServer(FetcherConfiguration(maxConnectionsPerHost: 8, maxBufferedBytes: 100_000)) {
            request,
            connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 40000\r\n\r\n" + String(repeating: "x", count: 39_999))
            let waits = waiting.withLock { waiting in
                waiting?.append(connection)
                return waiting != nil
            }
            if waits { connection.waitForEnd() }
            let held = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting ?? []
            }
            for connection in waits ? held : [connection] { connection.send("x") }
        } body: { server, fetcher in
            let codes = await withTaskGroup { group in
                for _ in 0..<4 { group.addTask { await failure(fetcher, server.request("/together")) } }
                return await group.reduce(into: [FetchError?]()) { $0.append($1) }
            }
            #expect(codes.contains { $0?.code == .tooLarge && $0?.isRetryable == true })
            for _ in 0..<20 { #expect(await failure(fetcher, server.request("/alone")) == nil) }
        }
    }

    @Test func `header lines have a limit in bytes and in number, interim answers included`() async throws {
        let limits = FetcherConfiguration(maxHeaderBytes: 10_000, maxHeaderCount: 50)
        let long = try await code({ _ in }, limits) { _, connection in
            connection.answer("200 OK", ["X-Long: " + String(repeating: "x", count: 10_000)])
        }
        #expect(long == .tooLarge)
        let many = try await code({ _ in }, limits) { _, connection in
            connection.answer("200 OK", (0..<60).map { "X-\($0): 1" })
        }
        #expect(many == .tooLarge)
        let endless = try await code({ _ in }, limits) { _, connection in
            while connection.send("HTTP/1.1 100 Continue\r\n\r\n") {}
        }
        #expect(endless == .tooLarge)
        let few = try await code({ _ in }, limits) { _, connection in
            connection.answer("200 OK", (0..<40).map { "X-\($0): 1" })
        }
        #expect(few == nil)
    }

    @Test func `a server without TLS fails the handshake`() async throws {
        let error = try await ScriptedServer.run(greeting: "HTTP/1.1 400 Speak TLS\r\n\r\n") { _, _ in
        } around: { server in
            try await withFetcher { fetcher in
                let url = "https://\(server.authority)/"
                return await failure(fetcher, FetchRequest(url: url, allowedPrivateAuthorities: [server.authority]))
            }
        }
        #expect(error?.code == .tlsFailed)
        #expect(error?.isRetryable == false && error?.message.contains("Write http:// for https://") == true)
    }

    @Test(arguments: [
        ("ftp://example.org/", FetchError.Code.schemeRefused), ("file:///etc/passwd", .schemeRefused),
        ("gopher://127.0.0.1:1/x", .schemeRefused), ("javascript:alert(1)", .schemeRefused), ("http://", .badURL),
        ("", .badURL),
        ("example.org/x", .badURL), ("http://a b/", .badURL), ("http://x:99999/", .badURL),
        ("http://a\u{0}b/", .badURL),
        ("http://x/" + String(repeating: "y", count: 20_000), .badURL),
    ]) func `what is no http URL is refused`(url: String, code: FetchError.Code) async throws {
        let error = try await withFetcher { await failure($0, FetchRequest(url: url)) }
        #expect(error?.code == code)
        #expect(error?.isRetryable == false)
    }

    @Test(arguments: [
        ("X\r\nY", "1"), ("X", "1\r\nY: 2"), ("X", "a\u{0}"), ("", "1"), ("X Y", "1"), ("Host", "evil"),
        ("content-length", "3"),
    ])
    func `a header that would break the request is refused`(name: String, value: String) async throws {
        let request = FetchRequest(url: "http://127.0.0.1:1/", headers: [HeaderField(name: name, value: value)])
        let error = try await withFetcher { await failure($0, request) }
        #expect(error?.code == .badHeader)
    }
}
