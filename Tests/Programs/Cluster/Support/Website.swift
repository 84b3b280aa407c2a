import Foundation
import LarderChaos
import Synchronization

/// A website whose answers a test sets by path, and a source over it.
final class Website: Sendable {
    private let answers: Mutex<[String: AnsweringServer.Answer]>
    let larder: TestLarder
    let server: AnsweringServer
    private let scratch: Scratch
    private let source: String

    private init(
        _ answers: [String: AnsweringServer.Answer],
        _ source: String,
        _ scratch: Scratch,
        _ server: AnsweringServer
    )
        throws
    {
        self.answers = Mutex(answers)
        self.source = source
        self.scratch = scratch
        self.server = server
        larder = TestLarder(scratch, sources: [try scratch.write(source, to: "web.yaml")])
    }

    static func html(_ text: String) -> AnsweringServer.Answer {
        AnsweringServer.Answer(type: "text/html; charset=utf-8", body: Data(text.utf8))
    }

    static func xml(_ text: String) -> AnsweringServer.Answer {
        AnsweringServer.Answer(type: "application/xml", body: Data(text.utf8))
    }

    /// A sitemap of these addresses.
    static func urlset(_ addresses: [String]) -> AnsweringServer.Answer {
        xml("<urlset>" + addresses.map { "<url><loc>\($0)</loc></url>" }.joined() + "</urlset>")
    }

    /// A page of one article.
    static func article(_ name: String, links: [String] = []) -> AnsweringServer.Answer {
        let anchors = links.map { "<a href=\"\($0)\">on</a>" }.joined(separator: " ")
        return html(
            "<!doctype html><title>Page \(name)</title><main><h1>Page \(name)</h1><p>"
                + String(repeating: "The words of the page \(name), and some more of them. ", count: 8)
                + "</p></main><nav>\(anchors)</nav>"
        )
    }

    /// Serves while `body` runs; what has no answer is 404.
    ///
    /// - Parameter lines: Of the definition, without name and base.
    static func with(
        _ answers: [String: AnsweringServer.Answer],
        _ lines: String,
        base: String = "/",
        _ body: (Website) async throws -> Void
    ) async throws {
        let site = Holder()
        try await Scratch.with { scratch in
            try await AnsweringServer.with { path, _ in
                site.website.withLock { $0 }?.answer(path) ?? .silence
            } _: { server in
                let source = """
                    name: web
                    base: http://127.0.0.1:\(server.port)\(base)
                    retry: {attempts: 2, base: 5ms, cap: 20ms}
                    \(lines)
                    """
                let website = try Website(answers, source, scratch, server)
                site.website.withLock { $0 = website }
                try await body(website)
            }
        }
    }

    /// Answers so from now on; nil: with 404.
    func set(_ path: String, _ answer: AnsweringServer.Answer?) { answers.withLock { $0[path] = answer } }

    /// Another larder over the same source.
    func otherLarder(_ name: String = "other", besides sources: [String] = []) throws -> TestLarder {
        TestLarder(scratch, name, sources: [try scratch.write(source, to: "web.yaml")] + sources)
    }

    /// Syncs, and gives what was asked for meanwhile.
    func sync(progress: String = "none") async throws -> (run: Scratch.Finished, targets: [String]) {
        let before = server.targets.count
        let run = try await larder.sync(progress: progress)
        return (run, Array(server.targets.dropFirst(before)))
    }

    /// Syncs into the same larder with further lines in the definition.
    func sync(adding lines: String) async throws -> Scratch.Finished {
        let file = try scratch.write(source + "\n" + lines, to: "web.yaml")
        return try await TestLarder(scratch, sources: [file]).sync(progress: "plain")
    }

    private func answer(_ path: String) -> AnsweringServer.Answer {
        answers.withLock { $0[path] } ?? AnsweringServer.Answer(status: 404, type: "text/plain", body: Data())
    }

    private final class Holder: Sendable {
        let website = Mutex<Website?>(nil)
    }
}
