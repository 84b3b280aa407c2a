import LarderFetch
import LarderModel
import LarderTestSupport
import LarderThreading
import Testing

@Suite("Answers", .timeLimit(.minutes(10))) struct AnswerTests {
    @Test func `a plain answer comes with everything that is known of it`() async throws {
        try await withServer(FetcherConfiguration(userAgent: "Tester/2 (me@example.org)")) { _, connection in
            connection.answer(
                "200 OK",
                ["ETag: \"v1\"", "X-MiXed:  two words  ", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"],
                body: "hello"
            )
        } body: { server, fetcher in
            let askedAt = MonotonicClock.now
            let answer = try await fetcher.fetch(
                server.request("/a/b?c=d#e") {
                    $0.headers = [HeaderField(name: "X-Mine", value: "yes"), HeaderField(name: "X-Empty", value: "")]
                }
            )
            #expect(answer.status == 200)
            #expect(answer.body == Array("hello".utf8))
            #expect(answer.finalURL == server.url + "/a/b?c=d")
            #expect(answer.headers.value(of: "x-mixed") == "two words")
            #expect(answer.validators == Validators(etag: "\"v1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"))
            #expect(answer.wireBytes == 5)
            #expect(answer.headerBytes > 40)
            #expect(answer.redirects.isEmpty)
            #expect(answer.version == .http1_1)
            #expect(answer.duration > .zero && answer.duration <= MonotonicClock.elapsed(since: askedAt))
            let seen = try #require(server.requests.first)
            #expect(seen.line == "GET /a/b?c=d HTTP/1.1")
            #expect(seen["user-agent"] == "Tester/2 (me@example.org)")
            #expect(seen["x-mine"] == "yes")
            #expect(seen["x-empty"] == "")
            #expect(seen["accept-encoding"]?.contains("gzip") == true)
            #expect(seen["cookie"] == nil)
        }
    }

    @Test(arguments: [404, 410, 429, 500, 503]) func `a refusal is an answer`(status: Int) async throws {
        try await withServer { _, connection in
            connection.answer("\(status) No", ["Retry-After: 7"], body: "why")
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/"))
            #expect(answer.status == status)
            #expect(answer.headers.value(of: "retry-after") == "7")
            #expect(answer.body == Array("why".utf8))
        }
    }

    @Test func `chunks are put together and trailers are not fields`() async throws {
        try await withServer { _, connection in
            connection.send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: 1\r\n\r\n3\r\nabc\r\n4;ext=1\r\ndefg\r\n0\r\nX-Late: 1\r\n\r\n"
            )
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/"))
            #expect(answer.body == Array("abcdefg".utf8))
            #expect(answer.headers.value(of: "x-a") == "1")
            #expect(answer.headers.value(of: "x-late") == nil)
        }
    }

    @Test func `interim answers leave no trace and folded or foreign values are read`() async throws {
        try await withServer { _, connection in
            connection.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nX-Fold: one\r\n  two\r\n")
            connection.send(
                [UInt8]("X-Latin: caf".utf8) + [0xE9]
                    + [UInt8]("\r\nX-Utf: café\r\nX-Two: 1\r\nX-Two: 2\r\nContent-Length: 2\r\n\r\nok".utf8)
            )
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/"))
            #expect(answer.headers.value(of: "link") == nil)
            #expect(answer.headers.value(of: "x-fold") == "one two")
            #expect(answer.headers.value(of: "x-latin") == "café")
            #expect(answer.headers.value(of: "x-utf") == "café")
            #expect(answer.headers.values(of: "x-two") == ["1", "2"])
        }
    }

    @Test func `a body without a length ends with the connection`() async throws {
        try await withServer { _, connection in
            connection.send("HTTP/1.0 200 OK\r\n\r\nuntil the end")
            connection.end()
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/"))
            #expect(answer.body == Array("until the end".utf8))
            #expect(answer.version == .http1)
        }
    }

    @Test func `a compressed body is decoded and its wire bytes are those sent`() async throws {
        let plain = Array(String(repeating: "hello larder ", count: 500).utf8)
        let sent = Gzip.stored(plain)
        try await withServer { _, connection in
            connection.answer("200 OK", ["Content-Encoding: gzip"], body: sent)
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/"))
            #expect(answer.body == plain)
            #expect(answer.wireBytes == sent.count)
        }
    }

    @Test(arguments: [([], false), ([0, 0, 10], false), ([0, 0x7B], true), (Array("Warning".utf8), true)])
    func `what follows the end of a compressed body is left out and told`(rest: [UInt8], isTold: Bool) async throws {
        try await withServer { _, connection in
            connection.answer("200 OK", ["Content-Encoding: gzip"], body: Gzip.stored(Array("hello".utf8)) + rest)
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/"))
            #expect(answer.body == Array("hello".utf8) && answer.hasRest == isTold)
        }
    }

    @Test func `validators make the server say not modified`() async throws {
        let validators = Validators(etag: "W/\"a\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        try await withServer { request, connection in
            let isKnown =
                request["if-none-match"] == "W/\"a\"" && request["if-modified-since"] == validators.lastModified
            if isKnown {
                connection.send("HTTP/1.1 304 Not Modified\r\nETag: W/\"a\"\r\nContent-Length: 99999999999\r\n\r\n")
            } else {
                connection.answer(body: "new")
            }
        } body: { server, fetcher in
            let again = try await fetcher.fetch(server.request("/") { $0.validators = validators })
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            let first = try await fetcher.fetch(server.request("/"))
            #expect(first.status == 200)
            #expect(server.accepted == 1)
        }
    }

    @Test func `one connection serves requests that follow each other`() async throws {
        try await withServer { _, connection in
            connection.answer(body: "x")
        } body: { server, fetcher in
            for _ in 0..<50 { _ = try await fetcher.fetch(server.request("/")) }
            #expect(server.accepted == 1)
            #expect(server.requests.count == 50)
        }
    }

    @Test func `a connection that the server has closed meanwhile is replaced`() async throws {
        try await withServer { _, connection in
            connection.answer("200 OK", ["Keep-Alive: timeout=100"], body: "x")
            connection.end()
        } body: { server, fetcher in
            for _ in 0..<20 { _ = try await fetcher.fetch(server.request("/")) }
            #expect(server.accepted == 20)
        }
    }

    @Test func `hundreds at once come through and no host gets more connections than allowed`() async throws {
        let configuration = FetcherConfiguration(maxConnectionsPerHost: 4, maxTransfers: 300)
        try await withServer(configuration) { request, connection in
            connection.answer(body: request.path)
        } body: { server, fetcher in
            let count = try await withThrowingTaskGroup { group in
                for number in 0..<400 {
                    group.addTask {
                        let answer = try await fetcher.fetch(server.request("/\(number)"))
                        return answer.body == Array("/\(number)".utf8)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(count == 400)
            #expect(server.accepted <= 4)
            #expect(server.mostActive <= 4)
        }
    }

    @Test func `two hundred connections can be open at once`() async throws {
        let configuration = FetcherConfiguration(maxConnectionsPerHost: 200)
        let waiting = Guarded([Connection]())
        try await withServer(configuration) { _, connection in
            // Only the last one answers, and for all: none is answered unless all are there.
            let all = waiting.withLock { waiting in
                waiting.append(connection)
                return waiting.count == 200 ? waiting : []
            }
            for connection in all { connection.answer(body: "x") }
        } body: { server, fetcher in
            try await withThrowingTaskGroup { group in
                for _ in 0..<200 { group.addTask { try await fetcher.fetch(server.request("/")) } }
                try await group.waitForAll()
            }
            #expect(server.accepted == 200)
        }
    }

    @Test func `spaces and letters beyond ASCII in a URL are encoded`() async throws {
        try await withServer { _, connection in
            connection.answer(body: "x")
        } body: { server, fetcher in
            _ = try await fetcher.fetch(server.request("/käse mit brot?q=ö ä"))
            #expect(server.requests.first?.path == "/k%C3%A4se%20mit%20brot?q=%C3%B6%20%C3%A4")
        }
    }
}
