package import LarderModel
package import LarderSourceDefinitions

extension SourceDefinition {
    /// The URN of the item that a page is.
    func itemURN(_ identity: String) -> String {
        site == .recipe
            ? RecordURN.recipe(source: name, id: StableHash.hex(identity))
            : RecordURN.article(source: name, url: identity)
    }

    /// The URN of an item by the source's own identifier.
    func itemURN(id: String) -> String {
        site == .recipe ? RecordURN.recipe(source: name, id: id) : RecordURN.article(source: name, id: id)
    }

    func hasHost(of address: WebAddress) -> Bool { scope.hasHost(of: address, base: base) }

    /// Whether the address is a page that the source takes.
    func hasPage(_ address: WebAddress) -> Bool { hasHost(of: address) && scope.hasPath(of: address) }
}

extension EffectBuilder {
    /// Adds what a list says of a page's item; the address stands for the title until a title is known.
    mutating func add(
        page address: WebAddress,
        urn: String,
        title: String? = nil,
        picture: String? = nil,
        extra: ExtraFields = []
    ) {
        let url = address.description
        let title = title ?? url.prefix(bytes: RecordBound.titleBytes.limit)
        if definition.site == .recipe {
            var recipe = Recipe(urn: urn, recordID: "", title: title, sourceURL: url, imageURL: picture, extra: extra)
            recipe.isPartial = true
            add(recipe)
        } else {
            var article = Article(urn: urn, title: title, url: url, imageURL: picture, extra: extra)
            article.isPartial = true
            add(article)
        }
        addProvenance(of: urn, origin: .list)
    }
}

/// Counts addresses of other hosts that were left out.
struct OtherHosts {
    private static let maxNamed = 5
    private static let maxCounted = 1_000

    private var counts: [String: Int] = [:]

    /// Whether one of them is the host of `base` at another port, or with or without `www.`.
    func haveTwin(of base: WebAddress) -> Bool {
        counts.keys.contains { name in
            let host = String(name[..<(name.lastIndex(of: ":") ?? name.endIndex)])
            return [host, "www." + host].contains(base.host) || host == "www." + base.host
        }
    }

    mutating func count(_ address: WebAddress) {
        let host = address.hostPort.description
        guard counts[host] != nil || counts.count < Self.maxCounted else { return }
        counts[host, default: 0] += 1
    }

    func note(_ code: NoteCode = .otherHosts, _ what: String = "addresses", in builder: inout EffectBuilder) {
        guard !counts.isEmpty else { return }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let named = sorted.prefix(Self.maxNamed).map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        let more = sorted.count > Self.maxNamed ? " and others" : ""
        let message =
            "\(builder.url) names \(what) of other hosts, which were left out: \(named)\(more). "
            + "To take them, add `hosts: [NAME]` to the source's file."
        builder.noteOfJob(code, message)
    }
}

/// The note about a page that should hold a recipe and holds none.
package enum MissingRecipe {
    /// Nil for sources that are no websites: their lists and records say what items are.
    package static func note(of itemURN: String, _ definition: SourceDefinition) -> JobNote? {
        guard definition.kind.isWebsite else { return nil }
        return JobNote(
            code: NoteCode.noRecipe.rawValue,
            message:
                "\(definition.name): no recipe was found on this page; kept are its text and what a list says of it.",
            urn: itemURN
        )
    }
}
