import LarderModel
import Testing

@testable import LarderFetch

@Suite("Proxies") struct ProxyTests {
    @Test(
        arguments: [
            ("http://site.example/", "http://web:1"), ("https://site.example/", "http://tls:2"),
            ("http://example.org/", nil), ("http://www.example.org:8080/", nil),
            ("http://myexample.org/", "http://web:1"),
            ("http://10.1.2.3/", nil), ("http://11.1.2.3/", "http://web:1"), ("http://[fd00::7]/", nil),
            ("http://192.0.2.1/", nil),
        ] as [(String, String?)]
    ) func `the environment is read as curl reads it`(url: String, proxy: String?) throws {
        let settings = ProxySettings(environment: [
            "http_proxy": "http://web:1", "HTTPS_PROXY": "http://tls:2", "HTTP_PROXY": "http://cgi:3",
            "no_proxy": ".Example.org, 10.0.0.0/8 fd00::/8,192.0.2.1",
        ])
        let address = try HopURL(url)
        func chosen(_ environment: [String: String]) -> String? {
            ProxySettings(environment: environment).proxy(for: address)
        }
        #expect(settings.proxy(for: address) == proxy)
        #expect(chosen(["all_proxy": "http://all:4"]) == "http://all:4")
        #expect(chosen(["all_proxy": "x:1", "NO_PROXY": "*"]) == nil)
        #expect(chosen(["HTTP_PROXY": "x:1"]) == nil)
    }

    @Test(
        arguments: [
            ("http://larder:pass%2Fword@proxy.example:3128", ["larder:pass/word", "pass/word"]),
            ("larder:pa:ss@proxy.example:3128", ["larder:pa:ss", "pa:ss"]),
            ("socks5h://token-of-mine@proxy.example", ["token-of-mine", "token-of-mine"]),
            ("http://token-of-mine:@proxy.example/", ["token-of-mine:", "token-of-mine"]),
            ("http://proxy.example:3128/a@b", []),
        ]
    ) func `a proxy's login is a secret`(proxy: String, secrets: [String]) {
        #expect(ProxySettings(environment: ["https_proxy": proxy]).secrets == secrets)
    }

    @Test func `a proxy is not asked for what is written as a private address, unless that is allowed`() async throws {
        try await ScriptedServer.run { request, connection in
            connection.answer(body: request.line)
        } around: { proxy in
            let proxies = ProxySettings(environment: ["http_proxy": proxy.url])
            try await withFetcher(FetcherConfiguration(proxies: proxies)) { fetcher in
                for host in ["169.254.169.254", "localhost:99", "[::1]:99", "127.1"] {
                    let refused = await failure(fetcher, FetchRequest(url: "http://\(host)/", timeouts: .ample))
                    #expect(refused?.code == .privateAddress, "\(host): \(refused as Any)")
                }
                let allowed = FetchRequest(
                    url: "http://10.0.0.7/",
                    allowedPrivateAuthorities: ["10.0.0.7:80"],
                    timeouts: .ample
                )
                let answer = try await fetcher.fetch(allowed)
                #expect(answer.body == Array("GET http://10.0.0.7/ HTTP/1.1".utf8))
                var direct = FetchRequest(url: "http://larder.invalid/", timeouts: .ample)
                direct.proxy = ""
                #expect(await failure(fetcher, direct)?.code == .couldNotResolve)
            }
        }
    }

    @Test func `a failure names the proxy, without its password`() async throws {
        try await withFetcher { fetcher in
            var request = FetchRequest(url: "http://site.example/", timeouts: .ample)
            request.proxy = "http://me:hush-hush@proxy.invalid:3128"
            let error = await failure(fetcher, request)
            #expect(error?.code == .couldNotResolve)
            #expect(error?.message.contains("through the proxy http://proxy.invalid:3128") == true, "\(error as Any)")
            #expect(error?.message.contains("hush") == false)
            request.proxy = "socks9://me:hush@proxy.invalid:3128"  // libcurl's own words repeat it
            let refusal = await failure(fetcher, request)
            #expect(refusal?.message.contains("socks9://proxy.invalid:3128") == true, "\(refusal as Any)")
            #expect(refusal?.message.contains("hush") == false)
        }
    }
}
