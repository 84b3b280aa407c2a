internal import Foundation
internal import Larder
internal import LarderModel
package import LarderPages

extension ViewerPages {
    /// The page of an article; nil: there is none with this URN.
    package func article(_ urn: String) throws -> ArticleView? {
        guard let item = try reader.article(urn) else { return nil }
        let picture = addresses.view(item.pictures.main)
        let prose = try item.body.map { try self.prose($0, page: item.page, shown: nil) }
        let listed = try outletURN(of: item)
        let outlet = try listed.flatMap(self.outlet) ?? OutletView(name: item.publisher ?? item.source)
        let blocks = prose?.blocks ?? Self.paragraphs(item.content)
        var view = ArticleView(
            frame: try frame(),
            id: urn,
            back: back("Articles", kind: "article"),
            title: ForeignText(item.title, language: item.article.language),
            outlet: outlet,
            outletAddress: address(ofOutlet: listed, item),
            provenance: try provenance(of: urn, source: item.source, page: item.page)
        )
        view.category = item.category
        view.author = item.author.flatMap { $0 == outlet.name || WebAddress($0) != nil ? nil : $0 }
        view.date = item.published.map(Wording.longDate)
        view.readingTime = Wording.readingTime(item.body?.text.text.scalarCount, language: item.article.language)
        view.summary = Self.summary(item.summary, blocks)
        (view.picture, view.blocks) = (picture, blocks)
        if let headings = prose?.headings, headings.count >= 3 { view.contents = headings }
        (view.previous, view.next) = try neighbours(of: urn, .article)
        view.gap = gap(isPartial: item.isPartial, body: item.body, what: "its text is")
        return view
    }

    /// The list of a publication, or of the source of an article that names none; nil: the source has no list of it.
    private func address(ofOutlet urn: String?, _ item: ArticleItem) -> String? {
        guard urn != nil || item.publisher == nil else { return nil }
        return addresses.list(
            ListAddress().changed { ($0.outlet, $0.source) = (urn, urn == nil ? item.source : nil) }
        )
    }

    /// The summary, where the text does not begin with it.
    private static func summary(_ summary: String?, _ blocks: [ProseBlock]) -> String? {
        guard let summary, !summary.isEmpty else { return nil }
        let start = summary.prefix(60)
        let repeats = blocks.prefix(4).contains { $0.spans.map(\.text).joined().hasPrefix(start) }
        return repeats ? nil : summary
    }

    /// Plain text of an API, which has a paragraph in each line.
    static func paragraphs(_ text: String?) -> [ProseBlock] {
        (text ?? "").split(whereSeparator: \.isNewline).map { line in
            ProseBlock(kind: .paragraph, spans: [SpanView(String(line))])
        }
    }
}

/// What recipes and articles have in common.
extension ViewerPages {
    /// The way back to the list of all items of a kind.
    func back(_ label: String, kind: String) -> Choice {
        Choice(label: label, address: addresses.list(ListAddress().changed { $0.kind = kind }), isSelected: false)
    }

    func neighbours(of urn: String, _ kind: ItemKind) throws -> (Choice?, Choice?) {
        let found = try reader.neighbours(of: urn, kind)
        func choice(_ item: Neighbour) -> Choice {
            Choice(label: item.title, address: addresses.item(item.urn), isSelected: false)
        }
        return (found.newer.map(choice), found.older.map(choice))
    }

    func provenance(of urn: String, source: String, page: URL?) throws -> ProvenanceView {
        let times = try reader.times(of: urn)
        func date(_ time: Int64) -> String { Wording.longDate(Date(timeIntervalSince1970: Double(time) / 1_000)) }
        return ProvenanceView(
            savedOn: times.fetched.map(date),
            source: source,
            original: page.flatMap(Self.outside),
            goneSince: times.gone.map(date)
        )
    }

    /// What an item lacks; nil: it is whole.
    ///
    /// - Parameter what: What is missing of an item that only a list has named, with its verb.
    func gap(isPartial: Bool, body: ItemBody?, what: String) -> String? {
        if let page = body?.lackingPage {
            return "This is not the whole text: its next page, \(page), could not be saved."
        }
        return isPartial ? "Only a list has named this item so far: \(what) missing until the next sync." : nil
    }
}
