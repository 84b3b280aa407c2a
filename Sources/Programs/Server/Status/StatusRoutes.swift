internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Larder
internal import LarderPages
internal import LarderViewer
internal import NIOCore
internal import Synchronization

/// The page of the sync, which updates itself, and its buttons.
struct StatusRoutes {
    let library: ServedLarder
    let watcher: RunWatcher
    let control: SyncControl

    /// How often a page is updated.
    private static let interval: Duration = .seconds(1)
    /// Pages that update themselves at once; further ones stay as they are.
    private static let mostFollowers = 64
    private let followers = Counter()

    func add(to router: Router<BasicRequestContext>) {
        router.get("status") { request, _ in
            do {
                var view = try await view()
                view.readers = Self.readers(root: request.root)
                return PageRoutes.answer(view.html().text, cache: "no-store")
            } catch let error as LarderError {
                return PageRoutes.unreadable(error, library.folder)
            }
        }
        router.get("status/events") { _, _ in try events() }
        router.post("control/:name") { request, context in
            try await press(context.parameters.require("name"), request)
        }
    }

    private static func readers(root: String) -> [(name: String, address: String, isPage: Bool)] {
        [
            ("Feed of all items", "feeds/all.atom"),
            ("Feeds of each source, for a feed reader to import", "feeds.opml"),
            ("Catalogue for e-readers (OPDS)", "opds"),
            ("Server for feed reader apps (Google Reader API)", "reader"),
            ("API for programs (OpenAPI)", "api/v1/openapi.json"),
            ("Metrics for Prometheus", "metrics"),
        ].map { ($0, root + $1, $1 != "reader") }
    }

    private func view() async throws -> StatusView {
        let maker = StatusPageMaker(history: watcher.current, plan: control.plan, now: Date())
        return try await library.read { try maker.view($0) }
    }

    /// The page's inner part each second, as server-sent events (WHATWG HTML, section 9.2).
    private func events() throws -> Response {
        guard followers.add(below: Self.mostFollowers) else {
            throw HTTPError(.serviceUnavailable, message: "\(Self.mostFollowers) pages follow the sync already.")
        }
        let body = ResponseBody { writer in
            defer { followers.subtract() }
            var last = ""
            while !Task.isCancelled {
                let text = try await view().live().text
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
                // A line that begins with a colon keeps the connection and says nothing.
                try await writer.write(ByteBuffer(string: text == last ? ":\n\n" : lines.joined() + "\n"))
                last = text
                try await Task.sleep(for: Self.interval)
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: body
        )
    }

    private func press(_ name: String, _ request: Request) async throws -> Response {
        guard let token = control.plan.controlToken else {
            throw HTTPError(.forbidden, message: "This server only shows: start it with --allow-control for buttons.")
        }
        var request = request
        let form = FormBody(try await request.collectBody(upTo: 4_096))
        // Another site's page can send a form, but does not know the token.
        guard form["token"] == token, let button = SyncControl.Button(rawValue: name) else {
            throw HTTPError(.forbidden, message: "This page is older than the server. Go back and load it again.")
        }
        control.press(button, running: watcher.current.latest)
        return .redirect(to: "/status", type: .normal)
    }
}

/// A count that several tasks change.
final class Counter: Sendable {
    private let count = Mutex(0)

    /// Adds one unless there are `limit` already; returns whether it did.
    func add(below limit: Int) -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    func subtract() { count.withLock { $0 -= 1 } }
}
