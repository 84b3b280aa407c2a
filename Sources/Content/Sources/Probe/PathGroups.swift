internal import LarderModel
internal import LarderSourceDefinitions

/// The pages of a site by the form of their addresses.
struct PathGroups {
    struct Group: Sendable, Hashable {
        /// What the form of an address says of its page.
        enum Kind: Sendable, Hashable {
            case content
            /// A page whose folder holds others: each is a group of its own.
            case index
            /// The number of a page of a list, the year of an archive, a word such as `tag`.
            case list
            /// A word such as `login`.
            case aside
            /// Another page of the site with further parameters: an action on it, or a version of it.
            case version
        }

        var kind: Kind
        var pattern: String
        var pages: [String]
        /// The names of parameters that its addresses have; empty: they have none.
        var parameters: Set<String> = []

        /// Whether it has so many pages that they are items, unless most of those that were looked at are lists.
        var isFolder: Bool { kind == .content && pages.count >= 3 && parameters.count < 2 }
    }

    /// Largest first.
    let groups: [Group]
    let count: Int

    /// - Parameter fronts: Addresses of the site's first page.
    init(_ pages: [String], origin: String, fronts: Set<WebAddress> = []) {
        let own = pages.compactMap { page in WebAddress(page).flatMap { $0.origin == origin ? (page, $0) : nil } }
            .filter { !PageForm.isFile($0.1) }
        var below: [String: Int] = [:]
        for (_, address) in own {
            for folder in PageForm.folders(of: address) { below[folder, default: 0] += 1 }
        }
        let known = Set(own.map(\.1)).subtracting(fronts)
        var found: [String: Group] = [:]
        for (page, address) in own {
            var form = fronts.contains(address) ? .index(address) : PageForm(address, pagesBelow: below)
            if form.kind == .content, PageForm.isVersion(address, among: known) { form.kind = .version }
            let none = Group(kind: form.kind, pattern: form.pattern, pages: [], parameters: form.parameters)
            found[form.pattern, default: none].pages.append(page)
        }
        groups = found.values.sorted { ($1.pages.count, $0.pattern) < ($0.pages.count, $1.pattern) }
        count = own.count
    }
}
