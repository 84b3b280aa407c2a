internal import LarderHTML
internal import LarderModel

struct HeadLinks {
    /// The root of WordPress's REST API, where the page names it.
    var wordPressRoot: String?
    var isWordPress = false
    var feeds: [String] = []
    var links: [String] = []

    private static let feedTypes: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/json",
    ]
    private static let maxLinks = 1_000

    init(_ document: HTMLDocument, _ answer: ProbeAnswer) {
        var base = WebAddress(answer.url)
        if let href = document.firstElement(named: .base).flatMap({ document.value(of: .href, on: $0) }) {
            base = WebAddress(href, relativeTo: base) ?? base
        }
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
            let type = (document.value(of: .type, on: link) ?? "").lowercased().trimmedASCII
            if relations.contains("alternate"), Self.feedTypes.contains(type), !address.contains("/wp-json/") {
                feeds.append(address)
            }
        }
        isWordPress = document.elements(named: .meta).contains { meta in
            document.value(of: .name, on: meta)?.lowercased() == "generator"
                && document.value(of: .content, on: meta)?.lowercased().hasPrefix("wordpress") == true
        }
        var seen: Set<String> = [base?.description ?? ""]
        for anchor in document.elements(named: .a) where links.count < Self.maxLinks {
            guard let href = document.value(of: .href, on: anchor),
                let address = WebAddress(href, relativeTo: base)?.description, seen.insert(address).inserted
            else { continue }
            links.append(address)
        }
    }
}
