/// The difference of two lists as one batch of updates for a collection view or a table view.
///
/// All of it goes into one `performBatchUpdates` of `UICollectionView`, `UITableView` or `NSCollectionView`, in which
/// the data source changes too:
///
///     let batch = ListBatch(from: articles, to: newArticles)
///     func paths(_ indexes: [Int]) -> [IndexPath] { indexes.map { IndexPath(item: $0, section: 0) } }
///     collectionView.performBatchUpdates {
///         articles = newArticles
///         collectionView.deleteItems(at: paths(batch.deletions))
///         collectionView.insertItems(at: paths(batch.insertions))
///         collectionView.reloadItems(at: paths(batch.reloads))
///         for move in batch.moves {
///             collectionView.moveItem(
///                 at: IndexPath(item: move.from, section: 0),
///                 to: IndexPath(item: move.to, section: 0)
///             )
///         }
///     }
///
/// Items are the same if their `id` is the same. A list should have each `id` once; the second item with an `id` is
/// otherwise taken for the second one with that `id` in the other list, and so on.
///
/// No index is in two of the updates. An item that changed and moved is deleted and inserted, as a view refuses to
/// reload what it moves. `UICollectionView` also ignores moves when it looks for the new place of a reloaded item, and
/// then raises "attempt to perform an insert and a move to the same index path": where any item moves, all changed
/// ones are deleted and inserted.
public struct ListBatch: Sendable, Hashable {
    /// An item's way from one list to the other.
    public struct Move: Sendable, Hashable {
        /// The index in the old list.
        public let from: Int
        /// The index in the new list.
        public let to: Int

        @inlinable init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Indexes in the old list, the largest first.
    public let deletions: [Int]
    /// Indexes in the new list, the smallest first.
    public let insertions: [Int]
    /// As few items as possible, in the order of the new list; their values are equal in both lists.
    public let moves: [Move]
    /// Indexes in the *old* list, the smallest first, of items whose value changed; empty if there are moves.
    ///
    /// `reloadItems` and `reloadRows` read old indexes within a batch, new ones after it.
    public let reloads: [Int]

    /// Whether the lists are equal.
    public var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty && reloads.isEmpty }

    /// What turns `old` into `new`, in O(n log n).
    ///
    /// Inlinable, as code that the compiler makes for the app's own type takes half the time.
    @inlinable public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
        var isDeleted = [Bool](repeating: true, count: old.count)
        var isInserted = [Bool](repeating: true, count: new.count)
        var moved: [Move] = [], changed: [Move] = [], replaced: [Move] = []
        let kept = Self.kept(from: old, to: new)
        for (item, stays) in zip(kept, Self.longestIncreasingSubsequence(of: kept.map(\.from))) {
            isDeleted[item.from] = false
            isInserted[item.to] = false
            switch (stays, old[item.from] == new[item.to]) {
            case (true, true): break
            case (true, false): changed.append(item)
            case (false, true): moved.append(item)
            case (false, false): replaced.append(item)
            }
        }
        if !moved.isEmpty {
            replaced += changed
            changed = []
        }
        for item in replaced {
            isDeleted[item.from] = true
            isInserted[item.to] = true
        }
        deletions = isDeleted.indices.reversed().filter { isDeleted[$0] }
        insertions = isInserted.indices.filter { isInserted[$0] }
        moves = moved
        reloads = changed.map(\.from)
    }

    /// The items that are in both lists, in the order of the new one.
    @inlinable static func kept<Element: Identifiable>(from old: [Element], to new: [Element]) -> [Move] {
        /// The first item of an `id` that is not paired yet, -1 after the last.
        var first: [Element.ID: Int] = [:]
        /// The next item with the same `id`, -1 if there is none.
        var next = [Int](repeating: -1, count: old.count)
        first.reserveCapacity(old.count)
        for index in old.indices.reversed() { next[index] = first.updateValue(index, forKey: old[index].id) ?? -1 }
        return new.indices.compactMap { index in
            guard let slot = first.index(forKey: new[index].id), first.values[slot] >= 0 else { return nil }
            let from = first.values[slot]
            first.values[slot] = next[from]
            return Move(from: from, to: index)
        }
    }

    /// Marks the members of one longest increasing subsequence of distinct values.
    @usableFromInline static func longestIncreasingSubsequence(of values: [Int]) -> [Bool] {
        /// For each length the position of the smallest value that ends a subsequence.
        var ends: [Int] = []
        /// The position before this one in its subsequence, -1 at its start.
        var previous = [Int](repeating: -1, count: values.count)
        for (position, value) in values.enumerated() {
            var low = 0, high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[position] = ends[low - 1] }
            if low < ends.count { ends[low] = position } else { ends.append(position) }
        }
        var isInRise = [Bool](repeating: false, count: values.count)
        var position = ends.last ?? -1
        while position >= 0 {
            isInRise[position] = true
            position = previous[position]
        }
        return isInRise
    }
}
