import Foundation
import LarderChaos
import Synchronization

/// A server of HTML pages, as the items of an API that says next to nothing of them.
final class PageSite: Sendable {
    /// What the API is.
    enum Kind: String {
        case food2fork
        case news = "newsapi-v2"
    }

    /// A PNG file of one pixel: the answer to everything that is no page.
    static let picture =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ) ?? Data()

    private let pages: [String: [UInt8]]
    private let ports = Mutex(0)

    private init(_ pages: [String: [UInt8]]) { self.pages = pages }

    /// Serves pages by name while `body` runs.
    ///
    /// - Parameter more: Further lines of the source's definition.
    static func with(
        _ kind: Kind,
        _ pages: [String: [UInt8]],
        more: String = "",
        _ body: (TestLarder, PageSite, AnsweringServer) async throws -> Void
    ) async throws {
        let site = PageSite(pages)
        try await Scratch.with { scratch in
            try await AnsweringServer.with { path, query in
                site.answer(path, query)
            } _: { server in
                site.ports.withLock { $0 = server.port }
                let source = """
                    name: real
                    kind: \(kind.rawValue)
                    base: http://127.0.0.1:\(server.port)
                    queries: [all]
                    retry: {attempts: 2, base: 5ms, cap: 20ms}
                    \(more)
                    """
                try await body(TestLarder(scratch, sources: [try scratch.write(source, to: "real.yaml")]), site, server)
            }
        }
    }

    /// The address of a page.
    func url(_ page: String) -> String { "http://127.0.0.1:\(ports.withLock { $0 })/pages/\(page)" }

    private func answer(_ path: String, _ query: [String: String]) -> AnsweringServer.Answer {
        let names = query["page"] == "1" ? pages.keys.sorted() : []
        switch path {
        case "/api/search": return json(["recipes": names.map(recipe)])
        case "/api/get": return json(["recipe": recipe(query["rId"] ?? "")])
        case "/v2/everything":
            let articles = names.map { ["title": $0, "url": url($0), "source": ["name": "Outlet"]] as [String: Any] }
            return json(["status": "ok", "totalResults": pages.count, "articles": articles])
        default:
            guard let page = pages[String(path.dropFirst("/pages/".count))] else {
                return AnsweringServer.Answer(type: "image/png", body: Self.picture)
            }
            return AnsweringServer.Answer(type: "text/html; charset=utf-8", body: Data(page))
        }
    }

    private func recipe(_ name: String) -> [String: Any] {
        ["recipe_id": name, "title": name, "source_url": url(name), "image_url": ""]
    }

    private func json(_ object: [String: Any]) -> AnsweringServer.Answer { .json((try? Corpus.text(object)) ?? "") }
}
