internal import LarderLedger
package import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters

/// Counts for progress and the summary.
package struct Tally: Sendable {
    package struct PerKind: Sendable, Equatable {
        /// Found in this run, or unfinished at its start.
        var found = 0
        var done = 0
        var notModified = 0
        var fromCache = 0
        package var dead = 0
        var retries = 0

        var ended: Int { done + dead }
    }

    package var kinds: [JobKind: PerKind] = [:]
    package var requests: UInt64 = 0
    package var wireBytes: UInt64 = 0
    var bodies: UInt64 = 0
    /// Answers beside those to ``requests`` that could not be used.
    package var unusable = 0
    /// Jobs outside of the sync's scope.
    package var left: Set<LeftJob> = []
    var recipes = 0
    var articles = 0
    /// Hashes of the URNs of items that this run read; at most ``maxItems``.
    private(set) var items: Set<Int> = []

    var changes = ItemChanges()

    /// Bounds the memory: 16 bytes each.
    private static let maxItems = 4_000_000
    /// Counts of at most ``maxNotes`` different notes.
    package var notes: [String: Int] = [:]

    package var done: Int { kinds.values.reduce(0) { $0 + $1.done } }
    var dead: Int { kinds.values.reduce(0) { $0 + $1.dead } }
    package var retries: Int { kinds.values.reduce(0) { $0 + $1.retries } }
    var notModified: Int { kinds.values.reduce(0) { $0 + $1.notModified } }
    var fromCache: Int { kinds.values.reduce(0) { $0 + $1.fromCache } }

    mutating func found(_ kinds: [JobKind: Int]) {
        for (kind, count) in kinds { self.kinds[kind, default: PerKind()].found += count }
    }

    mutating func count(_ entry: CommitEntry, _ effect: JobEffect?) {
        switch entry.outcome {
        case .done:
            kinds[entry.kind, default: PerKind()].done += 1
            guard let effect else { return }
            count(effect, of: entry.kind)
        case .retry(_, _, _, let reason):
            kinds[entry.kind, default: PerKind()].retries += 1
            if Self.wasAnswered(entry.kind, reason) { unusable += 1 }
        case .dead(_, _, let reason):
            kinds[entry.kind, default: PerKind()].dead += 1
            if Self.wasAnswered(entry.kind, reason) { unusable += 1 }
        }
    }

    /// Whether a job failed because of its host's answer.
    private static func wasAnswered(_ kind: JobKind, _ reason: FailureReason) -> Bool {
        guard kind.jobClass == .fetch, let code = ReadFailure.Code(rawValue: reason.code.rawValue) else { return false }
        return switch code {
        case .robotsForbidden, .robotsUnreachable, .unsupportedJob: false
        default: true
        }
    }

    private mutating func count(_ effect: JobEffect, of kind: JobKind) {
        if let fetch = effect.fetch {
            if fetch.isNotModified { kinds[kind, default: PerKind()].notModified += 1 }
            if fetch.isFromCache { kinds[kind, default: PerKind()].fromCache += 1 }
            count(fetch)
            if fetch.requests > 0, !fetch.isNotModified, !fetch.isFromCache { bodies += 1 }
        }
        recipes += effect.recipes.count
        articles += effect.articles.count
        for recipe in effect.recipes where items.count < Self.maxItems { items.insert(recipe.urn.hashValue) }
        for article in effect.articles where items.count < Self.maxItems { items.insert(article.urn.hashValue) }
        for item in effect.notes { note(item.message) }
    }

    mutating func count(_ fetch: FetchMetrics) {
        requests += UInt64(clamping: fetch.requests)
        wireBytes += min(UInt64(clamping: fetch.wireBytes), 1 << 40)
    }

    /// Notes name pages of sources, so there may be as many as pages.
    static let maxNotes = 1_000
    static let furtherNotes = "Further notes"

    static func line(of message: String) -> String { PlainText.line(message, maxBytes: 500) }

    mutating func note(_ message: String, _ count: Int = 1) {
        let line = Self.line(of: message)
        let key = notes[line] != nil || notes.count < Self.maxNotes ? line : Self.furtherNotes
        notes[key, default: 0] += count
    }

    mutating func add(_ other: Tally) {
        for (kind, counts) in other.kinds {
            kinds[kind, default: PerKind()].found += counts.found
            kinds[kind, default: PerKind()].done += counts.done
            kinds[kind, default: PerKind()].notModified += counts.notModified
            kinds[kind, default: PerKind()].fromCache += counts.fromCache
            kinds[kind, default: PerKind()].dead += counts.dead
            kinds[kind, default: PerKind()].retries += counts.retries
        }
        requests += other.requests
        wireBytes += other.wireBytes
        bodies += other.bodies
        unusable += other.unusable
        recipes += other.recipes
        articles += other.articles
        if !other.left.isEmpty { left.formUnion(other.left) }
        if items.count < Self.maxItems { items.formUnion(other.items) }
        changes.add(other.changes)
        for (message, count) in other.notes { note(message, count) }
    }
}

/// A found job outside of the scope.
package struct LeftJob: Sendable, Hashable {
    let source: String
    package let kind: JobKind
    /// Whether it reads an item's web page.
    package let isPage: Bool
    private let key: Int

    init(_ spec: JobSpec) {
        source = spec.source
        kind = spec.kind
        isPage = if case .page = spec.work { true } else { false }
        key = spec.key.hashValue
    }
}
