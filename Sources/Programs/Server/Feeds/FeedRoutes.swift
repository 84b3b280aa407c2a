internal import HTTPTypes
internal import Hummingbird
internal import LarderModel
internal import LarderPages
internal import LarderViewer

/// Atom feeds of the stored items, the newest first, with whole texts: one of each source and one of all.
struct FeedRoutes {
    let answers: CatalogAnswers

    func add(to router: Router<BasicRequestContext>) {
        router.get("feeds/:name") { request, context in
            try await feed(context.parameters.require("name"), request)
        }
        router.get("feeds.opml") { request, _ in try await list(request) }
    }

    private func feed(_ file: String, _ request: Request) async throws -> Response {
        let name = file.decodedOnce
        guard name.hasSuffix(".atom") else { throw HTTPError(.notFound) }
        let source = name == "all.atom" ? nil : String(name.dropLast(5))
        let missing = source.map { "There is no source \"\($0)\" in this larder, or its feed has no such page." }
        let page = ListAddress(query: request.uri.query.map { $0[...] } ?? "").page
        return try await answers.answer(
            request,
            type: AtomFeed.type,
            missing: missing ?? "The feed has no such page."
        ) { pages in
            if let source, try !pages.reader.sourceNames().contains(source) { return nil }
            return try pages.feed(of: source, page: page)?.html
        }
    }

    /// All feeds, for readers that subscribe to many at once.
    private func list(_ request: Request) async throws -> Response {
        try await answers.answer(request, type: "text/x-opml; charset=utf-8", missing: "") { pages in
            let sources = try pages.reader.streamSources().filter { $0.recipes + $0.articles > 0 }
            let lines = ([nil] + sources.map(\.name)).html(pages.outline)
            // OPML 2.0, Subscription lists; "rss" is the type of Atom feeds, too.
            return """
                <?xml version="1.0" encoding="utf-8"?>
                <opml version="2.0">
                <head><title>Larder</title></head>
                <body>
                \(lines)</body>
                </opml>

                """
        }
    }
}

extension ViewerPages {
    /// The address of the feed of a source; nil: of all sources.
    func feedAddress(_ source: String?) -> String {
        "\(addresses.root)feeds/\(source.map(\.percentEncodedWord) ?? "all").atom"
    }

    fileprivate func outline(of source: String?) -> HTML {
        let name = source ?? "All items of this larder"
        let list = addresses.list(ListAddress().changed { $0.source = source })
        return """
            <outline type="rss" text="\(name)" title="\(name)" xmlUrl="\(feedAddress(source))" htmlUrl="\(list)"/>

            """
    }

    /// A page of the feed of a source or of all; nil: there is none.
    fileprivate func feed(of source: String?, page: Int) throws -> AtomFeed? {
        var list = ListAddress()
        (list.source, list.page) = (source, page)
        let selection = try selection(of: list)
        let count = selection.count
        guard let paging = FeedPaging(page: page, count: count, address: feedAddress(source)) else { return nil }
        let items = try feedItems(listed(list, selection, limit: FeedPaging.size), hasText: true)
        let shown = addresses.list(list.changed { _ in })
        return AtomFeed(
            id: paging.address,
            title: source.map { "\($0), from the larder" } ?? "The larder",
            updated: items.map(\.updated).max() ?? 0,
            links: paging.links(type: "application/atom+xml") + [AtomLink("alternate", shown, type: "text/html")],
            entries: items.html(\.atomEntry)
        )
    }
}
