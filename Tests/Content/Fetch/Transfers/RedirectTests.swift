import LarderFetch
import LarderModel
import Testing

@Suite("Redirects", .timeLimit(.minutes(10))) struct RedirectTests {
    @Test(arguments: [301, 302, 303, 307, 308]) func `every kind of redirect is followed, relative ones too`(
        status: Int
    ) async throws {
        try await withServer { request, connection in
            switch request.path {
            case "/a/start": connection.answer("\(status) Moved", ["Location: ../b/next?x=1#frag"], body: "gone")
            case "/b/next?x=1": connection.answer("\(status) Moved", ["Location: //\(request["host"] ?? "")/end"])
            default: connection.answer(body: request.path)
            }
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/a/start"))
            #expect(answer.body == Array("/end".utf8))
            #expect(answer.finalURL == server.url + "/end")
            #expect(answer.redirects.count == 2)
            #expect(answer.wireBytes == 8)
            #expect(server.accepted == 1)
        }
    }

    @Test func `a redirect without a place to go is an answer`() async throws {
        try await withServer { _, connection in
            connection.answer("302 Found", [], body: "nowhere")
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/"))
            #expect(answer.status == 302)
            #expect(answer.body == Array("nowhere".utf8))
        }
    }

    /// Goes to `/away` of the server itself and from there to the other one, `/round` there and back.
    private static func home(_ request: ScriptedServer.Request, _ other: String) -> String {
        switch request.path {
        case "/start": "/away"
        case "/away": other + "/there"
        default: other + "/back/\(request["host"] ?? "")"
        }
    }

    @Test func `redirects are left to whoever asks, where that is wanted`() async throws {
        try await ScriptedServer.run { request, connection in
            if request.path.hasPrefix("/back/") {
                connection.answer("302 Found", ["Location: http://\(request.path.dropFirst(6))/round"])
            } else {
                connection.answer(body: "there")
            }
        } around: { other in
            try await withServer { request, connection in
                connection.answer("302 Found", ["Location: \(Self.home(request, other.url))"])
            } body: { server, fetcher in
                let headers = [("Cookie", "c=1"), ("Accept", "a/b")].map { HeaderField(name: $0.0, value: $0.1) }
                func request(_ path: String) -> FetchRequest {
                    server.request(path) {
                        $0.followsRedirects = false
                        $0.maxRedirects = 2
                        $0.headers = headers
                        $0.allowedPrivateAuthorities.insert(other.authority)
                    }
                }
                let first = try await fetcher.fetch(request("/start"))
                #expect(first.status == 302 && first.redirectTarget == server.url + "/away" && first.redirects.isEmpty)
                let second = try #require(request("/start").following(first))
                #expect(second.headers.map(\.name) == ["Cookie", "Accept"])
                let away = try await fetcher.fetch(second)
                #expect(away.finalURL == server.url + "/away" && away.redirectTarget == other.url + "/there")
                #expect(other.requests.isEmpty)
                let next = try #require(second.following(away))
                #expect(next.headers.map(\.name) == ["Accept"])
                let last = try await fetcher.fetch(next)
                let whole = last.after(away.after(first))
                #expect(whole.body == Array("there".utf8) && whole.redirects.map(\.status) == [302, 302])
                #expect(last.redirectTarget == nil && next.following(last) == nil)
                let round = try await fetcher.fetch(request("/round"))
                let there = try #require(request("/round").following(round))
                let error = await failure(fetcher, there)
                #expect(error?.code == .redirectLoop, "the loop is seen over all of the way")
                var further = there
                further.maxRedirects = 1
                #expect(await failure(fetcher, further)?.code == .tooManyRedirects)
            }
        }
    }

    @Test func `what redirects led to before is asked without secrets, and the way counts`() async throws {
        try await ScriptedServer.run { request, connection in
            connection.answer("302 Found", ["Location: http:/\(request.path)"])
        } around: { other in
            try await withServer { _, connection in
                connection.answer(body: "home")
            } body: { server, fetcher in
                var first = server.request("/home") {
                    $0.headers = [("Cookie", "c=1"), ("Content-Type", "a/b"), ("Accept", "c/d")].map {
                        HeaderField(name: $0.0, value: $0.1)
                    }
                    $0.allowedPrivateAuthorities.insert(other.authority)
                }
                first.body = Array("{}".utf8)
                let next = first.redirected(to: "\(other.url)/\(server.authority)/home", after: 1)
                #expect(await failure(fetcher, next)?.code == .redirectLoop)
                let last = first.redirected(to: "\(other.url)/\(server.authority)/new", after: first.maxRedirects)
                #expect(await failure(fetcher, last)?.code == .tooManyRedirects)
                #expect(other.requests.count == 2 && server.requests.isEmpty)
                for request in other.requests {
                    #expect(request["cookie"] == nil && request["content-type"] == nil && request["accept"] == "c/d")
                }
            }
        }
    }

    @Test func `a loop is seen at once`() async throws {
        try await withServer { request, connection in
            connection.answer("302 Found", ["Location: \(request.path == "/a" ? "/b" : "/a#again")"])
        } body: { server, fetcher in
            let error = await failure(fetcher, server.request("/a"))
            #expect(error?.code == .redirectLoop)
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: [0, 1, 5]) func `redirects end at their limit`(limit: Int) async throws {
        try await withServer { request, connection in
            connection.answer("302 Found", ["Location: \(request.path)x"])
        } body: { server, fetcher in
            let error = await failure(fetcher, server.request("/") { $0.maxRedirects = limit })
            #expect(error?.code == .tooManyRedirects)
            #expect(server.requests.count == limit + 1)
        }
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/x", FetchError.Code.schemeRefused), ("file:///etc/passwd", .schemeRefused),
        ("http://:80:80/", .badURL),
        ("http://[::1", .badURL),
    ]) func `a redirect out of HTTP is refused`(location: String, code: FetchError.Code) async throws {
        try await withServer { _, connection in
            connection.answer("302 Found", ["Location: \(location)"])
        } body: { server, fetcher in
            #expect(await failure(fetcher, server.request("/"))?.code == code)
        }
    }

    @Test func `a redirect that never ends its body is followed all the same`() async throws {
        try await withServer { request, connection in
            if request.path == "/end" { return connection.answer(body: "end") }
            connection.send("HTTP/1.1 302 Found\r\nLocation: /end\r\nTransfer-Encoding: chunked\r\n\r\n")
            while connection.send("1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n") {}
        } body: { server, fetcher in
            let answer = try await fetcher.fetch(server.request("/"))
            #expect(answer.body == Array("end".utf8))
        }
    }

    @Test func `secrets stay with the origin they were meant for, for good`() async throws {
        let headers = [
            HeaderField(name: "Authorization", value: "Bearer x"), HeaderField(name: "X-Api-Key", value: "k"),
            HeaderField(name: "cookie", value: "c=1"), HeaderField(name: "X-House-Key", value: "own"),
            HeaderField(name: "Accept", value: "text/html"),
        ]
        try await ScriptedServer.run { request, connection in
            if request.path.hasPrefix("/back/") {
                connection.answer("302 Found", ["Location: http://\(request.path.dropFirst(6))/home"])
            } else {
                connection.answer(body: "other")
            }
        } around: { other in
            try await withServer { request, connection in
                switch request.path {
                case "/same": connection.answer("302 Found", ["Location: /home"])
                case "/away": connection.answer("302 Found", ["Location: \(other.url)/back/\(request["host"] ?? "")"])
                default: connection.answer(body: "home")
                }
            } body: { server, fetcher in
                let change: (inout FetchRequest) -> Void = {
                    $0.headers = headers
                    $0.secretHeaders = ["x-house-KEY"]
                    $0.allowedPrivateAuthorities.insert(other.authority)
                }
                _ = try await fetcher.fetch(server.request("/same", change))
                #expect(server.requests.count == 2)
                for request in server.requests {
                    #expect(
                        request["authorization"] == "Bearer x" && request["x-api-key"] == "k"
                            && request["cookie"] == "c=1"
                    )
                    #expect(request["x-house-key"] == "own")
                }
                let answer = try await fetcher.fetch(server.request("/away", change))
                #expect(answer.body == Array("home".utf8))
                for request in other.requests + server.requests.suffix(1) {
                    for name in ["authorization", "x-api-key", "cookie", "x-house-key"] {
                        #expect(request[name] == nil)
                    }
                    #expect(request["accept"] == "text/html")
                }
                #expect(other.requests.count == 1)
            }
        }
    }
}
