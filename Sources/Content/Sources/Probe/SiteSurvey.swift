internal import LarderModel
internal import LarderSourceDefinitions

/// What is known of a site's pages, by those that were looked at.
///
/// A page of each group is looked at, and what it is holds for the others of its form. What nobody looked at is taken,
/// unless its address says that it is a list.
struct SiteSurvey {
    typealias Group = PathGroups.Group

    enum Sight: Equatable {
        case seen(PageLook.Kind)
        case failed
        /// It is not there, or robots.txt forbids it.
        case gone
    }

    private let origin: String
    /// Whether further pages are found by the links of those that were looked at; else all are known.
    private let followsLinks: Bool
    private var fronts: Set<WebAddress>
    private var known: Set<String> = []
    private var pages: [String] = []
    private var sights: [String: Sight] = [:]
    /// How many of the pages that were looked at have a link.
    private var linkCounts: [String: Int] = [:]
    private var looks = 0
    private var grouped: PathGroups
    private(set) var pictureHosts: [HostPort] = []
    /// The folder that the user named, such as `https://a.example/news/`; nil: the whole site.
    private var section: String?

    private static let maxPages = 50_000
    /// A menu with more pages is a table of contents.
    private static let menuPages = 12
    /// Pages without a folder are each looked at where there are no more of them.
    private static let singlePages = 6
    private static let versionLooks = 4
    /// How many pages of a group are looked at before all of them count as no items.
    private static let oddLooks = 4
    /// How many pages of items are looked at, at least.
    private var contentLooks = 3

    /// - Parameter front: The site's first page.
    init(pages: [String], front: WebAddress, followsLinks: Bool) {
        origin = front.origin
        self.followsLinks = followsLinks
        fronts = [front.with(path: "/", query: nil)]
        grouped = PathGroups([], origin: origin)
        add(pages)
        regroup()
    }

    private mutating func add(_ found: [String]) {
        for page in found where pages.count < Self.maxPages && known.insert(page).inserted { pages.append(page) }
    }

    private mutating func regroup() { grouped = PathGroups(pages, origin: origin, fronts: fronts) }

    // MARK: Looks

    /// Takes note of the page that the user named.
    mutating func see(named look: PageLook, at page: WebAddress) {
        if page.path != "/" { section = page.origin + page.path + (page.path.hasSuffix("/") ? "" : "/") }
        if page.path == "/" || followsLinks {
            // The first page has a second name on some sites.
            fronts.formUnion([look.address, page])
            for front in fronts { sights[front.description] = .seen(look.kind) }
        } else if known.contains(page.description) || look.kind == .recipe {
            add([page.description])
            contentLooks += 1
        }
        see(look, at: page.description)
        regroup()
    }

    mutating func see(_ look: PageLook, at page: String) {
        sights[page] = .seen(look.kind)
        pictureHosts = (pictureHosts + look.pictureHosts).unique()
        // Forms and the like lead to others of their kind.
        guard look.kind != .other || groups.contains(where: { $0.isFolder && $0.pages.contains(page) }) else { return }
        let links = look.links.filter { $0.origin == origin }.map(\.description)
        looks += 1
        for link in Set(links) { linkCounts[link, default: 0] += 1 }
        guard followsLinks else { return }
        add([page] + links)
        regroup()
    }

    mutating func fail(at page: String, isGone: Bool) { sights[page] = isGone ? .gone : .failed }

    /// The next page to look at; nil: all that matters was seen.
    func next() -> String? {
        let unseen = groups.filter { group in !group.pages.contains { sights[$0] != nil } }
        let content = groups.filter { $0.kind == .content }
        func kinds(_ group: Group) -> [PageLook.Kind] { group.pages.compactMap { sights[$0]?.kind } }
        // In the middle of a group first, as the first page is often a list of the others.
        if let group = unseen.first(where: { $0.kind == .content }) { return group.pages[group.pages.count / 2] }
        let tried = content.reduce(0) { $0 + $1.pages.count { ![nil, .gone].contains(sights[$0]) } }
        if tried < contentLooks {
            for group in content.prefix(contentLooks) {
                let count = group.pages.count
                // A page of the other half may be older and different, and every second page may be different.
                let places = [count / 2, count / 4, count / 2 + 1]
                let place = places.first { $0 < count && sights[group.pages[$0]] == nil }
                if let place { return group.pages[place] }
            }
        }
        let versions = groups.filter { $0.kind == .version }
        let isEnough = versions.count { !kinds($0).isEmpty } >= Self.versionLooks
        if let group = unseen.first(where: { $0.kind != .version || !isEnough }) {
            return group.pages[group.pages.count / 2]
        }
        // A few odd pages say nothing of a group, and one item in a list says nothing of the others.
        for group in groups where group.pages.count > 1 {
            let kinds = kinds(group)
            let isOpen =
                switch group.kind {
                case .content: (1..<Self.oddLooks).contains(kinds.count) && kinds.allSatisfy(\.isNoItem)
                case .list: kinds.count == 1 && !kinds[0].isNoItem
                case .index, .aside, .version: false
                }
            if isOpen, let page = group.pages.first(where: { sights[$0] == nil }) { return page }
        }
        // What most pages lead to is a menu, and may be a list by any name.
        let named = content.flatMap(\.pages).filter { 4 * linkCounts[$0, default: 0] >= 3 * max(looks, 3) }
        if named.count <= Self.menuPages, let page = named.first(where: { sights[$0] == nil }) { return page }
        // A few pages beside the folders of a site say nothing of each other.
        let single = content.filter { $0.pattern.hasPrefix("/*") && $0.pages.count <= Self.singlePages }
        return single.flatMap(\.pages).first { sights[$0] == nil }
    }

    /// Largest first.
    var groups: [Group] { grouped.groups }

    var count: Int { grouped.count }

    /// The endings of files that are no pages: those that the site links to.
    ///
    /// Where a sync follows links, the usual endings are added.
    var files: [String] {
        let seen = pages.compactMap { WebAddress($0) }.filter(PageForm.isFile).compactMap(PageForm.fileEnding)
        return Set(seen + (followsLinks ? PageForm.usualFileEndings : [])).sorted()
    }

    var findings: SurveyFindings { SurveyFindings(groups, sights, section: section) }
}

extension SiteSurvey.Sight {
    var kind: PageLook.Kind? { if case .seen(let kind) = self { kind } else { nil } }
}

extension PageLook.Kind {
    var isNoItem: Bool { self == .list || self == .other }
}
