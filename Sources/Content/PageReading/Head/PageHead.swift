package import LarderHTML
internal import LarderModel

/// What a page's `meta`, `link`, `base` and `title` elements say, read in one walk.
package struct PageHead: Sendable {
    /// The canonical address, else the page's address; absolute where it can be.
    package private(set) var canonicalURL: String?
    /// The language of the `html` element, else of a `Content-Language`.
    package private(set) var language: String?
    /// `og:title`, else the text of the `title` element.
    private(set) var title: String?
    private(set) var author: String?
    private(set) var siteName: String?
    private(set) var summary: String?
    private(set) var videos: [String] = []
    /// Pictures with the area in pixels that the page states; 0 where it states none.
    private(set) var images: [(url: String, area: Int)] = []
    package var pictures: [String] { images.map(\.url).distinct }
    private(set) var titleElement: NodeID?
    private(set) var baseReference: String?
    private(set) var linkedData: [NodeID] = []
    private(set) var metas: [Meta] = []
    /// The places in ``metas`` of each name, in lower case.
    private(set) var places: [String: [Int]] = [:]
    /// The targets of `link` elements by relation, in lower case; of several the first.
    private(set) var targets: [String: String] = [:]
    private var base: WebAddress?

    /// A `meta` element with content.
    struct Meta: Sendable {
        /// `property`, else `name`, in lower case.
        let name: String
        /// Without white space around it.
        let content: String

        /// The content as one line, an address as it stands; nil where it is empty or too long for a field of an
        /// article.
        var text: String? {
            guard content.utf8.count < maxTextBytes else { return nil }
            return (FieldText.isAddress(content) ? content : FieldText.clean(content)).nonEmpty
        }
    }

    /// A content of as many bytes is no field of an article.
    private static let maxTextBytes = 10_000

    /// `meta` and `link` elements beyond this count are not read.
    private static let maxElements = 2_000

    /// - Parameter url: Where the page is from, absolute; empty where that is unknown.
    package init(document: HTMLDocument, url: String) {
        var baseElement: NodeID?
        var count = 0
        for node in document.descendants(of: document.root)
        where document.kind(of: node) == .element && document.namespace(of: node) == .html {
            switch document.name(of: node) {
            case .meta, .link:
                count += 1
                guard count <= Self.maxElements else { continue }
                if document.isElement(node, .link) { addTargets(of: node, document) } else { addMeta(node, document) }
            case .script: if Self.isLinkedData(node, document) { linkedData.append(node) }
            case .base: baseElement = baseElement ?? node
            case .title: titleElement = titleElement ?? node
            default: break
            }
        }
        baseReference = baseElement.flatMap { document.value(of: .href, on: $0) }
        let page = WebAddress(url)
        base = baseReference.flatMap { WebAddress($0, relativeTo: page) } ?? page
        readMetas()
        let stated = targets["canonical"] ?? metas.first { $0.name == "og:url" }?.content
        canonicalURL = stated.map(absolute) ?? url.nonEmpty
        if let html = document.documentElement {
            let tag = document.value(of: .lang, on: html) ?? document.value(of: "xml:lang", on: html)
            language = tag?.trimmedSpace.nonEmpty ?? language
        }
        title = title ?? document.title
    }

    private mutating func addTargets(of link: NodeID, _ document: HTMLDocument) {
        guard let relation = document.value(of: .rel, on: link),
            let target = document.value(of: .href, on: link)?.trimmedASCII.nonEmpty
        else { return }
        for word in relation.knownWord.lowercased().split(whereSeparator: \.isWhitespace) {
            targets[String(word)] = targets[String(word)] ?? target
        }
    }

    private mutating func addMeta(_ node: NodeID, _ document: HTMLDocument) {
        guard let content = document.value(of: .content, on: node), !content.trimmedSpace.isEmpty else { return }
        if language == nil, document.value(of: "http-equiv", on: node)?.knownWord.lowercased() == "content-language" {
            language = content.trimmedSpace
        }
        let name = document.value(of: .property, on: node) ?? document.value(of: .name, on: node) ?? ""
        var keys: Set<String> = []
        for attribute in [NameID.property, .name, .itemprop] {
            guard let words = document.attribute(attribute, of: node), words.count < 200 else { continue }
            for key in document.string(words).lowercased().split(separator: " ") { keys.insert(String(key)) }
        }
        for key in keys { places[key, default: []].append(metas.count) }
        metas.append(Meta(name: name.knownWord.lowercased(), content: content.trimmedSpace))
    }

    private static func isLinkedData(_ script: NodeID, _ document: HTMLDocument) -> Bool {
        guard let type = document.attribute(.type, of: script), type.count < 200 else { return false }
        let name = CharacterReferences.decoding(document.string(type)).lowercased()
        return Array(name.utf8)[...].index(of: Array("ld+json".utf8)) != nil
    }

    /// The text as an absolute URL; as it is where it is already one or cannot become one.
    func absolute(_ text: String) -> String {
        if ["http://", "https://"].contains(where: { text.utf8.starts(with: $0.utf8) }) { return text }
        return WebAddress(text, relativeTo: base)?.description ?? text
    }

    /// The texts of `meta` elements; the name is a word of `property`, `name` or `itemprop`, in lower case.
    func texts(_ name: String, limit: Int) -> [String] {
        Array((places[name] ?? []).lazy.compactMap { metas[$0].text }.prefix(limit))
    }

    /// The text of the first `meta` element of a name that has one.
    func first(_ name: String) -> String? { places[name]?.firstNonNil { metas[$0].text } }

    func first(of names: [String]) -> String? { names.firstNonNil { first($0) } }

    private mutating func readMetas() {
        var width = 0
        var openGraphImage: Int?
        var cardLabel = ""
        for meta in metas {
            let content = meta.content
            switch meta.name {
            case "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src":
                guard images.count < 20 else { continue }
                images.append((absolute(content), 0))
                if meta.name.hasPrefix("og:") { openGraphImage = images.count - 1 }
            case "og:image:width":
                width = SchemaRecipe.pixels(.string(content))
                if let openGraphImage, images[openGraphImage].area == 0 {
                    images[openGraphImage].area = width * width / 2
                }
            case "og:image:height":
                // The width comes first, and stood for a picture of 2:1 until now.
                guard let openGraphImage, images[openGraphImage].area == width * width / 2 else { continue }
                images[openGraphImage].area = width * SchemaRecipe.pixels(.string(content))
            case "og:title": title = title ?? SchemaText.line(content)
            case "description": summary = SchemaText.line(content)
            case "og:description": summary = summary ?? SchemaText.line(content)
            case "og:video", "og:video:url", "og:video:secure_url":
                if videos.count < RecordBound.recipeWords.limit { videos.append(absolute(content)) }
            case "og:site_name": siteName = siteName ?? SchemaText.line(content)
            case "author": author = author ?? SchemaText.line(content)
            case "twitter:label1", "twitter:label2": cardLabel = content.knownWord.lowercased()
            case "twitter:data1", "twitter:data2":
                if Self.cardLabels.contains(cardLabel) { author = author ?? SchemaText.line(content) }
            default: break
            }
        }
    }

    private static let cardLabels: Set<String> = [
        "written by", "author", "verfasst von", "geschrieben von", "écrit par", "escrito por", "scritto da",
        "geschreven door", "skriven av", "skrevet af", "skrevet av", "napisane przez", "автор", "napsal(a)", "szerző",
    ]

    /// The author's name in a link with `rel=author`, or in an element whose class names an author.
    func byline(_ document: HTMLDocument) -> String? {
        let classes = [
            "author-name", "recipe-author", "byline-name", "author", "byline", "entry-author", "post-author",
        ]
        for node in document.descendants(of: document.body ?? document.root) {
            let isLink = document.attribute(.rel, of: node).map { document.text($0, hasWord: "author") } ?? false
            guard isLink || classes.contains(where: { document.hasClass($0, on: node) }) else { continue }
            var bytes: [UInt8] = []
            for child in document.descendants(of: node).prefix(40) where document.kind(of: child) == .text {
                document.withTextBytes(of: child) { text in
                    for index in 0..<min(text.count, 200) { bytes.append(text[index]) }
                }
                bytes.append(0x20)
            }
            let words = SchemaText.line(String(decoding: bytes, as: UTF8.self)).split(separator: " ")
                .drop { Self.bylineWords.contains($0.lowercased()) }
            let name = words.joined(separator: " ")
            if (2...6).contains(words.count), name.utf8.count <= 60, !name.utf8.contains(where: \.isASCIIDigit) {
                return name
            }
        }
        return nil
    }

    private static let bylineWords: Set<String> = [
        "by", "by:", "author", "author:", "written", "recipe", "posted", "von", "autor", "autor:", "par", "di", "por",
        "door", "af", "av",
    ]
}
