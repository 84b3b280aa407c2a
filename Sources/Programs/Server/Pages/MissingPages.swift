internal import HTTPTypes
internal import Hummingbird
internal import LarderPages

/// Shows browsers a page where there is nothing at an address; programs get the one line of ``PlainErrors``.
///
/// It tells nothing of the larder: some addresses are answered before a token is shown.
struct MissingPages: RouterMiddleware {
    typealias Context = BasicRequestContext

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && request.isOfBrowser {
            var frame = FrameView.unread
            frame.isDated = false
            let page = StateView(
                frame: frame,
                kind: .notFound,
                title: "This page is not in the larder",
                text: error.body ?? "There is nothing at this address.",
                command: nil,
                actions: [Choice(label: "All items", address: "/", isSelected: true)]
            )
            return PageRoutes.answer(page.html().text, status: .notFound, cache: "no-store")
        }
    }
}

extension Request {
    /// Whether a person looks at the answer.
    var isOfBrowser: Bool { method == .get && headers[.accept]?.contains("text/html") == true }
}

extension FrameView {
    /// The frame of a page that knows nothing of the larder.
    static let unread = FrameView(
        root: "/",
        home: "/",
        status: "/status",
        search: "/",
        itemCount: "",
        copyDate: nil,
        isOld: false,
        recipes: "/?kind=recipe",
        articles: "/?kind=article"
    )
}
