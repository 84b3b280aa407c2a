internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

/// What a page that was looked at is, and where it leads.
struct PageLook {
    enum Kind: String {
        case recipe = "a recipe"
        case article = "an article"
        case list = "a list of other pages"
        case other = "neither a recipe nor an article"
    }

    let kind: Kind
    /// Where the site says that the page is; the address that answered where it does not say so.
    let address: WebAddress
    let links: [WebAddress]
    /// Hosts of the page's pictures, with their ports.
    let pictureHosts: [HostPort]

    private static let maxLinks = 1_000
    private static let maxPictures = 200

    init(_ answer: ProbeAnswer, at address: WebAddress) {
        let document = HTMLDocument(parsing: answer.body)
        let base = document.baseAddress(at: address)
        let canonical = document.elements(named: .link).first { link in
            document.value(of: .rel, on: link)?.lowercased() == "canonical"
        }
        let named = canonical.flatMap { document.value(of: .href, on: $0) }
            .flatMap { WebAddress($0, relativeTo: base) }
        self.address = named?.origin == address.origin ? named ?? address : address
        links = document.elements(named: .a).prefix(Self.maxLinks).compactMap { anchor in
            guard let href = document.value(of: .href, on: anchor), !href.hasPrefix("#"),
                !document.isNoFollow(anchor)
            else { return nil }
            return WebAddress(href, relativeTo: base)
        }
        pictureHosts = document.elements(named: .img).prefix(Self.maxPictures).compactMap { image in
            document.value(of: .src, on: image).flatMap { WebAddress($0, relativeTo: base)?.hostPort }
        }.unique()
        let page = WebPage(document, url: answer.url)
        let structure = PageStructure(document, url: address)
        if RecipePageReader.read(page).map({ !$0.recipe.ingredients.isEmpty }) == true {
            kind = .recipe
        } else if structure.isList {
            kind = .list
        } else if !answer.mayBePage || structure.isEmpty || Self.isVersion(address, of: self.address)
            || Self.isOfFile(document)
        {
            kind = .other
        } else {
            kind = structure.prose > 0 || ArticleReader.read(page).isReadable ? .article : .other
        }
    }

    /// Whether the page is about a file, such as a picture, whose name is its headline.
    private static func isOfFile(_ document: HTMLDocument) -> Bool {
        document.elements(named: .h1).contains { heading in
            let words = document.textContent(of: heading).split(whereSeparator: \.isWhitespace)
            return words.count == 1 && PageForm.isMedia(named: words[0])
        }
    }

    /// Whether an address has further parameters than the page that it is a version of.
    private static func isVersion(_ address: WebAddress, of page: WebAddress) -> Bool {
        func parameters(_ address: WebAddress) -> Set<Substring> { Set((address.query ?? "").split(separator: "&")) }
        return address != page && address.path == page.path
            && parameters(address).isStrictSuperset(of: parameters(page))
    }
}
