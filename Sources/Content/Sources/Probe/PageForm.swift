internal import LarderModel
internal import LarderSourceDefinitions

/// The form of one address.
struct PageForm {
    var kind: PathGroups.Group.Kind
    let pattern: String
    var parameters: Set<String> = []

    /// A page with fewer others in its folder may be an item with pages of its own.
    private static let minBelow = 2

    /// - Parameter below: How many pages are in each folder or below it.
    init(_ address: WebAddress, pagesBelow below: [String: Int]) {
        let names = Self.parameterNames(of: address)
        if let pattern = Self.numberPattern(of: address) ?? Self.pattern(of: Self.listWords, in: address) {
            (kind, self.pattern) = (.list, pattern)
        } else if let pattern = Self.pattern(of: Self.asideWords, in: address) {
            (kind, self.pattern) = (.aside, pattern)
        } else if !names.isEmpty {
            (kind, parameters) = (.content, names)
            pattern = "\(address.path)?\(names.sorted().joined(separator: "&"))"
        } else if let folder = Self.ownFolder(of: address), below[folder] ?? 0 > Self.minBelow {
            self = .index(address)
        } else {
            (kind, pattern) = (.content, Self.folderPattern(address.path))
        }
    }

    private init(kind: PathGroups.Group.Kind, pattern: String) { (self.kind, self.pattern) = (kind, pattern) }

    /// The form of a page whose folder holds others.
    static func index(_ address: WebAddress) -> PageForm {
        PageForm(kind: .index, pattern: address.path.globbed + (address.query.map { "?" + $0.globbed } ?? ""))
    }

    /// Whether the address is that of a known page with further parameters.
    static func isVersion(_ address: WebAddress, among known: Set<WebAddress>) -> Bool {
        let parts = (address.query ?? "").split(separator: "&")
        guard (1...maxParameters).contains(parts.count) else { return false }
        // Each parameter may be there or not: all of them are the address itself.
        return (0..<(1 << parts.count) - 1).contains { choice in
            let query = parts.indices.filter { choice & 1 << $0 != 0 }.map { parts[$0] }.joined(separator: "&")
            return known.contains(address.with(path: address.path, query: query.isEmpty ? nil : query))
        }
    }

    /// A sync follows no link with more.
    private static let maxParameters = 4

    // MARK: Parts

    /// `/recipe/soup` belongs to `/recipe/**`, `/2024/05/soup` to `/20*/**`, `/soup` to `/*` and `/soup/` to `/*/`.
    private static func folderPattern(_ path: String) -> String {
        let segments = path.split(separator: "/")
        guard segments.count > 1, let first = segments.first else {
            return path.count > 1 && path.hasSuffix("/") ? "/*/" : "/*"
        }
        return isYear(first) ? "/\(first.prefix(2))*/**" : "/\(String(first).globbed)/**"
    }

    /// The folders that a page is in, each with its slash at the end, and the one that it may be the index of.
    static func folders(of address: WebAddress) -> [String] {
        var folders = ["/"]
        for segment in address.path.split(separator: "/").dropLast() {
            folders.append((folders.last ?? "") + segment + "/")
        }
        if let own = ownFolder(of: address), own != folders.last { folders.append(own) }
        return folders
    }

    /// The folder that a page may be the index of: `/posts/` of `/posts/` and of `/posts/index.html`.
    private static func ownFolder(of address: WebAddress) -> String? {
        let name = address.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        if name.isEmpty || name.lowercased().split(separator: ".").first == "index" {
            return String(address.path.dropLast(name.count))
        }
        return name.contains(".") ? nil : address.path + "/"
    }

    /// Whether a page is the front page of its site, such as `/` or `/index.html`.
    static func isFront(_ address: WebAddress) -> Bool { ownFolder(of: address) == "/" && address.query == nil }

    private static func parameterNames(of address: WebAddress) -> Set<String> {
        Set((address.query ?? "").split(separator: "&").map { String($0.prefix { $0 != "=" }) })
    }

