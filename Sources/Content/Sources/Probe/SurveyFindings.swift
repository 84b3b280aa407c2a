internal import LarderModel
internal import LarderSourceDefinitions

/// Which groups of a site's pages are items, and which are not.
struct SurveyFindings {
    typealias Group = PathGroups.Group

    let readPages: Int
    let failedPages: Int
    /// Groups with a page that holds a recipe.
    let recipes: [Group]
    /// The groups that the proposed source takes.
    ///
    /// If the site has recipes, these are the groups of recipes, the group of the typed address, and the groups whose
    /// pages could not be read.
    let items: [Group]
    /// Groups of items of which nothing is known, as their pages could not be read.
    let unread: [Group]
    /// Groups of pages that lead to items and are none.
    let lists: [Group]
    /// Groups of pages that are no items and lead to none.
    let others: [Group]
    /// Single lists in groups of items.
    let listPages: [String]
    /// Whether all items that were looked at are articles, and all that matters was looked at.
    let areArticlesAlone: Bool

    init(_ groups: [Group], _ sights: [String: SiteSurvey.Sight], section: String?) {
        let seen = groups.map { group in (group: group, sights: group.pages.compactMap { sights[$0] }) }
        let indexes = seen.filter { $0.group.kind == .index }.flatMap { $0.sights.compactMap(\.kind) }
        let areIndexesLists = !indexes.isEmpty && indexes.allSatisfy(\.isNoItem)
        var (recipes, taken, unread, lists, others): ([Group], [Group], [Group], [Group], [Group]) = (
            [], [], [], [], []
        )
        for (group, sights) in seen {
            // What is not there leads nowhere.
            guard sights.isEmpty || sights.contains(where: { $0 != .gone }) || group.kind == .content else { continue }
            let kinds = sights.compactMap(\.kind)
            let areNoItems = kinds.allSatisfy(\.isNoItem)
            let isAside =
                switch group.kind {
                case .version: true
                // What is short or odd is read all the same where its folder holds more of it.
                case .content where group.isFolder: 2 * kinds.count { $0 == .list } > kinds.count
                case .content: !kinds.isEmpty && areNoItems
                case .index: kinds.isEmpty ? areIndexesLists : areNoItems
                // A list of one item looks like that item.
                case .list: kinds.count < 2 || areNoItems
                case .aside: kinds.isEmpty || areNoItems
                }
            if kinds.contains(.recipe), group.kind != .list { recipes.append(group) }
            if !isAside {
                taken.append(group)
                if kinds.isEmpty, sights.contains(.failed) { unread.append(group) }
            } else if group.kind == .list || kinds.contains(.list)
                || kinds.isEmpty && [.index, .content].contains(group.kind)
            {
                lists.append(group)
            } else {
                others.append(group)
            }
        }
        // Where every group was judged to hold no items, the groups with the form of items are proposed all the same.
        if taken.isEmpty {
            taken = groups.filter { $0.kind == .content }
            lists.removeAll(where: taken.contains)
            others.removeAll(where: taken.contains)
        }
        items =
            recipes.isEmpty
            ? taken
            : taken.filter { group in
                recipes.contains(group) || !group.pages.contains { sights[$0] != nil } || unread.contains(group)
                    || section.map { folder in group.pages.contains { $0.hasPrefix(folder) } } ?? false
            }
        let forms = Set(sights.filter { $0.value == .seen(.list) }.keys.compactMap(Self.formInAnyLanguage))
        listPages = taken.flatMap(\.pages).filter { page in
            sights[page].map { $0 == .seen(.list) } ?? Self.formInAnyLanguage(page).map(forms.contains) ?? false
        }
        let kinds = seen.flatMap { $0.sights.compactMap(\.kind) }
        readPages = kinds.count
        failedPages = seen.reduce(0) { $0 + $1.sights.count { $0 == .failed } }
        areArticlesAlone =
            kinds.contains(.article) && unread.isEmpty && !kinds.contains(.recipe)
        (self.recipes, self.unread, self.lists, self.others) = (recipes, unread, lists, others)
    }

    /// The path of a page without its first slash and a language: `posts/` of `/de/posts/` and of `/pt-br/posts/`.
    ///
    /// - Returns: nil for a front page.
    private static func formInAnyLanguage(_ page: String) -> String? {
        guard let address = WebAddress(page), address.query == nil else { return nil }
        let segments = address.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let parts = (segments.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        let isLanguage =
            parts.count <= 2 && parts.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isASCIILetter) }
        let rest = (isLanguage ? segments.dropFirst() : segments).joined(separator: "/")
        return rest.isEmpty ? nil : rest
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
