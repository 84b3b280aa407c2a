internal import LarderLedger
package import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters

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

        static func += (sum: inout PerKind, other: PerKind) {
            sum.found += other.found
            sum.done += other.done
            sum.notModified += other.notModified
            sum.fromCache += other.fromCache
            sum.dead += other.dead
            sum.retries += other.retries
        }
    }

    package var kinds: [JobKind: PerKind] = [:]
    package var requests = 0
    package var wireBytes = 0
    var bodies = 0
    /// Answers beside those to ``requests`` that could not be used.
    package var unusable = 0
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

    private var total: PerKind { kinds.values.reduce(into: PerKind()) { $0 += $1 } }
    package var done: Int { total.done }
    package var dead: Int { total.dead }
    package var retries: Int { total.retries }
    var notModified: Int { total.notModified }
    var fromCache: Int { total.fromCache }

    mutating func found(_ kinds: [JobKind: Int]) {
        for (kind, count) in kinds { self.kinds[kind, default: PerKind()].found += count }
    }

    mutating func count(_ entry: CommitEntry, _ effect: JobEffect?) {
        switch entry.outcome {
        case .done:
            kinds[entry.kind, default: PerKind()].done += 1
            if let effect { count(effect, of: entry.kind) }
        case .retry: kinds[entry.kind, default: PerKind()].retries += 1
        case .dead: kinds[entry.kind, default: PerKind()].dead += 1
        }
        if let reason = entry.outcome.reason, Self.wasAnswered(entry.kind, reason) { unusable += 1 }
    }

    /// Whether a job failed because of its host's answer.
    private static func wasAnswered(_ kind: JobKind, _ reason: FailureReason) -> Bool {
        guard kind.jobClass == .fetch, let code = ReadFailure.Code(rawValue: reason.code.rawValue) else { return false }
        return ![.robotsForbidden, .robotsUnreachable, .unsupportedJob].contains(code)
    }

    private mutating func count(_ effect: JobEffect, of kind: JobKind) {
        if let fetch = effect.fetch {
            if fetch.isNotModified { kinds[kind, default: PerKind()].notModified += 1 }
            if fetch.isFromCache { kinds[kind, default: PerKind()].fromCache += 1 }
            count(fetch)
            if fetch.requests > 0, !fetch.isNotModified, !fetch.isFromCache { bodies += 1 }
        }
        count(effect.recipes.map(\.urn) + effect.articles.map(\.urn))
        let summedUp = Set(effect.notes.filter(\.urn.isEmpty).map(\.code))
        for note in effect.notes
        where (note.urn.isEmpty || !summedUp.contains(note.code)) && !NoteCode.ofItemsAlone.contains(note.code) {
            count(note: note.message)
        }
    }

    /// Counts the items among records that a job brought.
    mutating func count(_ urns: [String]) {
        for urn in urns {
            let isRecipe = urn.hasPrefix("recipe:")
            guard isRecipe || urn.hasPrefix("article:") else { continue }
            if isRecipe { recipes += 1 } else { articles += 1 }
            if items.count < Self.maxItems { items.insert(urn.hashValue) }
        }
    }

    /// More than redirects, robots.txt files and second tries of one job take.
    private static let mostOfJob = FetchMetrics(requests: 100, wireBytes: 256 << 20)

    /// The metrics are a worker's word, so they are bounded.
    mutating func count(_ fetch: FetchMetrics) {
        requests += min(max(0, fetch.requests), Self.mostOfJob.requests)
        wireBytes += min(max(0, fetch.wireBytes), Self.mostOfJob.wireBytes)
    }

    /// Notes name pages of sources, so there may be as many as pages.
    static let maxNotes = 1_000

    static let furtherNotes = "Further notes"

    static func line(of message: String) -> String { PlainText.line(message, maxBytes: 500) }

    mutating func count(note message: String, _ count: Int = 1) {
        let line = Self.line(of: message)
        notes[notes[line] != nil || notes.count < Self.maxNotes ? line : Self.furtherNotes, default: 0] += count
    }

    /// Adds stored notes that this run did not repeat: unchanged texts are not rendered again, their notes stay valid.
    mutating func add(standing noted: [(message: String, count: Int)]) {
        let counted = Set(notes.keys)
        // A set that was cut does not tell which notes were repeated.
        guard counted.count < Self.maxNotes else { return }
        for (message, count) in noted where !counted.contains(Self.line(of: message)) {
            self.count(note: message, count)
        }
    }

    mutating func add(_ other: Tally) {
        for (kind, counts) in other.kinds { kinds[kind, default: PerKind()] += counts }
        requests += other.requests
        wireBytes += other.wireBytes
        bodies += other.bodies
        unusable += other.unusable
        recipes += other.recipes
        articles += other.articles
        if !other.left.isEmpty { left.formUnion(other.left) }
        if items.count < Self.maxItems { items.formUnion(other.items) }
        changes.add(other.changes)
        for (message, count) in other.notes { self.count(note: message, count) }
    }
}

/// A found job outside of the scope.
package struct LeftJob: Sendable, Hashable {
    let source: String
    package let kind: JobKind
    package let isPage: Bool
    private let key: Int

    init(_ spec: JobSpec) {
        source = spec.source
        kind = spec.kind
        isPage = if case .page = spec.work { true } else { false }
        key = spec.key.hashValue
    }
}
