internal import GRDB
internal import Larder
internal import LarderCatalog
internal import Synchronization

/// The index of a larder's latest state and some selections of it, shared by all reads.
///
/// While a sync runs, the items change each second and the index would be made for each page. An index that is a few
/// seconds old is used then. Pages of it are out of date with the change that ends the sync.
package final class ListIndexes: Sendable {
    private struct State {
        let index: ListIndex
        let revision: Int64
        let made: ContinuousClock.Instant
        /// Up to which age it is used while a sync runs.
        let longestAge: Duration
        /// Without a search, by the list's first page in its usual order.
        var selections: [ListAddress: ListSelection] = [:]
        /// Places of items in the index.
        var orders: [ListAddress.Order: [Int32]] = [:]
    }

    private static let mostSelections = 32
    /// In times of what it takes to make an index.
    private static let mostAge = 20
    private static let usualAge = Duration.seconds(3)
    private let state = Mutex<State?>(nil)

    package init() {}

    /// The selection of a list without a search; one statement where it is known.
    func selection(_ list: ListAddress, _ reader: LarderReader) throws -> ListSelection {
        var plain = list
        (plain.page, plain.isTyping) = (1, false)
        if plain.order != .minutes { plain.order = nil }
        let (known, index, made) = try current(reader) { ($0.selections[plain], $0.index, $0.made) }
        if let known { return known }
        let selection = ListSelection(plain, in: index, places: nil)
        state.withLock { state in
            guard state?.made == made else { return }
            if state?.selections.count ?? 0 >= Self.mostSelections { state?.selections = [:] }
            state?.selections[plain] = selection
        }
        return selection
    }

    /// The index, made unless it is there; one statement.
    func index(_ reader: LarderReader) throws -> ListIndex { try current(reader) { $0.index } }

    /// The items in an order, as places in an index; at most one statement.
    ///
    /// - Parameter index: May be older than the latest one, which another read makes at any time.
    func order(_ order: ListAddress.Order, in index: ListIndex, _ reader: LarderReader) throws -> [Int32] {
        try state.withLock { state in
            let isLatest = state?.index.identity === index.identity
            if isLatest, let known = state?.orders[order] { return known }
            let made = try reader.ordered(by: order).compactMap(index.place(ofID:))
            if isLatest { state?.orders[order] = made }
            return made
        }
    }

    /// How many items the list of all items has, where that is known without counting; one statement.
    func total(_ reader: LarderReader) throws -> Int? {
        let revision = try Self.revision(reader)
        return try state.withLock { state in
            guard let known = state, try Self.isUsable(known, revision, reader) else { return nil }
            return known.index.total
        }
    }

    /// Reads of the same state of the catalog wait for one of them to make its index.
    private func current<Result: Sendable>(
        _ reader: LarderReader,
        _ body: (inout State) throws -> Result
    ) throws -> Result {
        let revision = try Self.revision(reader)
        return try state.withLock { state in
            var current =
                if let known = state, try Self.isUsable(known, revision, reader) { known } else {
                    try Self.made(reader, revision)
                }
            // Not held twice, as the body changes it.
            state = nil
            defer { state = current }
            return try body(&current)
        }
    }

    private static func made(_ reader: LarderReader, _ revision: Int64) throws -> State {
        let start = ContinuousClock.now
        let index = try ListIndex(reader)
        let end = ContinuousClock.now
        let age = max(usualAge, (end - start) * mostAge)
        return State(index: index, revision: revision, made: end, longestAge: age)
    }

    private static func isUsable(_ state: State, _ revision: Int64, _ reader: LarderReader) throws -> Bool {
        if state.revision == revision { return true }
        guard ContinuousClock.now - state.made < state.longestAge else { return false }
        return try reader.database.exists("SELECT 1 FROM sync WHERE state = 'running'", [])
    }

    private static func revision(_ reader: LarderReader) throws -> Int64 {
        try Int64.fetchOne(reader.database.bound("SELECT count FROM revision WHERE name = 'item'")) ?? 0
    }
}
