import LarderFetch
import Testing

@Suite("TLS", .timeLimit(.minutes(10)), .enabled(if: TLSSite.hasHTTP1, "the openssl command is not installed"))
struct TLSTests {
    @Test func `a certificate nobody vouches for is refused, one that is trusted is taken`() async throws {
        let site = try TLSSite.http1()
        defer { site.end() }
        let request = FetchRequest(
            url: "https://localhost:\(site.port)/",
            allowedPrivateAuthorities: ["localhost:\(site.port)"],
            timeouts: .ample
        )
        let refused = try await withFetcher { await failure($0, request) }
        #expect(refused?.code == .tlsFailed)
        #expect(refused?.isRetryable == false)

        let trusting = FetcherConfiguration(certificateAuthorities: site.certificate)
        try await withFetcher(trusting) { fetcher in
            let answer = try await fetcher.fetch(request)
            #expect(answer.status == 200)
            #expect(!answer.body.isEmpty)
            var other = request
            other.url = "https://127.0.0.1:\(site.port)/"
            other.allowedPrivateAuthorities = ["127.0.0.1:\(site.port)"]
            let wrongName = await failure(fetcher, other)
            #expect(wrongName?.code == .tlsFailed)
            #expect(wrongName?.isRetryable == false)
        }
    }
}

@Suite(
    "HTTP/2",
    .timeLimit(.minutes(10)),
    .enabled(if: TLSSite.hasHTTP2, "nghttpd (package nghttp2-server) is not installed")
)
struct HTTP2Tests {
    @Test func `many requests share one connection`() async throws {
        let site = try TLSSite.http2()
        defer { site.end() }
        let configuration = FetcherConfiguration(
            maxConnectionsPerHost: 50,
            certificateAuthorities: site.certificate
        )
        try await withFetcher(configuration) { fetcher in
            var request = FetchRequest(
                url: "https://localhost:\(site.port)/page.txt",
                allowedPrivateAuthorities: ["localhost:\(site.port)"],
                timeouts: .ample
            )
            let first = try await fetcher.fetch(request)
            #expect(first.version == .http2)
            #expect(first.body == Array("hello over http 2".utf8))
            let versions = try await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { [request] in try await fetcher.fetch(request).version } }
                return try await group.reduce(into: Set<FetchResponse.Version>()) { $0.insert($1) }
            }
            #expect(versions == [.http2])
            // A shared connection is no way around the guard either.
            request.allowedPrivateAuthorities = []
            #expect(await failure(fetcher, request)?.code == .privateAddress)
        }
    }
}
