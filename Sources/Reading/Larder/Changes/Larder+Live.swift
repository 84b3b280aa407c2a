internal import GRDB
internal import LarderCatalog
internal import Synchronization

/// What changed in a larder since it was looked at last.
public struct ChangedContent: OptionSet, Sendable, Hashable {
    /// The sum of the changes.
    public let rawValue: Int
    /// Changes by the sum of their values.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Recipes or articles came, changed, went or came back.
    public static let items = ChangedContent(rawValue: 1)
    /// Texts.
    public static let texts = ChangedContent(rawValue: 2)
    /// Publications.
    public static let outlets = ChangedContent(rawValue: 4)
    /// Places of items in the lists of their sources.
    public static let lists = ChangedContent(rawValue: 8)
    /// Pictures were downloaded or decoded.
    public static let pictures = ChangedContent(rawValue: 16)
    /// A sync began or ended.
    public static let syncs = ChangedContent(rawValue: 32)

    /// By the table in the catalog.
    static let tables: [String: ChangedContent] = [
        "item": .items, "text": .texts, "outlet": .outlets, "listing": .lists, "image": .pictures, "sync": .syncs,
    ]
}

/// Whether looking for changes is suspended.
final class Watch: Sendable {
    let isSuspended = Mutex(false)
    /// Looked at no more often.
    static let shortestInterval = Duration.milliseconds(250)
}

extension Larder {
    /// What other processes, such as a sync, change from now on; one statement.
    ///
    /// The catalog is looked at while a task waits for the next change, and not while the app is suspended
    /// (``suspendChanges()``). A look is one statement that reads six rows.
    ///
    /// - Parameter interval: Time between two looks, at least 250 ms.
    public func changes(every interval: Duration = .milliseconds(500)) async throws -> LarderChanges {
        try await LarderChanges(larder: self, interval: max(interval, Watch.shortestInterval), known: revisions())
    }

    /// What `read` gives, and again whenever a change of the larder changes that.
    ///
    /// - Parameter interval: As for ``changes(every:)``.
    public func values<Value: Equatable & Sendable>(
        every interval: Duration = .milliseconds(500),
        _ read: @escaping @Sendable (LarderReader) throws -> Value
    ) -> LarderValues<Value> {
        LarderValues(larder: self, interval: interval, read: read)
    }

    /// Stops looking for changes, as when the app goes to the background.
    public func suspendChanges() { watch.isSuspended.withLock { $0 = true } }

    /// Resumes looking for changes.
    ///
    /// Changes made while the app was suspended are reported too.
    public func resumeChanges() { watch.isSuspended.withLock { $0 = false } }

    fileprivate func revisions() async throws -> [String: Int64] {
        try await read { reader in
            let rows = try Row.fetchAll(reader.db.bound("SELECT name, count FROM revision"))
            return try Dictionary(rows.map { try ($0.value(0), $0.value(1)) }) { $1 }
        }
    }
}

/// The changes of a larder; see ``Larder/changes(every:)``.
public struct LarderChanges: AsyncSequence, Sendable {
    fileprivate let larder: Larder
    fileprivate let interval: Duration
    fileprivate let known: [String: Int64]

    /// Begins where the sequence was made.
    public func makeAsyncIterator() -> Iterator { Iterator(larder: larder, interval: interval, known: known) }

    /// Waits for what comes next.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let larder: Larder
        fileprivate let interval: Duration
        fileprivate var known: [String: Int64]

        /// Waits for the next change; nil where the task is cancelled.
        ///
        /// A catalog that another program holds is looked at again later; other errors end the sequence.
        public mutating func next() async throws -> ChangedContent? {
            while !Task.isCancelled {
                do { try await Task.sleep(for: interval) } catch { return nil }
                guard !larder.watch.isSuspended.withLock({ $0 }) else { continue }
                guard let now = try await Self.patiently(interval, larder.revisions) else { return nil }
                let tables = now.filter { known[$0.key] != $0.value }.keys
                known = now
                let changes = tables.reduce(into: ChangedContent()) { $0.formUnion(ChangedContent.tables[$1] ?? []) }
                if !changes.isEmpty { return changes }
            }
            return nil
        }

        /// Tries again while another program holds the catalog; nil where the task was cancelled meanwhile.
        fileprivate static func patiently<Value>(
            _ interval: Duration,
            _ body: () async throws -> Value
        ) async throws -> Value? {
            while true {
                do {
                    return try await body()
                } catch is CancellationError {
                    return nil
                } catch let error as LarderError where error.code == .busy {
                    do { try await Task.sleep(for: interval) } catch { return nil }
                }
            }
        }
    }
}

/// Values read from a larder as it changes; see ``Larder/values(every:_:)``.
public struct LarderValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
    fileprivate let larder: Larder
    fileprivate let interval: Duration
    fileprivate let read: @Sendable (LarderReader) throws -> Value

    /// Begins where the sequence was made.
    public func makeAsyncIterator() -> Iterator { Iterator(values: self) }

    /// Waits for what comes next.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let values: LarderValues
        private var changes: LarderChanges.Iterator?
        private var last: Value?

        fileprivate init(values: LarderValues) { self.values = values }

        /// The first value, then the next that is not equal to the one before; nil where the task is cancelled.
        public mutating func next() async throws -> Value? {
            while true {
                if changes != nil {
                    if try await changes?.next() == nil { return nil }
                } else {
                    let changes = try await LarderChanges.Iterator.patiently(values.interval) { [values] in
                        try await values.larder.changes(every: values.interval)
                    }
                    guard let changes else { return nil }
                    self.changes = changes.makeAsyncIterator()
                }
                let read = try await LarderChanges.Iterator.patiently(values.interval) { [values] in
                    try await values.larder.read(values.read)
                }
                guard let value = read else { return nil }
                if value != last {
                    last = value
                    return value
                }
            }
        }
    }
}
