internal import GRDB
package import Larder
internal import LarderCatalog
internal import Synchronization

/// The index of a larder's latest state and some selections of it, shared by all reads.
///
/// While a sync runs, the items change each second and the index would be made for each page. An index that is a few
/// seconds old is used then, and a new one is made beside the pages. Pages of it are out of date with the change that
/// ends the sync.
package final class ListIndexes: Sendable {
    private struct State {
        let index: ListIndex
        let revision: Int64
        let made: ContinuousClock.Instant
        /// From which age on it is made anew while a sync runs; at twice that, no page uses it any more.
        var renewalAge: Duration
        /// Whether a new one is being made.
        var isRenewed = false
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
    /// What new indexes are read from beside the pages; nil: pages make them themselves.
    private let larder: Larder?

    package init(renewedFrom larder: Larder? = nil) { self.larder = larder }

    /// The selection of a list without a search; one statement where it is known.
    func selection(_ list: ListAddress, _ reader: LarderReader) throws -> ListSelection {
        var plain = list
        (plain.page, plain.isTyping) = (1, false)
        if plain.order != .minutes { plain.order = nil }
        let (known, index) = try current(reader) { ($0.selections[plain], $0.index) }
        if let known { return known }
        let selection = ListSelection(plain, in: index, places: nil)
        state.withLock { state in
            guard state?.index.identity === index.identity else { return }
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
            let made = try Self.places(order, in: index, reader)
            if isLatest { state?.orders[order] = made }
            return made
        }
    }

    /// How many items the list of all items has, where that is known without counting; one statement.
    func total(_ reader: LarderReader) throws -> Int? {
        let revision = try Self.revision(reader)
        return try state.withLock { state in
            guard let known = state, try age(of: known, revision, reader) != .unusable else { return nil }
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
            let age = try state.map { try self.age(of: $0, revision, reader) } ?? .unusable
            var current =
                if let state, age != .unusable { state } else { try Self.made(reader, revision, like: state) }
            // Not held twice, as the body changes it.
            state = nil
            defer { state = current }
            if age == .old, !current.isRenewed {
                current.isRenewed = true
                renew(current)
            }
            return try body(&current)
        }
    }

    /// Makes a new index on another thread; pages use the old one until it is there.
    private func renew(_ old: State) {
        Task.detached(priority: .utility) { [self] in
            let new = try? await larder?.read { try Self.made($0, Self.revision($0), like: old) }
            state.withLock { state in
                // Another may be newer where the catalog was read meanwhile.
                if let new, state.map({ $0.revision < new.revision }) ?? true { state = new }
                state?.isRenewed = false
            }
        }
    }

    /// - Parameter old: The lists and orders of this one are made too.
    private static func made(_ reader: LarderReader, _ revision: Int64, like old: State?) throws -> State {
        let start = ContinuousClock.now
        let index = try ListIndex(reader)
        var state = State(index: index, revision: revision, made: start, renewalAge: usualAge)
        if let old {
            for order in old.orders.keys { state.orders[order] = try places(order, in: index, reader) }
            for list in old.selections.keys {
                state.selections[list] = ListSelection(list, in: index, places: nil)
            }
        }
        state.renewalAge = max(usualAge, (ContinuousClock.now - start) * mostAge)
        return state
    }

    private static func places(
        _ order: ListAddress.Order,
        in index: ListIndex,
        _ reader: LarderReader
    ) throws -> [Int32] {
        try reader.ordered(by: order).compactMap(index.place(ofID:))
    }

    private enum Age {
        case latest
        case old
        case unusable
    }

    private func age(of state: State, _ revision: Int64, _ reader: LarderReader) throws -> Age {
        if state.revision == revision { return .latest }
        let age = ContinuousClock.now - state.made
        guard age < state.renewalAge * (larder == nil ? 1 : 2),
            try reader.database.exists("SELECT 1 FROM sync WHERE state = 'running'", [])
        else { return .unusable }
        return age < state.renewalAge ? .latest : .old
    }

    private static func revision(_ reader: LarderReader) throws -> Int64 {
        try Int64.fetchOne(reader.database.bound("SELECT count FROM revision WHERE name = 'item'")) ?? 0
    }
}
