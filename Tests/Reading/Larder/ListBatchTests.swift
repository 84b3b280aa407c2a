import Larder
import LarderModel
import Testing

/// An item of a list; `value` is what its row shows.
struct ListItem: Identifiable, Hashable {
    let id: Int
    var value = 0

    /// Items of these ids, each with the same value.
    static func list(_ ids: Int..., value: Int = 0) -> [Self] { ids.map { Self(id: $0, value: value) } }
}

@Suite("List batch") struct ListBatchTests {
    private typealias Item = ListItem

    @Test func `a view shows the new list after any edits`() throws {
        for seed in 0..<10_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let (old, new) = randomEdit(&random), batch = ListBatch(from: old, to: new)
            let refusal = CollectionModel.refusal(of: batch, oldCount: old.count, newCount: new.count)
            try #require(refusal == nil, "seed \(seed)")
            #expect(CollectionModel.rows(after: batch, from: old, to: new) == new, "seed \(seed)")
            #expect(batch.isEmpty == (old == new), "seed \(seed)")
        }
    }

    /// A list of up to 15 items, every other one without an `id` twice, and what up to 7 edits made of it.
    private func randomEdit(_ random: inout SeededGenerator) -> (old: [Item], new: [Item]) {
        let isUnique = random.oneIn(2), ids = random.number(1...20)
        func unique(_ items: [Item]) -> [Item] {
            var seen: Set<Int> = []
            return isUnique ? items.filter { seen.insert($0.id).inserted } : items
        }
        let old = unique((0..<random.below(16)).map { _ in Item(id: random.below(ids)) })
        var new = old
        for _ in 0..<random.below(8) {
            switch random.below(5) {
            case 0: new.insert(Item(id: random.below(ids)), at: random.below(new.count + 1))
            case _ where new.isEmpty: break
            case 1: new.remove(at: random.below(new.count))
            case 2: new[random.below(new.count)].value += 1
            case 3: new.insert(new.remove(at: random.below(new.count)), at: random.below(new.count + 1))
            default: if random.oneIn(8) { new.shuffle(using: &random) }
            }
        }
        return (old, unique(new))
    }

    @Test func `as few items move as possible`() {
        for seed in 0..<1000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let old = (0..<random.below(12)).map { Item(id: $0) }, new = old.shuffled(using: &random)
            /// The length of the longest increasing subsequence that ends in each item.
            var lengths: [Int] = []
            for item in new {
                lengths.append(1 + (zip(new, lengths).filter { $0.0.id < item.id }.map(\.1).max() ?? 0))
            }
            let batch = ListBatch(from: old, to: new)
            #expect(batch.moves.count == old.count - (lengths.max() ?? 0), "seed \(seed)")
            #expect(batch.deletions.isEmpty && batch.insertions.isEmpty && batch.reloads.isEmpty, "seed \(seed)")
        }
    }

    @Test func `equal lists need no update`() {
        #expect(ListBatch(from: Item.list(), to: []).isEmpty)
        #expect(ListBatch(from: Item.list(1, 2), to: Item.list(1, 2)).isEmpty)
    }

    @Test func `deletions fall and insertions rise`() {
        let none = Item.list(), all = Item.list(1, 2, 3)
        #expect(ListBatch(from: all, to: none).deletions == [2, 1, 0])
        #expect(ListBatch(from: none, to: all).insertions == [0, 1, 2])
        let batch = ListBatch(from: all, to: Item.list(4, 2, 5))
        #expect(batch.deletions == [2, 0] && batch.insertions == [0, 2] && batch.moves.isEmpty)
    }

    @Test func `one item moves in a swap, all but one in a reversal`() {
        let swap = ListBatch(from: Item.list(1, 2), to: Item.list(2, 1))
        #expect(swap.moves.count == 1 && swap.deletions.isEmpty && swap.insertions.isEmpty)
        #expect(ListBatch(from: Item.list(1, 2, 3, 4), to: Item.list(4, 3, 2, 1)).moves.count == 3)
    }

    @Test func `a change is reloaded at its old index`() {
        let batch = ListBatch(from: Item.list(1, 2, 3), to: Item.list(9, 2) + Item.list(3, value: 1))
        #expect(batch.reloads == [2] && batch.deletions == [0] && batch.insertions == [0])
    }

    @Test func `what changed and moved is deleted and inserted`() {
        let batch = ListBatch(from: Item.list(1, 2, 3), to: Item.list(3, value: 1) + Item.list(1, 2))
        #expect(batch.deletions == [2] && batch.insertions == [0] && batch.moves.isEmpty && batch.reloads.isEmpty)
    }

    @Test func `nothing is reloaded where something moves`() {
        let batch = ListBatch(from: Item.list(1, 2, 3), to: Item.list(3, 1) + Item.list(2, value: 1))
        #expect(batch.moves.count == 1 && batch.moves.first?.from == 2 && batch.moves.first?.to == 0)
        #expect(batch.deletions == [1] && batch.insertions == [2] && batch.reloads.isEmpty)
    }

    @Test func `the second item of an id is another one`() {
        #expect(ListBatch(from: Item.list(1, 1), to: Item.list(1)).deletions == [1])
        #expect(ListBatch(from: Item.list(1), to: Item.list(1, 1, 1)).insertions == [1, 2])
        #expect(ListBatch(from: Item.list(1, 2, 1), to: Item.list(1, 2, 1)).isEmpty)
    }
}
