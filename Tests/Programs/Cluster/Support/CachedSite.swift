import Foundation
import LarderChaos
import Synchronization
import Testing

/// An API of one recipe with its page and its picture, whose answers all have the fields and the status that a test
/// sets.
final class CachedSite: Sendable {
    /// What a sync says of itself.
    struct Summary: Decodable {
        var done: Int
        var unchanged: Int
        var fromCache: Int
        var requests: Int
        var bodies: Int
    }

    private struct Behaviour: Sendable {
        var status = 200
        var headers: [String] = []
    }

    private let behaviour: Mutex<Behaviour>
    let larder: TestLarder
    let server: AnsweringServer

    private init(_ behaviour: consuming Mutex<Behaviour>, _ larder: TestLarder, _ server: AnsweringServer) {
        self.behaviour = behaviour
        self.larder = larder
        self.server = server
    }

    /// Serves while `body` runs.
    static func with(_ headers: [String], _ body: (CachedSite) async throws -> Void) async throws {
        let current = Current()
        try await Scratch.with { scratch in
            try await AnsweringServer.with { path, query in
                current.site.withLock { $0 }?.answer(path, query) ?? .silence
            } _: { server in
                let source = """
                    name: cached
                    kind: food2fork
                    base: http://127.0.0.1:\(server.port)
                    queries: [soup]
                    retry: {attempts: 2, base: 5ms, cap: 20ms}
                    """
                let larder = TestLarder(scratch, sources: [try scratch.write(source, to: "cached.yaml")])
                let site = CachedSite(Mutex(Behaviour(headers: headers)), larder, server)
                current.site.withLock { $0 = site }
                try await body(site)
            }
        }
    }

    /// Answers so from now on; nil: as before.
    func answers(_ status: Int? = nil, _ headers: [String]? = nil) {
        behaviour.withLock { behaviour in
            behaviour.status = status ?? behaviour.status
            behaviour.headers = headers ?? behaviour.headers
        }
    }

    /// Syncs to the end.
    ///
    /// - Returns: What the sync says of itself, and what was asked for meanwhile.
    func sync(_ options: [String] = [], under shim: Shim? = nil) async throws -> (Summary, targets: [String]) {
        let before = server.targets.count
        let run = try await larder.sync(progress: "json", options, environment: shim?.environment ?? [:])
        try #require(run.end == .exited(0), "\(run)")
        let line = try #require(run.output.split(separator: "\n").last { $0.contains(#""event":"summary""#) }, "\(run)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return (try decoder.decode(Summary.self, from: Data(line.utf8)), Array(server.targets.dropFirst(before)))
    }

    /// What is known of answers in the larder's cache.
    var records: [String] {
        let files = FileManager.default.enumerator(atPath: larder.folder + "/cache/responses")
        return (files?.allObjects as? [String] ?? []).filter { $0.contains("/") }
    }

    private func answer(_ path: String, _ query: [String: String]) -> AnsweringServer.Answer {
        let now = behaviour.withLock { $0 }
        var answer = content(path, query)
        if now.status != 200 { answer = AnsweringServer.Answer(status: now.status, body: Data()) }
        answer.headers = now.headers
        return answer
    }

    private func content(_ path: String, _ query: [String: String]) -> AnsweringServer.Answer {
        let base = "http://127.0.0.1:\(server.port)"
        let recipe = [
            #"{"recipe_id": "1", "title": "Soup", "publisher": "Kitchen", "source_url": "\#(base)/page""#,
            #""image_url": "\#(base)/picture.png"}"#,
        ].joined(separator: ", ")
        switch path {
        case "/api/search": return .json(#"{"recipes": [\#(query["page"] == "1" ? recipe : "")]}"#)
        case "/api/get": return .json(#"{"recipe": \#(recipe)}"#)
        case "/page":
            let page =
                "<title>Soup</title><article><h1>Soup</h1><p>Water, salt and patience, on a small flame.</p></article>"
            return AnsweringServer.Answer(type: "text/html; charset=utf-8", body: Data(page.utf8))
        default: return AnsweringServer.Answer(type: "image/png", body: PageSite.picture)
        }
    }

    /// The site, which is known only once its server is.
    private final class Current: Sendable {
        let site = Mutex<CachedSite?>(nil)
    }
}
