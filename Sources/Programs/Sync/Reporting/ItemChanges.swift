internal import LarderCatalogWriting
internal import LarderModel

/// The recipes and articles that a run brought or changed, by hashes of their URNs.
struct ItemChanges: Sendable, Equatable {
    /// Bounds the memory: 16 bytes each, per kind and set.
    private static let maxItems = 2_000_000

    private var new: [RecordKind: Set<Int>] = [:]
    /// May include new items.
    private var changed: [RecordKind: Set<Int>] = [:]

    /// Counts a merge of an item's record or text.
    /// - Parameter isFirst: Whether the item was unknown before.
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

    func newCount(of kind: RecordKind) -> Int { new[kind]?.count ?? 0 }

    func changedCount(of kind: RecordKind) -> Int { changed[kind]?.subtracting(new[kind] ?? []).count ?? 0 }

    /// For example " (2 new, 1 changed)"; empty for none.
    func summary(of kind: RecordKind) -> String {
        let (new, changed) = (newCount(of: kind), changedCount(of: kind))
        guard new + changed > 0 else { return "" }
        return " ("
            + [(new, "new"), (changed, "changed")].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
            .joined(separator: ", ") + ")"
    }
}
