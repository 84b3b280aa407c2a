internal import LarderHTML
internal import LarderModel

/// How the text of a page's main part is divided between its own words and links to other pages of the site.
struct PageStructure {
    /// Letters of lines that are sentences rather than links.
    private(set) var prose = 0
    /// Prose before the first heading that leads to another page.
    private(set) var proseBeforeCards = 0
    /// Other pages that headings lead to.
    private(set) var cards: Set<String> = []
    /// Other pages that lines of a link alone lead to.
    private(set) var lines: Set<String> = []

    /// Other pages that lines of little but a link lead to, with prose behind the line: titles of posts.
    private(set) var leads: Set<String> = []
    private var proseBeforeLeads = 0
    /// The last line of little but a link, until prose follows it.
    private var openLead: String?
    private let isFront: Bool

    /// Pictures that are no links to other pages: more of them than of such links make a gallery.
    private var pictures = 0
    /// Whether a heading that is no link comes before those that are.
    private var hasHeadline = false
    private var letters = 0
    /// Letters of links to other pages of the site.
    private var linkLetters = 0

    private static let minLeads = 3
    private static let minProseLetters = 60
    private static let maxIntroduction = 400
    /// A list has less prose for each link than this many letters.
    private static let proseOfLink = 30
    private static let maxNodes = 200_000

    /// Whether it is a list of other pages: headings that lead to them come first, or it has links and next to no
    /// prose.
    var isList: Bool {
        if cards.count > 1, proseBeforeCards <= max(Self.maxIntroduction, prose / 4) { return true }
        if cards.count == 1, proseBeforeCards == 0, hasHeadline { return true }
        // Elsewhere, an article may have its author above it and links to read on between its paragraphs.
        if isFront, leads.count >= Self.minLeads, proseBeforeLeads <= Self.maxIntroduction { return true }
        let links = cards.union(lines).count
        guard pictures <= links else { return false }
        guard links > 3 || prose == 0, links > 0, prose < Self.proseOfLink * links else { return false }
        return 3 * linkLetters >= letters
    }

    /// Whether there is next to nothing to read.
    var isEmpty: Bool { prose == 0 && letters < Self.maxIntroduction / 2 }

    init(_ document: HTMLDocument, url: WebAddress) {
        isFront = PageForm.isFront(url)
        var reading = Reading(document, url)
        let top = Self.mainPart(of: document)
        var walk = document.events(of: top)
        for _ in 0..<Self.maxNodes {
            guard let event = walk.next() else { break }
            switch event {
            case .enter(let node):
                if !reading.enter(node, isTop: node == top) { walk.skipChildren() }
            case .leave(let node): reading.leave(node)
            case .leaf(let node): reading.read(node)
            }
        }
        reading.flush()
        pictures = reading.pictures
        for line in reading.done { add(line) }
    }

    private mutating func add(_ line: Line) {
        let own = line.letters - line.linkLetters
        letters += line.letters
        linkLetters += line.linkLetters
        if line.isHeading {
            let isLink = 5 * line.linkLetters >= 4 * line.letters
            if !isLink, cards.isEmpty { hasHeadline = true }
            if let target = line.target, isLink { cards.insert(target) }
        } else if own >= Self.minProseLetters, own > 2 * line.linkLetters {
            prose += own
            if cards.isEmpty { proseBeforeCards += own }
            if let openLead { leads.insert(openLead) } else if leads.isEmpty { proseBeforeLeads += own }
            openLead = nil
        } else if let target = line.target, 2 * line.linkLetters >= line.letters {
            lines.insert(target)
            openLead = target
        }
    }

    /// The element that holds what the page is about; the body where none says so.
    private static func mainPart(of document: HTMLDocument) -> NodeID {
        let role = document.elements(having: .role).first { document.value(of: .role, on: $0) == "main" }
        let main = document.firstElement(named: .main) ?? role ?? document.body ?? document.root
        let articles = Array(document.elements(named: .article).prefix(2))
        guard articles.count == 1, let article = articles.first, isHeadedBeside(article, in: main, document) else {
            return main
        }
        return article
    }

    /// Whether an article has a headline that is no link, and the next heading behind the article is no link either.
    ///
    /// That heading is one such as "More to read". In a list, the titles of the posts follow at once.
    private static func isHeadedBeside(_ article: NodeID, in main: NodeID, _ document: HTMLDocument) -> Bool {
        func isPlain(_ heading: NodeID) -> Bool {
            document.elements(named: .a, in: heading).allSatisfy {
                document.value(of: .href, on: $0)?.hasPrefix("#") ?? true
            }
        }
        guard document.elements(named: .h1, in: article).contains(where: isPlain) else { return false }
        var isBehind = false
        var walk = document.events(of: main)
        for _ in 0..<maxNodes {
            switch walk.next() {
            case .enter(let node):
                if node == article { walk.skipChildren() }
                isBehind = isBehind || node == article
                let name = document.name(of: node)
                if isBehind, name > .h1, name <= .h6 { return isPlain(node) }
            case nil: return true
            default: break
            }
        }
        return true
    }

