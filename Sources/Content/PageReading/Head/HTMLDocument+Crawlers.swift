package import LarderHTML
internal import LarderModel

/// What pages ask of crawlers.
extension HTMLDocument {
    /// Whether the site asks crawlers not to follow a link, as it does with those to forms and missing pages.
    package func isNoFollow(_ link: NodeID) -> Bool { words(of: .rel, on: link).contains("nofollow") }

    /// Whether the page asks not to be indexed, by its meta element `robots`.
    package var isNoIndex: Bool {
        elements(named: .meta).contains { meta in
            value(of: .name, on: meta)?.trimmedASCII.lowercased() == "robots"
                && !words(of: .content, on: meta).isDisjoint(with: ["noindex", "none"])
        }
    }

    private func words(of name: NameID, on element: NodeID) -> Set<String> {
        let value = value(of: name, on: element)?.lowercased() ?? ""
        return Set(value.split { $0 == "," || $0.isWhitespace }.map { String($0) })
    }
}
