import Glibc
import LarderFetch
import LarderTestSupport
import Testing

@Suite("Address guard", .timeLimit(.minutes(10))) struct AddressGuardTests {
    @Test(arguments: [
        "127.0.0.1", "localhost", "0.0.0.0", "0x7f.1", "2130706433", "127.1", "[::1]", "[::ffff:127.0.0.1]", "[::]",
        "LOCALHOST.",
    ]) func `no spelling of loopback gets through`(host: String) async throws {
        try await withServer { _, connection in
            connection.answer(body: "inside")
        } body: { server, fetcher in
            let request = FetchRequest(url: "http://\(host):\(server.port)/", timeouts: .ample)
            let error = await failure(fetcher, request)
            #expect(error?.code == .privateAddress || (host.hasSuffix(".") && error?.code == .couldNotResolve))
            #expect(error?.isRetryable == false || host.hasSuffix("."))
            #expect(server.accepted == 0)
        }
    }

    @Test(arguments: [
        "10.0.0.1", "169.254.169.254", "192.168.1.1", "172.16.0.1", "100.64.0.1", "[fe80::1]", "[fd00::1]", "224.0.0.1",
    ])
    func `other networks within are refused before any packet goes out`(host: String) async throws {
        let error = try await withFetcher { await failure($0, FetchRequest(url: "http://\(host)/")) }
        #expect(error?.code == .privateAddress)
    }

    @Test func `an allowed authority is one host and one port`() async throws {
        try await withServer { _, connection in
            connection.answer(body: "inside")
        } body: { server, fetcher in
            var request = FetchRequest(url: server.url, timeouts: .ample)
            for wrong in ["127.0.0.1", "127.0.0.1:1", "localhost:\(server.port)", "127.0.0.1:\(server.port)x"] {
                request.allowedPrivateAuthorities = [wrong]
                #expect(await failure(fetcher, request)?.code == .privateAddress)
            }
            request.url = "http://LocalHost:\(server.port)/"
            request.allowedPrivateAuthorities = ["localhost:\(server.port)"]
            let answer = try await fetcher.fetch(request)
            #expect(answer.body == Array("inside".utf8))
        }
    }

    @Test func `a connection that was allowed to one request is refused to another`() async throws {
        try await withServer { _, connection in
            connection.answer(body: "inside")
        } body: { server, fetcher in
            for _ in 0..<3 {
                _ = try await fetcher.fetch(server.request("/"))
                let error = await failure(fetcher, FetchRequest(url: server.url))
                #expect(error?.code == .privateAddress)
            }
            #expect(server.requests.count == 3)
        }
    }

    @Test func `a redirect does not open what the first request may reach`() async throws {
        try await ScriptedServer.run { _, connection in
            connection.answer(body: "the treasure")
        } around: { inside in
            try await withServer { request, connection in
                connection.answer("302 Found", ["Location: http://\(inside.authority)\(request.path)"])
            } body: { server, fetcher in
                let error = await failure(fetcher, server.request("/metadata"))
                #expect(error?.code == .privateAddress)
                #expect(inside.accepted == 0)
            }
        }
    }

    @Test func `a name can be served elsewhere, and only for the authority it was asked for`() async throws {
        try await withServer { request, connection in
            if request.path == "/away" {
                connection.answer("302 Found", ["Location: http://elsewhere.invalid/"])
            } else {
                connection.answer(body: request["host"] ?? "")
            }
        } body: { server, fetcher in
            var request = FetchRequest(url: "http://larder.invalid:8080/", timeouts: .ample)
            request.connectTo = server.authority
            #expect(await failure(fetcher, request)?.code == .privateAddress)
            request.allowedPrivateAuthorities = ["larder.invalid:8080"]
            let answer = try await fetcher.fetch(request)
            #expect(answer.body == Array("larder.invalid:8080".utf8))
            #expect(answer.finalURL == "http://larder.invalid:8080/")
            request.url += "away"
            #expect(await failure(fetcher, request)?.code == .couldNotResolve)
            request.connectTo = nil
            request.url = "http://larder.invalid:8080/"
            let direct = await failure(fetcher, request)
            #expect(direct?.code == .couldNotResolve, "\(direct as Any)")
        }
    }

    @Test func `a proxy in the environment is not used`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                _ = unsafe setenv("http_proxy", "http://127.0.0.1:1/", 1)
                _ = unsafe setenv("ALL_PROXY", "http://127.0.0.1:1/", 1)
                try await withServer { _, connection in
                    connection.answer(body: "direct")
                } body: { server, fetcher in
                    let body = try await fetcher.fetch(server.request("/")).body
                    guard body == Array("direct".utf8) else { fatalError("came through something else") }
                }
            }
        }
    }

    @Test func `a configured proxy is used and may be anywhere`() async throws {
        try await ScriptedServer.run { request, connection in
            connection.answer(body: request.line)
        } around: { proxy in
            let proxies = ProxySettings(environment: ["http_proxy": proxy.url])
            try await withFetcher(FetcherConfiguration(proxies: proxies)) { fetcher in
                let answer = try await fetcher.fetch(FetchRequest(url: "http://example.org/x", timeouts: .ample))
                #expect(answer.body == Array("GET http://example.org/x HTTP/1.1".utf8))
            }
        }
    }
}
