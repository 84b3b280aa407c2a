package import LarderHTML
internal import LarderModel

/// What the page says of itself outside of schema.org.
package struct PageHead {
    package private(set) var canonicalURL: String?
    package private(set) var language: String?
    private(set) var title: String?
    private(set) var author: String?
    private(set) var siteName: String?
    private(set) var summary: String?
    private(set) var videos: [String] = []
    /// Pictures with the area in pixels that the page states; zero: none is stated.
    private(set) var images: [(url: String, area: Int)] = []
    /// The pictures' addresses in the page's order.
    package var pictures: [String] { images.map(\.url).distinct }
    private let base: WebAddress?

    package init(document: HTMLDocument, url: String) {
        var base = WebAddress(url)
        if let href = document.firstElement(named: .base).flatMap({ document.value(of: .href, on: $0) }) {
            base = WebAddress(href, relativeTo: base) ?? base
        }
        self.base = base
        var openGraphURL: String?
        var width = 0
        var openGraphImage: Int?
        var cardLabel = ""
        for meta in document.elements(named: .meta) {
            let name = document.value(of: .property, on: meta) ?? document.value(of: .name, on: meta) ?? ""
            guard let content = document.value(of: .content, on: meta)?.trimmedSpace, !content.isEmpty else { continue }
            let word = name.knownWord.lowercased()
            switch word {
            case "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src":
                guard images.count < 20 else { continue }
                images.append((absolute(content), 0))
                if word.hasPrefix("og:") { openGraphImage = images.count - 1 }
            case "og:image:width":
                width = SchemaRecipe.pixels(.string(content))
                if let openGraphImage, images[openGraphImage].area == 0 {
                    images[openGraphImage].area = width * width / 2
                }
            case "og:image:height":
                // The width, which comes first, was taken for a picture of 2:1 until the height was known.
                guard let openGraphImage, images[openGraphImage].area == width * width / 2 else { continue }
                images[openGraphImage].area = width * SchemaRecipe.pixels(.string(content))
            case "og:title": title = title ?? SchemaText.line(content)
            case "og:url": openGraphURL = openGraphURL ?? content
            case "description": summary = SchemaText.line(content)
            case "og:description": summary = summary ?? SchemaText.line(content)
            case "og:video", "og:video:url", "og:video:secure_url":
                guard videos.count < PageRecipe.Limits.maxVideos else { continue }
                videos.append(absolute(content))
            case "og:site_name": siteName = siteName ?? SchemaText.line(content)
            case "author": author = author ?? SchemaText.line(content)
            case "twitter:label1", "twitter:label2": cardLabel = content.knownWord.lowercased()
            case "twitter:data1", "twitter:data2":
                if Self.cardLabels.contains(cardLabel) { author = author ?? SchemaText.line(content) }
            default:
                if document.value(of: "http-equiv", on: meta)?.knownWord.lowercased() == "content-language" {
                    language = language ?? content
                }
            }
        }
        for link in document.elements(named: .link) where canonicalURL == nil {
            let words =
                document.value(of: .rel, on: link)?.knownWord.lowercased().split(whereSeparator: \.isWhitespace) ?? []
            guard words.contains("canonical"), let href = document.value(of: .href, on: link),
                !href.trimmedASCII.isEmpty
            else {
                continue
            }
            canonicalURL = absolute(href.trimmedASCII)
        }
        canonicalURL = canonicalURL ?? openGraphURL.map(absolute) ?? (url.isEmpty ? nil : url)
        if let html = document.documentElement {
            let lang = document.value(of: .lang, on: html) ?? document.value(of: "xml:lang", on: html) ?? ""
            if !lang.trimmedSpace.isEmpty { language = lang.trimmedSpace }
        }
        title = title ?? document.title
    }

    /// Who the page says has written it, in a link with `rel=author` or in an element of a class that says so.
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
            var words = SchemaText.line(String(decoding: bytes, as: UTF8.self)).split(separator: " ")
            while let first = words.first, Self.bylineWords.contains(first.lowercased()) { words.removeFirst() }
            let name = words.joined(separator: " ")
            if (2...6).contains(words.count), name.utf8.count <= 60, !name.utf8.contains(where: \.isASCIIDigit) {
                return name
            }
        }
        return nil
    }

    /// What a card says before the name of the author, in lower case.
    private static let cardLabels: Set<String> = [
        "written by", "author", "verfasst von", "geschrieben von", "écrit par", "escrito por", "scritto da",
        "geschreven door", "skriven av", "skrevet af", "skrevet av", "napisane przez", "автор", "napsal(a)", "szerző",
    ]

    private static let bylineWords: Set<String> = [
        "by", "by:", "author", "author:", "written", "recipe", "posted", "von", "autor", "autor:", "par", "di", "por",
        "door",
        "af", "av",
    ]

    /// The text as an absolute URL; as it is where it is already one or cannot become one.
    func absolute(_ text: String) -> String {
        if ["http://", "https://"].contains(where: { text.utf8.starts(with: $0.utf8) }) { return text }
        return WebAddress(text, relativeTo: base)?.description ?? text
    }
}
