import Foundation
import LarderChaos
import Synchronization

/// A food2fork API whose list can shrink and grow, with a page and a picture for each recipe.
final class PantryApi: Sendable {
    private struct State {
        var listed: Int
        var emptyDetails: Set<Int> = []
        var port = 0
    }

    private let state: Mutex<State>

    init(listed: Int, emptyDetails: Set<Int> = []) {
        state = Mutex(State(listed: listed, emptyDetails: emptyDetails))
    }

    /// Lists the first so many recipes from now on.
    func list(_ count: Int) { state.withLock { $0.listed = count } }

    /// Serves while `body` runs.
    func serve<Result>(_ body: (AnsweringServer) async throws -> Result) async throws -> Result {
        try await AnsweringServer.with { [self] in
            answer($0, $1)
        } _: { server in
            state.withLock { $0.port = server.port }
            return try await body(server)
        }
    }

    /// A source file for it.
    func source(in scratch: Scratch, name: String = "pantry") throws -> String {
        let port = state.withLock { $0.port }
        return try scratch.write(
            """
            name: \(name)
            kind: food2fork
            base: http://127.0.0.1:\(port)
            queries: [stew]
            retry: {attempts: 2, base: 5ms, cap: 20ms}
            """,
            to: name + ".yaml"
        )
    }

    private func answer(_ path: String, _ query: [String: String]) -> AnsweringServer.Answer {
        let state = state.withLock { $0 }
        let origin = "http://127.0.0.1:\(state.port)"
        let name = String(path.split(separator: "/").last ?? "")
        switch path {
        case "/api/search":
            let entries = (query["page"] == "1" ? 0..<state.listed : 0..<0).map { Self.recipe($0, origin) }
            return .json(#"{"count": \#(entries.count), "recipes": [\#(entries.joined(separator: ", "))]}"#)
        case "/api/get":
            let number = Int(query["rId"]?.dropFirst() ?? "") ?? -1
            guard !state.emptyDetails.contains(number) else { return .json(#"{"recipe": []}"#) }
            return .json(#"{"recipe": \#(Self.recipe(number, origin, #""ingredients": ["\#(number) beans"], "#))}"#)
        case _ where path.hasPrefix("/page/"):
            return AnsweringServer.Answer(type: "text/html; charset=utf-8", body: Data(Self.page(name).utf8))
        case _ where path.hasPrefix("/picture/"):
            return AnsweringServer.Answer(type: "image/png", body: Self.pixel + Data(name.utf8))
        default: return .json("{}", status: 404)
        }
    }

    /// Of the recipes 4 and 24 there is one picture.
    private static func recipe(_ number: Int, _ origin: String, _ more: String = "") -> String {
        """
        {\(more)"recipe_id": "r\(number)", "title": "Stew \(number)", "publisher": "Pantry", "social_rank": \(number),
        "source_url": "\(origin)/page/\(number)", "image_url": "\(origin)/picture/\(number == 24 ? 4 : number)"}
        """
    }

    private static func page(_ name: String) -> String {
        let steps = (1...8).map {
            "<p>Step \($0) of stew \(name): stir the beans slowly, taste them, and add some salt.</p>"
        }
        return """
            <!doctype html><html lang="en"><title>Stew \(name)</title><h1>Stew \(name)</h1>
            <article>\(steps.joined())<img src="/picture/page-\(name)" width="400" height="300"></article></html>
            """
    }

    /// A PNG of one pixel.
    private static let pixel =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ) ?? Data()
}
