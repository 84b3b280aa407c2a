internal import HTTPTypes
internal import Hummingbird
internal import LarderPages

/// The page that a browser shows where there is nothing at an address.
///
/// It tells nothing of the larder: some addresses are answered before a token is shown.
enum MissingPage {
    /// - Parameter text: What is missing, in a sentence.
    static func answer(_ text: String) -> Response {
        var frame = FrameView.unread
        frame.isDated = false
        let page = StateView(
            frame: frame,
            kind: .notFound,
            title: "This page is not in the larder",
            text: text,
            command: nil,
            actions: [Choice(label: "All items", address: "/", isSelected: true)]
        )
        return PageRoutes.answer(page.html().text, status: .notFound, cache: "no-store")
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
