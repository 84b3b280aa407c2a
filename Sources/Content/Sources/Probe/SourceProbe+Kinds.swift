internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

/// What the pages of a site are, as far as they were looked at.
struct PageKinds {
    /// Groups with a page that holds a recipe.
    var recipes: [PathGroups.Group] = []
    /// Other groups with a page that is an article.
    var articles: [PathGroups.Group] = []
    var unread: [PathGroups.Group] = []
    /// Whether all pages that were looked at are articles, and every group was looked at.
    var areArticlesAlone = false
    var readPages = 0
    var failedPages = 0

    /// The groups to take: groups of items, and unread groups; empty: nothing was found to choose by.
    var chosen: [PathGroups.Group] {
        let known = recipes.isEmpty ? articles : recipes
        return known.isEmpty ? [] : known + unread
    }

    /// The note about pages that could not be read; nil: all could.
    var note: String? {
        guard failedPages > 0 else { return nil }
        guard readPages > 0 else {
            return "None of the pages that were looked at could be read (\(failedPages) tried), so no paths were "
                + "chosen by what they hold. Look through this file, or make it anew once the site answers."
        }
        let patterns = unread.map(\.pattern).joined(separator: ", ")
        return "\(failedPages) of \(readPages + failedPages) pages that were looked at could not be read"
            + (patterns.isEmpty ? "." : "; what \(patterns) holds is not known, and it is not left out.")
    }
}

private enum PageLook: String {
    case recipe = "a recipe"
    case article = "an article"
    case other = "neither a recipe nor an article"

    init(_ answer: ProbeAnswer) {
        let page = WebPage(HTMLDocument(parsing: answer.body), url: answer.url)
        if RecipePageReader.read(page).map({ !$0.recipe.ingredients.isEmpty }) == true {
            self = .recipe
        } else if ArticleReader.read(page).isReadable {
            self = .article
        } else {
            self = .other
        }
    }
}

extension SourceProbe {
    /// Pages that are looked at besides the one that was named.
    private static let sampledPages = 3

    /// Looks at three pages, of different groups where possible, and at the page that was named.
    ///
    /// - Parameter named: Counts where it is one of the groups' pages, or a recipe beside them; nil: it was no page.
    mutating func kinds(of groups: [PathGroups.Group], named: ProbeAnswer?) async -> PageKinds {
        let groups = groups.filter { !$0.isAside }
        var looks: [(group: PathGroups.Group, look: PageLook)] = []
        var failed: [PathGroups.Group] = []
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
            do throws(ProbeError) {
                // No sync takes what robots.txt forbids, and what is gone holds nothing.
                guard let answer = try await get(page), ![404, 410].contains(answer.status) else { continue }
                guard answer.isFine else { throw ProbeError("status \(answer.status)") }
                let look = PageLook(answer)
                tell("\(answer.url): \(look.rawValue)")
                looks.append((group, look))
            } catch {
                tell("\(page): could not be read: \(error)")
                failed.append(group)
            }
        }
        var kinds = PageKinds(readPages: looks.count, failedPages: failed.count)
        func seen(as look: PageLook) -> [PathGroups.Group] { looks.filter { $0.look == look }.map(\.group) }
        kinds.unread = failed.filter { group in !looks.contains { $0.group == group } }.unique()
        kinds.areArticlesAlone = !looks.isEmpty && kinds.unread.isEmpty && looks.allSatisfy { $0.look == .article }
        kinds.recipes = seen(as: .recipe).unique()
        kinds.articles = seen(as: .article).filter { !kinds.recipes.contains($0) }.unique()
        return kinds
    }

    /// A page of each of the first groups, then further pages of theirs.
    private static func sample(of groups: [PathGroups.Group]) -> [(group: PathGroups.Group, page: String)] {
        var pages: [(group: PathGroups.Group, page: String)] = []
        for round in 0..<sampledPages {
            for group in groups.prefix(sampledPages) where pages.count < sampledPages {
                let count = group.pages.count
                // First a page in the middle, as the first is often a list of the others. Then a page of the other
                // half, which may be older and different, and the neighbour, as every second page may be different.
                let place = [count / 2, count / 4, count / 2 + 1][round]
                guard place < count, !pages.contains(where: { $0.page == group.pages[place] }) else { continue }
                pages.append((group, group.pages[place]))
            }
        }
        return pages
    }
}
