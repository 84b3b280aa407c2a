internal import HTTPTypes
internal import Hummingbird
internal import LarderModel
internal import LarderPages
internal import LarderViewer

/// A catalogue for reading programs: OPDS 1.2, with its search by OpenSearch 1.1.
struct OPDSRoutes {
    let answers: CatalogAnswers

    func add(to router: Router<BasicRequestContext>) {
        router.get("opds") { request, _ in
            try await answers.answer(request, type: OPDS.navigation, missing: "") { try $0.opdsStart().html }
        }
        router.get("opds/all") { request, _ in try await list("opds/all", request) { _ in } }
        router.get("opds/source/:name") { request, context in
            let name = try context.parameters.require("name").decodedOnce
            let path = "opds/source/\(name.percentEncodedWord)"
            return try await list(path, request, source: name) { $0.source = name }
        }
        router.get("opds/kind/:kind") { request, context in
            let kind = try context.parameters.require("kind")
            guard OPDS.kinds.contains(where: { $0.kind == kind }) else { throw HTTPError(.notFound) }
            return try await list("opds/kind/\(kind)", request) { $0.kind = kind }
        }
        router.get("opds/search") { request, _ in
            let words = request.query["q"] ?? ""
            return try await list("opds/search?q=\(words.percentEncodedWord)", request) { $0.query = words }
        }
        router.get("opds/search.xml") { request, _ in
            try await answers.answer(request, type: OPDS.description, missing: "") { $0.opdsSearch }
        }
    }

    private func list(
        _ path: String,
        _ request: Request,
        source: String? = nil,
        _ choose: @Sendable (inout ListAddress) -> Void
    ) async throws -> Response {
        var list = ListAddress()
        list.page = ListAddress(query: request.uri.query.map { $0[...] } ?? "").page
        choose(&list)
        let missing = source.map { "There is no source \"\($0)\" in this larder, or its list has no such page." }
        return try await answers.answer(
            request,
            type: OPDS.acquisition,
            missing: missing ?? "The list has no such page."
        ) { [list] pages in
            if let source, try !pages.reader.sourceNames().contains(source) { return nil }
            return try pages.opdsList(list, path)?.html
        }
    }
}

/// The words of OPDS 1.2.
private enum OPDS {
    static let navigation = "application/atom+xml;profile=opds-catalog;kind=navigation"
    static let acquisition = "application/atom+xml;profile=opds-catalog;kind=acquisition"
    static let description = "application/opensearchdescription+xml"
    static let kinds = [(kind: "recipe", name: "Recipes"), (kind: "article", name: "Articles")]
}

extension ViewerPages {
    /// The links that lead from each page of the catalogue.
    private var opdsLinks: [AtomLink] {
        [
            AtomLink("start", addresses.root + "opds", type: OPDS.navigation),
            AtomLink("search", addresses.root + "opds/search.xml", type: OPDS.description),
        ]
    }

    /// The first page, which leads to all lists.
    fileprivate func opdsStart() throws -> AtomFeed {
        let sources = try reader.streamSources().filter { $0.recipes + $0.articles > 0 }
        let sums = [sources.map(\.recipes).reduce(0, +), sources.map(\.articles).reduce(0, +)]
        let updated =
            try feedItems(listed(ListAddress(), selection(of: ListAddress()), limit: 1), hasText: false).first?.updated
            ?? 0
        func entry(_ path: String, _ title: String, _ count: Int, relation: String = "subsection") -> HTML {
            """
            <entry>
            <id>\(addresses.root)\(path)</id>
            <title>\(title)</title>
            <updated>\(AtomFeed.time(updated))</updated>
            <content type="text">\(count.counted("item"))</content>
            <link rel="\(relation)" type="\(OPDS.acquisition)" href="\(addresses.root)\(path)" thr:count="\(count)"/>
            </entry>

            """
        }
        let kinds = zip(OPDS.kinds, sums).filter { $1 > 0 }.map { kind, count in
            entry("opds/kind/\(kind.kind)", kind.name, count)
        }
        let all = entry("opds/all", "Newest", sums.reduce(0, +), relation: "http://opds-spec.org/sort/new")
        let own = sources.map { source in
            entry("opds/source/\(source.name.percentEncodedWord)", source.name, source.recipes + source.articles)
        }
        return AtomFeed(
            id: addresses.root + "opds",
            title: "The larder",
            updated: updated,
            links: opdsLinks + [AtomLink("self", addresses.root + "opds", type: OPDS.navigation)],
            entries: "\(all)\(kinds.html { $0 })\(own.html { $0 })"
        )
    }

    /// A page of a list; nil: there is none.
    fileprivate func opdsList(_ list: ListAddress, _ path: String) throws -> AtomFeed? {
        let selection = try selection(of: list)
        let count = selection.count
        guard let paging = FeedPaging(page: list.page, count: count, address: addresses.root + path) else { return nil }
        let items = try feedItems(listed(list, selection, limit: FeedPaging.size), hasText: false)
        let title =
            list.query.map { "Search for “\($0)”" } ?? list.source
            ?? OPDS.kinds.first { $0.kind == list.kind }?.name ?? "Newest"
        return AtomFeed(
            id: paging.address,
            title: title,
            updated: items.map(\.updated).max() ?? 0,
            links: opdsLinks + [AtomLink("up", addresses.root + "opds", type: OPDS.navigation)]
                + paging.links(type: OPDS.acquisition),
            more: """
                <opensearch:totalResults>\(count)</opensearch:totalResults>
                <opensearch:startIndex>\((paging.page - 1) * FeedPaging.size + 1)</opensearch:startIndex>
                <opensearch:itemsPerPage>\(FeedPaging.size)</opensearch:itemsPerPage>

                """,
            entries: items.html(\.opdsEntry)
        )
    }

    /// How to search: OpenSearch 1.1 (description documents).
    fileprivate var opdsSearch: HTML {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
        <ShortName>Larder</ShortName>
        <Description>Search the recipes and articles of this larder.</Description>
        <InputEncoding>UTF-8</InputEncoding>
        <OutputEncoding>UTF-8</OutputEncoding>
        <Url type="\(OPDS.acquisition)" template="\(addresses.root)opds/search?q={searchTerms}&amp;page={startPage?}"/>
        <Url type="text/html" template="\(addresses.root)?q={searchTerms}"/>
        </OpenSearchDescription>

        """
    }
}

extension FeedItem {
    /// The entry of the catalogue: the item's page is what is read.
    fileprivate var opdsEntry: HTML {
        let links = [
            AtomLink("http://opds-spec.org/acquisition/open-access", page, type: "text/html"),
            AtomLink("alternate", page, type: "text/html"),
            picture.map { AtomLink("http://opds-spec.org/image", $0) },
            thumbnail.map { AtomLink("http://opds-spec.org/image/thumbnail", $0) },
        ]
        return """
            <entry>
            \(atomHead)\(language.html { "<dc:language>\($0)</dc:language>\n" })\
            <dc:publisher>\(source)</dc:publisher>
            \(links.compactMap(\.self).html(\.html))</entry>

            """
    }
}
