import Foundation
import LarderFixtures
import LarderModel
import LarderServer
import LarderWireClient

extension ClientTimeouts {
    /// More than a client takes here, however busy the machine is.
    static var ample: Self {
        var timeouts = Self()
        (timeouts.head, timeouts.body, timeouts.idle) = (.seconds(300), .seconds(300), .seconds(300))
        return timeouts
    }
}

/// Serves a folder while `body` runs, then stops and waits for the end.
func withServer<Value: Sendable>(
    _ folder: URL,
    _ change: (inout LarderServer.Options) throws -> Void = { _ in },
    _ body: @escaping @Sendable (SiteClient) async throws -> Value
) async throws -> Value {
    guard let address = ListenAddress("127.0.0.1:0") else { throw SiteClient.NoAnswer(target: "127.0.0.1") }
    var options = LarderServer.Options(folder: folder.path(percentEncoded: false), address: address)
    options.timeouts = .ample
    try change(&options)
    let server = LarderServer(options)
    let (ports, ready) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { ready.finish() }
            try await server.run { port in ready.yield(port) }
        }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else {
            try await group.waitForAll()
            throw SiteClient.NoAnswer(target: "the server itself")
        }
        let value = try await body(SiteClient(port: port))
        group.cancelAll()
        try await group.waitForAll()
        return value
    }
}

/// What a test's larder has.
enum SampleLarder {
    static let hostile = "<script>alert(1)</script> & \"q\" 'a' ]]> \u{202E} 🍲"
    /// The beginning of a JPEG, and further bytes.
    static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<99).map { UInt8($0) }
    static let recipes = 60
    /// Items that lists show: one article is a recipe's page, and one recipe is gone.
    static let listed = recipes - 1 + 3

    /// 60 recipes, of which the last is gone, and 4 articles, of which one is a page of a recipe.
    static func make() throws -> LarderFixture {
        let fixture = try LarderFixture()
        try fixture.add(
            (1...recipes).map { number in
                recipe(number, number == 1 ? hostile : "Soup \(100 + number)", rank: Double(number)) {
                    $0.sourceURL = "https://sample.example/\(number)"
                    $0.ingredients = [Ingredient(text: "\(number) cups water")]
                    $0.steps = [RecipeStep(text: "Simmer for 20 minutes.")]
                    ($0.totalMinutes, $0.servings, $0.keywords) = (
                        number, 2, ["warm", number % 2 == 0 ? "even" : "odd"]
                    )
                    if number == 2 { $0.imageURN = "image:sample:2" }
                }
            }
        )
        try fixture.add(picture: "image:sample:2", format: "jpeg", file: picture)
        try fixture.add(
            (1...4).map { number in
                Article(
                    urn: "article:sample:\(number == 4 ? "3" : "a\(number)")",
                    author: "A. Writer",
                    title: "News \(number)",
                    summary: "In short.",
                    url: "https://sample.example/news/\(number)",
                    publishedAt: 1_700_000_000_000 + Int64(number)
                )
            }
        )
        try fixture.add(text: "The first paragraph.\n\nThe second one.", of: "article:sample:a1")
        try fixture.execute("UPDATE recipe SET goneAt = 9 WHERE recordID = '\(recipes)'")
        return fixture
    }
}