    fileprivate struct Line {
        var letters = 0
        var linkLetters = 0
        /// The first other page that a link of the line leads to.
        var target: String?
        var isHeading = false
    }

    private struct Reading {
        private let document: HTMLDocument
        private let url: WebAddress
        private let base: WebAddress
        private(set) var done: [Line] = []
        private(set) var pictures = 0
        private var line = Line()
        private var links: [NodeID] = []
        private var target: String?
        private var headings = 0
        private var containers = 0

        init(_ document: HTMLDocument, _ url: WebAddress) {
            self.document = document
            self.url = url
            base = document.baseAddress(at: url)
        }

        /// False: what is in the element does not count.
        mutating func enter(_ node: NodeID, isTop: Bool) -> Bool {
            guard document.kind(of: node) == .element, document.namespace(of: node) == .html else { return false }
            let name = document.name(of: node)
            switch name {
            case .script, .style, .noscript, .template, .nav, .aside, .form, .select, .button, .head, .iframe, .footer:
                return isTop
            // The header of an article holds its title; that of a site does not count.
            case .header: if containers == 0 { return isTop }
            case .article, .main, .section: containers += 1
            case .a:
                links.append(node)
                target = isAside(node) ? nil : document.value(of: .href, on: node).flatMap(page)
                return true
            case .img: if target == nil { pictures += 1 }
            default: break
            }
            guard Self.isBlock(name) else { return true }
            flush()
            if Self.isHeading(name) { headings += 1 }
            return true
        }

        mutating func leave(_ node: NodeID) {
            let name = document.name(of: node)
            if links.last == node {
                links.removeLast()
                if links.isEmpty { target = nil }
            }
            guard Self.isBlock(name) else { return }
            flush()
            if Self.isHeading(name), headings > 0 { headings -= 1 }
            if [.article, .main, .section].contains(name), containers > 0 { containers -= 1 }
        }

        mutating func read(_ node: NodeID) {
            guard document.kind(of: node) == .text else { return }
            let letters = document.withTextBytes(of: node) { bytes in
                var count = 0
                // Of letters outside ASCII the first byte counts; one of Chinese or Japanese says as much as three.
                for index in bytes.indices where bytes[index].isASCIILetter || bytes[index] >= 0xC2 {
                    count += bytes[index] >= 0xE3 ? 3 : 1
                }
                return count
            }
            line.letters += letters
            guard !links.isEmpty, letters > 0, target != nil else { return }
            line.linkLetters += letters
            if line.target == nil { line.target = target }
        }

        mutating func flush() {
            if line.letters > 0 {
                line.isHeading = headings > 0
                done.append(line)
            }
            line = Line()
        }

        /// Whether a link says that it leads from an item to its tags or neighbours.
        private func isAside(_ link: NodeID) -> Bool {
            let relations = document.value(of: .rel, on: link)?.lowercased().split(separator: " ") ?? []
            return relations.contains { ["tag", "category", "author", "prev", "next"].contains($0) }
        }

        /// Another page of the same site; nil: this page, another host or no page.
        private func page(_ href: String) -> String? {
            guard !href.hasPrefix("#"), let address = WebAddress(href, relativeTo: base), address.origin == url.origin,
                address != url, !PageForm.isFile(address)
            else { return nil }
            return address.description
        }

        private static func isHeading(_ name: NameID) -> Bool { [.h1, .h2, .h3, .h4, .h5, .h6].contains(name) }

        private static func isBlock(_ name: NameID) -> Bool {
            isHeading(name)
                || [
                    .p, .div, .li, .dt, .dd, .td, .th, .tr, .ul, .ol, .dl, .table, .section, .article, .main, .header,
                    .blockquote, .pre, .figure, .figcaption, .address, .br, .hr, .body, .details, .summary,
                ].contains(name)
        }
    }
}

extension HTMLDocument {
    /// What relative addresses are relative to.
    func baseAddress(at url: WebAddress) -> WebAddress {
        firstElement(named: .base).flatMap { value(of: .href, on: $0) }.flatMap { WebAddress($0, relativeTo: url) }
            ?? url
    }
}