    /// The pattern for pages of a list by their number, and for archives by their date.
    private static func numberPattern(of address: WebAddress) -> String? {
        for part in (address.query ?? "").split(separator: "&") {
            let (name, value) = (part.prefix { $0 != "=" }, part.drop { $0 != "=" }.dropFirst())
            if pageWords.contains(name.lowercased()), isNumber(value) { return "re:[?&]\(name)=\\d+" }
        }
        let segments = address.path.split(separator: "/")
        guard let last = segments.last else { return nil }
        if segments.count > 1, isNumber(last), pageWords.contains(segments[segments.count - 2].lowercased()) {
            return "re:/\(segments[segments.count - 2])/\\d+/?$"
        }
        let dates = last.hasPrefix("index.") ? segments.dropLast() : segments[...]
        if let year = dates.firstIndex(where: isYear), dates[year...].count <= 3,
            dates[(year + 1)...].allSatisfy({ isNumber($0) && $0.utf8.count <= 2 })
        {
            return "re:/(19|20)\\d\\d(/\\d\\d?){0,2}(/|/index\\.\\w+)?$"
        }
        let stem = last.prefix { $0 != "." }
        let word = stem.prefix { !$0.isNumber && $0 != "-" && $0 != "_" }
        guard !word.isEmpty, (pageWords.union(["index"])).contains(word.lowercased()),
            isNumber(stem.dropFirst(word.count).drop { $0 == "-" || $0 == "_" })
        else { return nil }
        return "re:/\(word)[-_]?\\d+(\\.\\w+)?/?$"
    }

    /// The pattern for pages below a folder called by one of the words, or called so themselves.
    private static func pattern(of words: Set<String>, in address: WebAddress) -> String? {
        let segments = address.path.split(separator: "/").map { String($0) }
        for (place, segment) in segments.enumerated().prefix(3) {
            let isLast = place == segments.count - 1
            let word = isLast ? String(segment.prefix { $0 != "." }) : segment
            guard words.contains(word.lowercased()) else { continue }
            // The same words below each language or section are one group.
            let before = String(repeating: "/*", count: place)
            let isPage = isLast && !address.path.hasSuffix("/")
            return before + "/" + segment.globbed + (isPage ? "" : "/**")
        }
        return nil
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIIDigit)
    }

    private static func isYear(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 4 && isNumber(text) && (text.hasPrefix("19") || text.hasPrefix("20"))
    }

    // MARK: Words

    /// Whether its name says that it is no page.
    static func isFile(_ address: WebAddress) -> Bool { fileEnding(of: address).map(fileEndings.contains) ?? false }

    /// Whether a file of this name is a picture, a sound or a film.
    static func isMedia(named name: Substring) -> Bool { fileEnding(of: name).map(mediaEndings.contains) ?? false }

    /// What stands behind the last point of its name; nil: there is none.
    static func fileEnding(of address: WebAddress) -> String? {
        fileEnding(of: address.path.split(separator: "/").last ?? "")
    }

    private static func fileEnding(of name: Substring) -> String? {
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
        return name[name.index(after: point)...].lowercased()
    }

    private static let mediaEndings: Set<String> = [
        "avi", "avif", "gif", "ico", "jpeg", "jpg", "m4a", "mov", "mp3", "mp4", "ogg", "png", "svg", "tif", "tiff",
        "wav", "webm", "webp",
    ]

    private static let fileEndings: Set<String> = mediaEndings.union([
        "7z", "atom", "bib", "bz2", "css", "csv", "doc", "docx", "epub", "gz", "ics", "inv", "js", "json", "md", "mobi",
        "odt", "opml", "pdf", "ppt", "rar", "rdf", "rss", "rst", "tar", "tgz", "txt", "xls", "xlsx", "xml", "xz", "zip",
    ])

    /// Endings of files that any article may link to.
    static let usualFileEndings = ["gif", "jpeg", "jpg", "mp3", "mp4", "pdf", "png", "svg", "webp", "zip"]

    private static let pageWords: Set<String> = [
        "page", "paged", "pagina", "pagine", "pg", "seite", "strana", "strona", "sivu", "side",
    ]

    /// Words of pages that lead to items.
    private static let listWords: Set<String> = [
        "archiv", "archive", "archives", "archivo", "author", "authors", "autor", "autoren", "categoria", "categorie",
        "categories", "category", "etiqueta", "genindex", "kategorie", "kategorien", "page", "product-category",
        "product-tag", "schlagwort", "tag", "tags", "topic", "topics", "user", "users",
    ]

    /// Words of pages that are no items and lead to none.
    private static let asideWords: Set<String> = [
        "account", "amp", "basket", "cart", "checkout", "comments", "embed", "feed", "feeds", "login", "my-account",
        "print", "privacy", "register", "search", "shop", "suche", "web-stories", "wp-content", "wp-json",
        "wprm_print",
    ]
}

extension String {
    /// The text in a glob that stands for itself.
    var globbed: String { replacing("*", with: "%2A").replacing("?", with: "%3F") }
}
