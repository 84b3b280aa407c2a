internal import LarderSampleSite

extension SyncRun {
    /// Runs `body` beside the built-in sample site when a built-in source is wanted.
    func withSample<Result: Sendable>(
        _ builtIn: Set<String>,
        _ body: @escaping @Sendable (_ connectTo: String?) async throws -> Result
    ) async throws -> Result {
        guard !builtIn.isEmpty else { return try await body(nil) }
        var configuration = SampleSite.Configuration.standard
        configuration.recipes = options.sampleRecipes
        configuration.articles = options.sampleArticles
        configuration.publicURL = SourceRegistry.sampleBase
        let site = SampleSite(configuration: configuration)
        let (ports, announce) = AsyncStream<Int>.makeStream()
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await site.run { announce.yield($0) }
                announce.finish()
                return nil
            }
            group.addTask {
                guard let port = await ports.first(where: { _ in true }) else {
                    throw CoordinatorError(.internal, "The built-in sample site ended before it began to listen")
                }
                return try await body("127.0.0.1:\(port)")
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CoordinatorError(.internal, "The built-in sample site ended early")
        }
    }
}
