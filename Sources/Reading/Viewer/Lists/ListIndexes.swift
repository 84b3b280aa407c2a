internal import GRDB
package import Larder
internal import LarderCatalog
internal import Synchronization

/// The index of a larder's latest state and some selections of it, shared by all reads.
///
/// While a sync runs, the items change each second and the index would be made for each page. An index that is a few
/// seconds old or lacks few changes is used then, and a new one is made beside the pages. Pages of it are out of date
/// with the change that ends the sync.
package final class ListIndexes: Sendable {
    private struct State {
        let index: ListIndex
        let revision: Int64
        let made: ContinuousClock.Instant
        /// Age at which a new index is made while a sync runs.
        ///
        /// Pages use this one up to twice that age, or while it lacks few changes; where no larder was given, only up
        /// to that age.
        let renewalAge: Duration
        var isBeingRenewed = false
        /// Without a search, by the list's first page in its usual order.
        var selections = Bounded<ListAddress, ListSelection>(limit: 32)
        /// Places of items in the index.
        var orders = Bounded<ListAddress.Order, [Int32]>(limit: ListAddress.Order.allCases.count)
        /// What searches found, as places of items in the index.
        var found = Bounded<ListQuery, [Int32]>(limit: 32)
        /// In lower case.
        var titleWords: [String]?
    }

    /// Values by their keys, emptied when it is full.
    private struct Bounded<Key: Hashable & Sendable, Value: Sendable>: Sendable {
        let limit: Int
        private(set) var values: [Key: Value] = [:]

        init(limit: Int) { self.limit = limit }

        subscript(key: Key) -> Value? {
            get { values[key] }
            set {
                if values.count >= limit, values[key] == nil { values = [:] }
                values[key] = newValue
            }
        }
    }

    private enum Age {
        /// Of the catalog's latest state, or young enough beside a sync.
        case fresh
        /// Used while a new one is made.
        case stale
        case unusable
    }

    /// The age at which an index is renewed, in times of what it takes to make one.
    private static let ageInMakings = 20
    /// An index that lacks one change for so many items is used at any age.
    private static let itemsToAChange = 50
    private let leastAge: Duration
    private let state = Mutex<State?>(nil)
    /// What new indexes are read from beside the pages; nil: pages make them themselves.
    private let larder: Larder?

    /// Of a search that finds more, only items with all words in their title are ranked, and its places are not
    /// counted.
    let mostRanked: Int

    /// - Parameter leastAge: While a sync runs, no index is renewed before.
    package init(renewedFrom larder: Larder? = nil, leastAge: Duration = .seconds(3), mostRanked: Int = 10_000) {
        (self.larder, self.leastAge, self.mostRanked) = (larder, leastAge, mostRanked)
    }

    /// The selection of a list without a search; at most three statements where the index is there.
    func selection(_ list: ListAddress, _ reader: LarderReader) throws -> ListSelection {
        var plain = list
        (plain.page, plain.isTyping) = (1, false)
        if plain.order != .minutes { plain.order = nil }
        let index = try index(reader)
        return try kept(\.selections[plain], of: index, reader) { ListSelection(plain, in: index, places: nil) }
    }

    /// The index, made unless it is there.
    func index(_ reader: LarderReader) throws -> ListIndex { try current(reader).index }

    /// The items in an order, as places in an index; at most two statements.
    ///
    /// - Parameter index: May be older than the one that is kept, which another read replaces at any time.
    func order(_ order: ListAddress.Order, in index: ListIndex, _ reader: LarderReader) throws -> [Int32] {
        try kept(\.orders[order], of: index, reader) { try Self.places(order, in: index, reader) }
    }

    /// What a search finds, as places in an index; at most two statements.
    func places(of search: ListQuery, in index: ListIndex, _ reader: LarderReader) throws -> [Int32] {
        try kept(\.found[search], of: index, reader) { try index.places(of: reader.documents(search)) }
    }

    /// The words of all titles, in lower case; at most four statements where the index is there.
    func titleWords(_ reader: LarderReader) throws -> [String] {
        try kept(\.titleWords, of: index(reader), reader, reader.titleWords)
    }

    /// A value that is kept with an index, made unless it is there.
    private func kept<Value: Sendable>(
        _ place: WritableKeyPath<State, Value?>,
        of index: ListIndex,
        _ reader: LarderReader,
        _ make: () throws -> Value
    ) throws -> Value {
        func ofIndex(_ state: State?) -> State? { state?.index.identity === index.identity ? state : nil }
        if let known = state.withLock({ ofIndex($0)?[keyPath: place] }) { return known }
        let made = try make()
        let revision = try Self.revision(reader)
        state.withLock { state in
            // A reader of an earlier state does not have all items of the index.
            if let current = ofIndex(state), current.revision <= revision { state?[keyPath: place] = made }
        }
        return made
    }

    /// How many items the list of all items has, where that is known without counting; at most two statements.
    func total(_ reader: LarderReader) throws -> Int? {
        let revision = try Self.revision(reader)
        return try state.withLock { state in
            guard let known = state, try age(of: known, revision, reader) != .unusable else { return nil }
            return known.index.total
        }
    }

    /// Reads of the same state of the catalog wait for one of them to make its index.
    private func current(_ reader: LarderReader) throws -> State {
        let revision = try Self.revision(reader)
        return try state.withLock { state in
            let age = try state.map { try self.age(of: $0, revision, reader) } ?? .unusable
            if let known = state, age != .unusable {
                if age == .stale, !known.isBeingRenewed {
                    state?.isBeingRenewed = true
                    renew(known)
                }
                return known
            }
            let made = try made(reader, revision)
            state = made
            return made
        }
    }

    /// Makes a new index on another thread, with the orders and lists of the old one, which pages use until then.
    private func renew(_ old: State) {
        Task.detached(priority: .utility) { [self] in
            // Where it fails, the old index stays, and the next page tries again.
            let new = try? await larder?.read { [self] reader in
                var new = try made(reader, Self.revision(reader))
                for order in old.orders.values.keys {
                    new.orders[order] = try Self.places(order, in: new.index, reader)
                }
                for list in old.selections.values.keys {
                    new.selections[list] = ListSelection(list, in: new.index, places: nil)
                }
                if old.titleWords != nil { new.titleWords = try reader.titleWords() }
                return new
            }
            state.withLock { state in
                state?.isBeingRenewed = false
                // A page may have made a newer one in the meantime.
                if let new, state.map({ $0.revision < new.revision }) ?? true { state = new }
            }
        }
    }

    private func made(_ reader: LarderReader, _ revision: Int64) throws -> State {
        let start = ContinuousClock.now
        let index = try ListIndex(reader)
        let age = max(leastAge, (ContinuousClock.now - start) * Self.ageInMakings)
        return State(index: index, revision: revision, made: start, renewalAge: age)
    }

    private static func places(
        _ order: ListAddress.Order,
        in index: ListIndex,
        _ reader: LarderReader
    ) throws -> [Int32] {
        try reader.ordered(by: order).compactMap(index.place(ofID:))
    }

    private func age(of state: State, _ revision: Int64, _ reader: LarderReader) throws -> Age {
        if state.revision == revision { return .fresh }
        guard try reader.database.exists("SELECT 1 FROM sync WHERE state = 'running'", []) else { return .unusable }
        let age = ContinuousClock.now - state.made
        if age < state.renewalAge { return .fresh }
        guard larder != nil else { return .unusable }
        // The first changes of a sync may come long after the index was made.
        let lacksLittle = (0...state.index.items.count / Self.itemsToAChange).contains(Int(revision - state.revision))
        return lacksLittle || age < state.renewalAge * 2 ? .stale : .unusable
    }

    private static func revision(_ reader: LarderReader) throws -> Int64 {
        try Int64.fetchOne(reader.database.bound("SELECT count FROM revision WHERE name = 'item'")) ?? 0
    }
}
