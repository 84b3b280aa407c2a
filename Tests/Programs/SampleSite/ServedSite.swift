import LarderWireClient

@testable import LarderSampleSite

/// Serves a site while `body` runs, then stops it and waits for its end.
func withSite<Value: Sendable>(
    _ configuration: SampleSite.Configuration,
    _ body: @escaping @Sendable (SiteClient) async throws -> Value
) async throws -> Value {
    let site = SampleSite(configuration: configuration)
    let (ports, ready) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { ready.finish() }
            try await site.run { port in ready.yield(port) }
        }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else {
            try await group.waitForAll()
            throw SiteClient.NoAnswer(target: "the site itself")
        }
        let value = try await body(SiteClient(port: port))
        group.cancelAll()
        try await group.waitForAll()
        return value
    }
}

/// A small site.
func smallSite(
    recipes: Int = 100,
    articles: Int = 40,
    revision: Int = 0,
    faults: SampleSite.Faults = .init()
) -> SampleSite.Configuration {
    .init(
        seed: 7,
        recipes: recipes,
        articles: articles,
        revision: revision,
        changesPerRevision: 6,
        faults: faults
    )
}
