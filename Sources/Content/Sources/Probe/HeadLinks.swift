internal import LarderHTML
internal import LarderModel
internal import LarderSourceDefinitions

/// What a page's head says of the site.
struct HeadLinks {
    /// The root of WordPress's REST API, where the page names it.
    var wordPressRoot: String?
    /// The address of MediaWiki's API, where the page names it.
    var mediaWikiAPI: WebAddress?
    var feeds: [String] = []
    /// The list of all documents that a page's own search reads, as Sphinx writes it.
    var searchIndex: WebAddress?
    /// The program that made the site, in lower case; empty: the page does not say it.
    private(set) var generator = ""

    private static let feedTypes: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/json",
    ]

    init(_ document: HTMLDocument, _ answer: ProbeAnswer) {
        let base = WebAddress(answer.url).map(document.baseAddress)
        let api = "https://api.w.org/"
        for field in answer.headers where field.name.lowercased() == "link" && field.value.contains(api) {
            guard let start = field.value.firstIndex(of: "<"), let end = field.value.firstIndex(of: ">"), start < end
            else { continue }
            wordPressRoot = WebAddress(String(field.value[start..<end].dropFirst()), relativeTo: base)?.description
        }
        for link in document.elements(named: .link) {
            guard let href = document.value(of: .href, on: link),
                let address = WebAddress(href, relativeTo: base)?.description
            else { continue }
            let relations = (document.value(of: .rel, on: link) ?? "").lowercased().split(separator: " ")
            if relations.contains(Substring(api)) { wordPressRoot = wordPressRoot ?? address }
            if relations.contains("edituri"), let api = WebAddress(address), api.path.hasSuffix("/api.php") {
                mediaWikiAPI = api.with(path: api.path, query: nil)
            }
            if relations.contains("search"), WebAddress(address)?.path.hasSuffix("/search.html") == true {
                searchIndex = WebAddress("searchindex.js", relativeTo: WebAddress(address))
            }
            let type = (document.value(of: .type, on: link) ?? "").lowercased().trimmedASCII
            if relations.contains("alternate"), Self.feedTypes.contains(type), !address.contains("/wp-json/") {
                feeds.append(address)
            }
        }
        let meta = document.elements(named: .meta).first { meta in
            document.value(of: .name, on: meta)?.lowercased() == "generator"
        }
        generator = meta.flatMap { document.value(of: .content, on: $0)?.lowercased() } ?? ""
    }

    var isWordPress: Bool { generator.hasPrefix("wordpress") }
    var isDokuWiki: Bool { generator.hasPrefix("dokuwiki") }
}
