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
    ///
    /// - Parameter isFirst: Whether the item was unknown, or in parts only, when the last sync ended.
    mutating func count(_ outcome: MergeOutcome, of urn: String, isFirst: Bool) {
        guard outcome == .inserted || outcome == .updated,
            let kind = RecordKind(rawValue: String(urn.prefix { $0 != ":" })), kind == .recipe || kind == .article
        else { return }
        let item = CollectionOfOne(urn.hashValue)
        if isFirst { Self.add(item, kind, to: &new) } else { Self.add(item, kind, to: &changed) }
    }

    mutating func add(_ other: ItemChanges) {
        for (kind, items) in other.new { Self.add(items, kind, to: &new) }
        for (kind, items) in other.changed { Self.add(items, kind, to: &changed) }
    }

    private static func add(_ added: some Sequence<Int>, _ kind: RecordKind, to items: inout [RecordKind: Set<Int>]) {
        if items[kind]?.count ?? 0 < maxItems { items[kind, default: []].formUnion(added) }
    }

    var isEmpty: Bool { new.isEmpty && changed.isEmpty }

    func newCount(of kind: RecordKind) -> Int { new[kind]?.count ?? 0 }
    func changedCount(of kind: RecordKind) -> Int { changed[kind]?.subtracting(new[kind] ?? []).count ?? 0 }

    /// For example " (2 new, 1 changed)"; empty for none.
    func summary(of kind: RecordKind) -> String {
        let counts = [(newCount(of: kind), "new"), (changedCount(of: kind), "changed")].filter { $0.0 > 0 }
        return counts.isEmpty ? "" : " (\(counts.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")))"
    }
}
