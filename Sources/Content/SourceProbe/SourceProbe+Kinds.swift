internal import LarderHTML
internal import LarderModel
internal import LarderPageMarkup
internal import LarderReader

/// What the pages of a site are, as far as some were looked at.
struct PageKinds {
    /// Groups of which a page holds a recipe.
    var recipes: [PathGroups.Group] = []
    /// Other groups of which a page is an article.
    var articles: [PathGroups.Group] = []
    /// Whether all pages that were looked at are articles.
    var areArticlesAlone = false
}

/// What one page is.
private enum PageLook: String {
    case recipe = "a recipe"
    case article = "an article"
    case other = "neither a recipe nor an article"

    init(_ answer: ProbeAnswer) {
        let document = HTMLDocument(parsing: answer.body)
        if RecipePageReader.read(document, url: answer.url).map({ !$0.ingredients.isEmpty }) == true {
            self = .recipe
        } else if ArticleReader.read(document, url: answer.url).isReadable {
            self = .article
        } else {
            self = .other
        }
    }
}

extension SourceProbe {
    /// Pages that are looked at besides the one that was named.
    private static let sampledPages = 3

    /// Looks at three pages, of different groups where there are so many, and at the one that was named.
    ///
    /// - Parameter named: Counts where it is one of the groups' pages, or a recipe beside them; nil: it was no page.
    mutating func kinds(of groups: [PathGroups.Group], named: ProbeAnswer?) async -> PageKinds {
        let groups = groups.filter { !$0.isAside }
        var looks: [(group: PathGroups.Group, look: PageLook)] = []
        if let named, let address = WebAddress(named.url), address.path != "/" {
            let look = PageLook(named)
            let pattern = PathGroups.pattern(address.path)
            let group = groups.first { group in
                group.pattern == pattern
                    && (look == .recipe || group.pages.contains { WebAddress($0) == address })
            }
            if let group {
                tell("\(named.url): \(look.rawValue)")
                looks.append((group, look))
            }
        }
        for (group, page) in Self.sample(of: groups) where page != named?.url {
            guard let answer = await find(page) else { continue }
            let look = PageLook(answer)
            tell("\(answer.url): \(look.rawValue)")
            looks.append((group, look))
        }
        var kinds = PageKinds(areArticlesAlone: !looks.isEmpty && looks.allSatisfy { $0.look == .article })
        for (group, look) in looks where look == .recipe && !kinds.recipes.contains(group) {
            kinds.recipes.append(group)
        }
        for (group, look) in looks where look == .article {
            if !kinds.recipes.contains(group), !kinds.articles.contains(group) { kinds.articles.append(group) }
        }
        return kinds
    }

    /// A page of each of the first groups, then further ones of theirs.
    private static func sample(of groups: [PathGroups.Group]) -> [(group: PathGroups.Group, page: String)] {
        var pages: [(group: PathGroups.Group, page: String)] = []
        for round in 0..<sampledPages {
            for group in groups.prefix(sampledPages) where pages.count < sampledPages {
                let count = group.pages.count
                // First one in the middle, as the first is often a list of the others. Then one of the other half, as what is older may be
                // something else, and the neighbour, as every second page may be.
                let place = [count / 2, count / 4, count / 2 + 1][round]
                guard place < count, !pages.contains(where: { $0.page == group.pages[place] }) else { continue }
                pages.append((group, group.pages[place]))
            }
        }
        return pages
    }
}
