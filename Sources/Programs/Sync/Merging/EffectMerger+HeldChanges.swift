internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// Texts, items and recipes that lose most of what the stored ones say.
///
/// One of them is a rewritten article; most of a source's at once are rather a login or an error page that came with
/// status 200, or an API that is broken. So each waits, as a note, until no job of its source is left: only then is it
/// known how many they are.
extension EffectMerger {
    /// A text that keeps less than this share of the stored one is held.
    private static let leastKept = 0.5
    /// Shorter texts may change as they like, in bytes, but do not give way to nothing.
    private static let leastBytes = 300
    /// Fewer held items of a source are always merged.
    private static let fewItems = 3
    /// A smaller share of a source's pages may get one title.
    private static let fewTitles = 0.1
    /// So many characters of a text tell whether it is the same as another one.
    private static let tellingCharacters = 200

    /// Notes that an effect is held, if one of its texts loses most of what the stored one says, or comes from a page
    /// whose recipe does, or that gives its item another title.
    func holds(_ effect: JobEffect, of source: SourceID, sync: CatalogSync) throws -> Bool {
        guard mayHold(source) else { return false }
        for text in effect.texts where text.role == .body || text.role == .content {
            // The first pages of an article are less than what is stored: its last page brings the whole text.
            guard effect.furtherPage(of: text) == nil,
                let stored = try catalog.earlierText(text.urn, otherThan: text.htmlDigest, before: sync)
            else { continue }
            if try Self.isLost(stored, in: text.plain) || losesRecipe(effect, onPageOf: text, sync)
                || isCut(text, from: stored, sync)
            {
                try note(.changeHeld, Self.loss(to: text.plain), text.urn, sync)
                return true
            }
            if let title = try newTitle(in: effect, ofPageOf: text, sync) {
                let message = "The page's title is another one now: \(title.shortened(to: Self.tellingCharacters))"
                try note(.titleHeld, message, text.urn, sync)
                return true
            }
        }
        return false
    }

    /// What a page says now of its item's title; nil: the same as before, or nothing.
    private func newTitle(in effect: JobEffect, ofPageOf text: RenderedText, _ sync: CatalogSync) throws -> String? {
        guard text.role == .body else { return nil }
        let urns = [text.itemURN, RecordURN.recipe(onPageOf: text.itemURN) ?? text.itemURN]
        func new<Item: CatalogItem>(_ item: Item, _ title: (Item) -> String) throws -> String? {
            guard urns.contains(item.urn), effect.provenance[item.urn]?.origin == .page,
                let stored = try catalog.said(.page, of: item.urn, in: Item.table, before: sync)
            else { return nil }
            return [title(stored), ""].contains(title(item)) ? nil : title(item)
        }
        return try effect.articles.lazy.compactMap { try new($0, \.title) }.first
            ?? effect.recipes.lazy.compactMap { try new($0, \.title) }.first
    }

    /// Whether a text is shorter than the stored one, and its page may break off.
    private func isCut(_ text: RenderedText, from stored: String, _ sync: CatalogSync) throws -> Bool {
        guard text.role == .body, text.plain.utf8.count < stored.utf8.count else { return false }
        return try catalog.hasNote(NoteCode.pageCut.rawValue, on: text.itemURN, of: sync)
    }

    private func losesRecipe(_ effect: JobEffect, onPageOf text: RenderedText, _ sync: CatalogSync) throws -> Bool {
        guard text.role == .body else { return false }
        let urn = RecordURN.recipe(onPageOf: text.itemURN) ?? text.itemURN
        let recipe = effect.recipes.first { $0.urn == urn }
        return try loses(urn, .page, to: recipe, \.told, sync)
    }

    /// Takes the items out of an effect that lose most of what the source's records said of them, and notes that they
    /// are held, as well as the job that brought them; returns whether there are any.
    func holdItems(of effect: inout JobEffect, from job: JobID, of source: SourceID, sync: CatalogSync) throws -> Bool {
        guard mayHold(source) else { return false }
        func loss<Item: CatalogItem>(_ item: Item, _ told: (Item) -> [String]) throws -> (String, String)? {
            // What a page says is judged with its text, and what a list says in short does not replace a record.
            guard effect.provenance[item.urn]?.origin == .record else { return nil }
            guard try loses(item.urn, .record, to: item, told, sync) else { return nil }
            return (item.urn, Self.loss(to: told(item).joined(separator: "\n")))
        }
        let held = Dictionary(
            try effect.recipes.compactMap { try loss($0, \.told) } + effect.articles.compactMap { try loss($0, \.told) }
        ) { first, _ in first }
        guard !held.isEmpty, let name = try? JobSpec(serializedBytes: ledger.spec(of: job)).urn else { return false }
        for (urn, message) in held { try note(.changeHeld, message, urn, sync) }
        try note(.changeHeld, Set(held.values).sorted().joined(separator: "\n"), name.description, sync)
        effect.recipes.removeAll { held[$0.urn] != nil }
        effect.articles.removeAll { held[$0.urn] != nil }
        for urn in held.keys { effect.provenance[urn] = nil }
        return true
    }

