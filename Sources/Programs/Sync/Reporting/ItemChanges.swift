internal import LarderCatalogWriting
internal import LarderModel

/// The recipes and articles that a run brought or changed, by hashes of their URNs.
struct ItemChanges: Sendable, Equatable {
    /// What is counted takes this much room at most: 16 bytes each, of each kind and each set.
    private static let maxItems = 2_000_000

    private var new: [RecordKind: Set<Int>] = [:]
    /// New ones may be among them.
    private var changed: [RecordKind: Set<Int>] = [:]

    /// Takes note of a merge of an item's record, or of a text of it.
    ///
    /// - Parameter isFirst: Whether nothing was known of the item before.
    mutating func note(_ outcome: MergeOutcome, of urn: String, isFirst: Bool) {
        guard outcome == .inserted || outcome == .updated,
            let kind = RecordKind(rawValue: String(urn.prefix { $0 != ":" })), kind == .recipe || kind == .article
        else { return }
        if isFirst {
            if new[kind, default: []].count < Self.maxItems { new[kind, default: []].insert(urn.hashValue) }
        } else if changed[kind, default: []].count < Self.maxItems {
            changed[kind, default: []].insert(urn.hashValue)
        }
    }

    mutating func add(_ other: ItemChanges) {
        for (kind, items) in other.new where new[kind, default: []].count < Self.maxItems {
            new[kind, default: []].formUnion(items)
        }
        for (kind, items) in other.changed where changed[kind, default: []].count < Self.maxItems {
            changed[kind, default: []].formUnion(items)
        }
    }

    var isEmpty: Bool { new.isEmpty && changed.isEmpty }

    /// How many of a kind were not there before.
    func newCount(of kind: RecordKind) -> Int { new[kind]?.count ?? 0 }

    /// How many of a kind were there before and are not the same any more.
    func changedCount(of kind: RecordKind) -> Int { changed[kind]?.subtracting(new[kind] ?? []).count ?? 0 }

    /// As in " (2 new, 1 changed)"; nothing where none is.
    func summary(of kind: RecordKind) -> String {
        let (new, changed) = (newCount(of: kind), changedCount(of: kind))
        guard new + changed > 0 else { return "" }
        return " ("
            + [(new, "new"), (changed, "changed")].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
            .joined(separator: ", ") + ")"
    }
}
