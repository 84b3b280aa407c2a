import Larder

/// What `UICollectionView` makes of one batch of updates.
enum CollectionModel {
    /// The reason for which the view would raise an exception, or might; nil: it accepts the batch.
    static func refusal(of batch: ListBatch, oldCount: Int, newCount: Int) -> String? {
        let sources = batch.deletions + batch.reloads + batch.moves.map(\.from)
        let targets = batch.insertions + batch.moves.map(\.to)
        let rules = [
            ("Two updates have the same old index.", Set(sources).count == sources.count),
            ("Two updates have the same new index.", Set(targets).count == targets.count),
            ("An old index is not in the list.", sources.allSatisfy { 0..<oldCount ~= $0 }),
            ("A new index is not in the list.", targets.allSatisfy { 0..<newCount ~= $0 }),
            ("The counts differ.", oldCount - batch.deletions.count + batch.insertions.count == newCount),
            ("An item is reloaded beside a move.", batch.moves.isEmpty || batch.reloads.isEmpty),
            ("The deletions do not fall.", batch.deletions == batch.deletions.sorted(by: >)),
            ("The insertions do not rise.", batch.insertions == batch.insertions.sorted()),
            ("The reloads do not rise.", batch.reloads == batch.reloads.sorted()),
        ]
        return rules.first { !$0.1 }?.0
    }

    /// The rows on screen after a batch without ``refusal(of:oldCount:newCount:)``.
    ///
    /// A row shows its old value unless it was inserted or reloaded. Rows that neither go nor move keep their order and
    /// fill the places that are left.
    static func rows(after batch: ListBatch, from old: [ListItem], to new: [ListItem]) -> [ListItem] {
        var rows = [ListItem?](repeating: nil, count: new.count)
        for index in batch.insertions { rows[index] = new[index] }
        for move in batch.moves { rows[move.to] = old[move.from] }
        let gone = Set(batch.deletions + batch.moves.map(\.from)), reloads = Set(batch.reloads)
        let places = rows.indices.filter { rows[$0] == nil }
        for (from, to) in zip(old.indices.filter { !gone.contains($0) }, places) {
            rows[to] = reloads.contains(from) ? new[to] : old[from]
        }
        return rows.compactMap { $0 }
    }
}
