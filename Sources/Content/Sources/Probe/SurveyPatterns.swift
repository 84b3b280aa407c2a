internal import LarderModel
internal import LarderSourceDefinitions

/// The patterns of a source's file for what a survey found.
struct SurveyPatterns {
    let items: [String]
    /// Of pages that lead to items and are none.
    let lists: [String]
    /// Of pages that are no items and lead to none.
    let others: [String]

    /// As many of one key as a file should have.
    private static let most = 150
    /// Of so few pages each is named, as the form of their addresses may be that of others to come.
    private static let fewPages = 12

    init(_ findings: SurveyFindings) {
        let parameters = findings.items.reduce(into: Set<String>()) { $0.formUnion($1.parameters) }
        let paths = Set(findings.items.filter { !$0.parameters.isEmpty }.map { $0.pattern.prefix { $0 != "?" } })
        func patterns(_ groups: [PathGroups.Group]) -> [String] {
            let names = groups.reduce(into: Set<String>()) { $0.formUnion($1.parameters) }.subtracting(parameters)
            let form = names.filter { $0.utf8.count <= 40 }.sorted().prefix(10).map(\.escaped).joined(separator: "|")
            return groups.filter(\.parameters.isEmpty).flatMap(pattern) + (form.isEmpty ? [] : ["re:[?&](\(form))="])
        }
        func pattern(_ group: PathGroups.Group) -> [String] {
            if group.kind == .content, group.pattern.hasPrefix("/*"), group.pages.count <= Self.fewPages {
                return group.pages.compactMap { WebAddress($0).map { PageForm.index($0).pattern } }
            }
            // A glob for a path would match all that its parameters make of it.
            guard group.kind == .index, paths.contains(group.pattern[...]) else { return [group.pattern] }
            return ["re:^\(group.pattern.escaped)$"]
        }
        let pages = findings.listPages.compactMap { WebAddress($0).map { PageForm.index($0).pattern } }
        func file(_ patterns: [String]) -> [String] {
            Array(patterns.distinct.filter { $0.utf8.count <= AddressPattern.maxBytes }.prefix(Self.most))
        }
        items = file(
            findings.items.map { $0.parameters.isEmpty ? $0.pattern : $0.pattern.prefix { $0 != "?" } + "?**" }
        )
        lists = file(patterns(findings.lists) + pages)
        others = file(patterns(findings.others))
    }

    /// The pattern for files of some endings.
    static func files(_ endings: [String]) -> [String] {
        endings.isEmpty ? [] : ["re:\\.(\(endings.map(\.escaped).joined(separator: "|")))$"]
    }
}

extension String {
    /// The text in a regular expression that stands for itself.
    var escaped: String {
        String(flatMap { "\\.[]{}()*+?^$|".contains($0) ? ["\\", $0] : [$0] })
    }
}