    private func mayHold(_ source: SourceID) -> Bool { !sources.acceptsChanges && !released.contains(source) }

    func note(_ code: NoteCode, _ message: String, _ urn: String, _ sync: CatalogSync) throws {
        try catalog.merge(note: JobNote(code: code.rawValue, message: message, urn: urn), sync: sync)
    }

    /// The same for all that is lost to the same text.
    private static func loss(to new: String) -> String {
        "What came now keeps less than half of what is stored, or breaks off, so that stays: "
            + new.shortened(to: tellingCharacters)
    }

    /// Whether an item loses most of what the origin told of it before `sync`; nil: it says nothing any more.
    private func loses<Item: CatalogItem>(
        _ urn: String,
        _ origin: RecordOrigin,
        to item: Item?,
        _ told: (Item) -> [String],
        _ sync: CatalogSync
    ) throws -> Bool {
        guard let stored = try catalog.said(origin, of: urn, in: Item.table, before: sync) else { return false }
        guard let item else { return told(stored).contains { !$0.isEmpty } }
        return zip(told(stored), told(item)).contains { Self.isLost($0, in: $1) }
    }

    private static func isLost(_ stored: String, in new: String) -> Bool {
        guard stored != new, !new.isEmpty else { return stored != new }
        return stored.utf8.count >= leastBytes && TextOverlap.share(of: stored, keptIn: new) < leastKept
    }

    /// What is to be done again to merge what is held of a source; nil: it is most of its texts, and stays held.
    ///
    /// What became the same at several addresses stays held too.
    func releasedJobs(of source: SourceID) throws -> [FoundJob]? {
        guard let entry = sources.entries[source] else { return [] }
        let lost = try catalog.recordsHeld(noted: NoteCode.changeHeld.rawValue, in: entry.sync)
        let titled = try catalog.recordsHeld(noted: NoteCode.titleHeld.rawValue, in: entry.sync)
        let held = lost + titled
        let items = Set(lost.compactMap { Self.item(of: $0.urn) }).count
        let all = try catalog.textCount(of: source)
        guard sources.acceptsChanges || items < Self.fewItems || items * 2 <= all else {
            let message =
                "\(items.grouped) of the \(all.counted("text")) of \(entry.definition.name), recipes included, would lose "
                + "most of what they say, or break off, as a login or an error page or a part of a page may have come in "
                + "their place. The stored ones stay. "
                + "If the new ones are right, add --accept-changes to the sync."
            try catalog.merge(note: Self.note(.changesKept, message, "changes", entry.definition), sync: entry.sync)
            // What ended a pattern of addresses was the same page everywhere.
            try ledger.forgetEndedPatterns(of: source)
            return nil
        }
        let fewTitles = max(Self.fewItems, Int(Self.fewTitles * Double(all)))
        let same =
            sources.acceptsChanges
            ? [] : Self.repeated(lost, Self.fewItems).union(Self.repeated(titled, fewTitles))
        // A job's message has a line for each of its items'.
        func isSame(_ message: String) -> Bool { message.split(separator: "\n").contains { same.contains(String($0)) } }
        if !same.isEmpty {
            let kept = Set(held.filter { isSame($0.message) }.compactMap { Self.item(of: $0.urn) }).count
            let message =
                "\(kept.grouped) of the \(all.counted("text")) of \(entry.definition.name) would get the same text or title "
                + "as others, as a login or an error page may have come in their place. The stored ones stay. If the new "
                + "ones are right, add --accept-changes to the sync."
            try catalog.merge(note: Self.note(.changesKept, message, "changes", entry.definition), sync: entry.sync)
        }
        let released = held.filter { !isSame($0.message) }.map(\.urn)
        for urn in released { try catalog.forgetNotes(NoteCode.ofHeldChanges, on: urn, of: entry.sync) }
        // A text's URN is the beginning of its jobs' names; an item's names no job.
        return try released.compactMap { JobURN($0) }.flatMap { name in
            try ledger.jobs(of: name.kind, under: name.key, limit: RecordBound.textPages.limit).compactMap { urn in
                let spec = try ledger.spec(of: urn)
                try ledger.forgetDone(urn)
                return spec.flatMap { try? JobSpec(serializedBytes: $0) }.map { FoundJob(spec: $0) }
            }
        }
    }

    /// The messages that at least `least` held items have in common.
    private static func repeated(_ held: [(urn: String, message: String)], _ least: Int) -> Set<String> {
        var items: [String: Set<Substring>] = [:]
        for (urn, message) in held {
            if let item = item(of: urn) { items[message, default: []].insert(item) }
        }
        return Set(items.filter { $0.value.count >= least }.keys)
    }

    /// What a held item and its texts have in common; nil for jobs.
    private static func item(of urn: String) -> Substring? {
        let tail = RecordURN.tail(urn)
        guard let job = JobURN(urn) else { return tail }
        return job.kind == .text ? tail.lastIndex(of: ":").map { tail[..<$0] } : nil
    }
}

extension Recipe {
    fileprivate var told: [String] { [ingredients.map(\.text), steps.map(\.text)].map { $0.joined(separator: "\n") } }
}

extension Article {
    fileprivate var told: [String] { [content ?? ""] }
}
