import Foundation
import Testing

/// The `sample-site` program, always on the same port, so that its URLs and therefore catalogs of it are equal.
struct SampleServer {
    static let port = RawHTTP.freePort
    static let base = "http://127.0.0.1:\(port)"

    let program: Program
    private let scratch: Scratch

    /// Serves while `body` runs.
    ///
    /// - Parameter options: Added to the content's size and the port.
    static func with<Result>(
        _ scratch: Scratch,
        _ options: [String] = [],
        _ body: (SampleServer) async throws -> Result
    ) async throws -> Result {
        let arguments =
            [
                "--port", "\(port)", "--recipes", "\(Settings.recipes)", "--articles", "\(Settings.articles)",
                "--picture-variety", "1",
            ] + options
        let program = try scratch.start(.sampleSite, arguments)
        let isReady = await eventually { program.hasEnded || program.output.contains("listening on") }
        try #require(isReady && !program.hasEnded, "sample-site did not begin to listen: \(program.errors)")
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(SampleServer(program: program, scratch: scratch)))
        } catch {
            result = .failure(error)
        }
        program.signal(SIGTERM)
        let end = await program.end(within: .seconds(30))
        if case .success = result { #expect(end == .exited(0), "sample-site: \(program.errors)") }
        return try result.get()
    }

    /// What `/stats` counts.
    struct Statistics: Decodable {
        var requests: Int
        var ok: Int
        var notModified: Int
        var bodyBytes: Int
        var repeatedBodies: Int
        var faults: [String: Int]
    }

    func statistics() throws -> Statistics {
        try JSONDecoder().decode(Statistics.self, from: RawHTTP.get("/stats", port: Self.port))
    }

    /// Source files for both APIs of the site; failed requests are tried again soon and often.
    static func sources(in scratch: Scratch, concurrency: Int = 16, more: String = "") throws -> [String] {
        let common = """
            base: \(base)
            politeness: {concurrency: \(concurrency)}
            retry: {attempts: 20, base: 10ms, cap: 200ms}
            \(more)
            """
        return [
            try scratch.write(
                """
                name: site
                kind: food2fork
                queries: [pasta, soup, salad, curry, pie, stew, cake, pizza]
                \(common)
                """,
                to: "site.yaml"
            ),
            try scratch.write("name: site-news\nkind: newsapi-v2\n\(common)\n", to: "site-news.yaml"),
        ]
    }
}
