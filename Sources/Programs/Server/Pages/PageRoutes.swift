internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Larder
internal import LarderModel
internal import LarderPages
internal import LarderViewer
internal import NIOCore

/// The pages for people.
struct PageRoutes {
    let library: ServedLarder
    let answers: CatalogAnswers

    func add(to router: Router<BasicRequestContext>) {
        router.get("/") { request, _ in
            let list = ListAddress(query: request.uri.query.map { $0[...] } ?? "")
            guard list != ListAddress() else { return try await home(request) }
            // The address in one spelling.
            return try await page(list.text + (list.isTyping ? "&typing" : ""), request) { pages in
                try pages.list(list).html()
            }
        }
        router.get("/item/**") { request, _ in try await item(request) }
    }

    /// The page of all items, which tells what is new to this reader.
    private func home(_ request: Request) async throws -> Response {
        // Without a catalog the page tells so.
        let latest = try? await library.read { try $0.reader.latestChange() }
        let visit = Visit(request, latestChange: latest ?? 0, now: Date())
        var response = try await page("home \(visit.since)", request) { pages in
            var pages = pages
            pages.seenChange = visit.since
            return try pages.list(ListAddress()).html()
        }
        response.setCookie(visit.cookie)
        return response
    }

    private func item(_ request: Request) async throws -> Response {
        let urn = request.urn(below: "/item/")
        let query = FormBody(request.uri.query.map { $0[...] } ?? "")
        let (servings, step) = (query["servings"].flatMap { Int($0) }, query["step"].flatMap { Int($0) })
        let address = "item \(urn) \(servings ?? 0) \(step ?? 0)"
        return try await page(address, request) { pages in
            if let recipe = try pages.recipe(urn, servings: servings) {
                return step.map { recipe.cookHTML(step: $0) } ?? recipe.html()
            }
            return try pages.article(urn)?.html()
        }
    }

    private static let missing = "It was never saved, or it was removed from the larder."

    /// The page of an address of its own, or the one that says why the larder cannot be read.
    private func page(
        _ address: String,
        _ request: Request,
        _ make: @escaping @Sendable (ViewerPages) throws -> HTML?
    ) async throws -> Response {
        do {
            return try await answers.answer(request, "page \(address)", type: Self.type, missing: Self.missing) {
                try make($0).map { ByteBuffer(string: $0.text) }
            }
        } catch let error as LarderError {
            return Self.unreadable(error, library.folder)
        }
    }

    static let type = "text/html; charset=utf-8"

    static func answer(_ body: String, status: HTTPResponse.Status = .ok, cache: String) -> Response {
        Response(
            status: status,
            headers: [.contentType: type, .cacheControl: cache],
            body: ResponseBody(byteBuffer: ByteBuffer(string: body))
        )
    }

    /// The page for a larder that cannot be shown, which browsers load again by themselves.
    static func unreadable(_ error: LarderError, _ folder: String) -> Response {
        let body = UnreadableLarder(error, folder: folder).html().text
        var response = answer(body, status: .serviceUnavailable, cache: "no-store")
        response.headers[.refresh] = "5"
        return response
    }
}

extension Request {
    /// The URN at the end of a path that begins so.
    func urn(below start: String) -> String {
        // SQLite would compare what stands before a zero.
        String(uri.path.dropFirst(start.count)).decodedOnce.replacing("\0", with: "\u{FFFD}")
    }
}

extension String {
    /// Without one layer of percent-encoding, as of a part of a path.
    var decodedOnce: String { percentDecoded }
}

/// The page for a larder that cannot be shown.
struct UnreadableLarder {
    private let error: LarderError
    private let folder: String

    init(_ error: LarderError, folder: String) { (self.error, self.folder) = (error, folder) }

    func html() -> HTML {
        let isEmpty = error.code == .empty || error.code == .missing
        return StateView(
            frame: .unread,
            kind: isEmpty ? .empty : .unreadable,
            title: isEmpty ? "Nothing is in the larder yet" : "The larder cannot be read",
            text: isEmpty
                ? "A sync fills it; this page shows what is there as soon as something is."
                : "\(error.description) Nothing is lost. This page tries again by itself.",
            command: isEmpty ? "coordinator --into \(folder)" : "coordinator verify --into \(folder)",
            actions: [Choice(label: "Try again", address: "/", isSelected: true)]
        ).html()
    }
}
