internal import Foundation
internal import LarderTestSupport

/// The `sample-site` program, always on one port of few, so that its URLs and therefore catalogs of it are equal.
package struct SampleServer: Sendable {
    /// Which of the ports this task uses, from 0 to ``lanes`` − 1.
    @TaskLocal package static var lane = 0
    /// How many sites can be served at the same time.
    package static let lanes = 6

    /// Held for as long as this process lives; 0 when the kernel gave none.
    package static var port: Int { held[lane]?.number ?? 0 }
    package static var base: String { "http://127.0.0.1:\(port)" }
    private static let held = (0..<lanes).map { _ in try? HeldPort() }

    /// How much there is to fetch.
    package struct Content: Sendable, Hashable {
        package var recipes: Int
        package var articles: Int

        package init(recipes: Int, articles: Int) {
            self.recipes = recipes
            self.articles = articles
        }
    }

    package let program: Program

    /// Serves while `body` runs.
    ///
    /// - Parameter options: Added to the content's size and the port.
    /// - Throws: ``TestLarder/StandardError`` when the site does not begin to listen, or does not end in order.
    package static func with<Result>(
        _ scratch: Scratch,
        content: Content,
        _ options: [String] = [],
        _ body: (SampleServer) async throws -> Result
    ) async throws -> Result {
        let arguments =
            [
                "--port", "\(port)", "--recipes", "\(content.recipes)", "--articles", "\(content.articles)",
            ] + options
        let program = try scratch.start(.sampleSite, arguments)
        let isReady = try await eventually(in: scratch.folder) {
            program.hasEnded || program.output.contains("listening on")
        }
        guard isReady, !program.hasEnded else {
            throw TestLarder.StandardError(description: "sample-site did not begin to listen: \(program.errors)")
        }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(SampleServer(program: program)))
        } catch {
            result = .failure(error)
        }
        program.signal(SIGTERM)
        let end = await program.end(within: .seconds(240))
        if case .success = result, end != .exited(0) {
            throw TestLarder.StandardError(
                description: "sample-site ended with \(String(describing: end)): \(program.errors)"
            )
        }
        return try result.get()
    }

    /// What `/stats` counts.
    package struct Statistics: Decodable, Sendable {
        package var requests: Int
        package var ok: Int
        package var notModified: Int
        package var bodyBytes: Int
        package var repeatedBodies: Int
        package var faults: [String: Int]
    }

    package func statistics() throws -> Statistics {
        try JSONDecoder().decode(Statistics.self, from: RawHTTP.get("/stats", port: Self.port))
    }

    /// Source files for both APIs of the site; failed requests are tried again soon and often.
    package static func sources(in scratch: Scratch, concurrency: Int = 16, more: String = "") throws -> [String] {
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
