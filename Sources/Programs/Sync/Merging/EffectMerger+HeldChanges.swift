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
    private static let leastKept = 0.3
    /// Shorter texts may change as they like, in bytes, but do not give way to nothing.
    private static let leastBytes = 300
    /// Fewer held items of a source are always merged.
    private static let fewItems = 3

    /// Notes that an effect is held, if one of its texts loses most of what the stored one says, or comes from a page
    /// whose recipe does.
    func holds(_ effect: JobEffect, of source: SourceID, sync: CatalogSync) throws -> Bool {
        guard mayHold(source) else { return false }
        for text in effect.texts where text.role == .body || text.role == .content {
            // The first pages of an article are less than what is stored: its last page brings the whole text.
            guard effect.furtherPage(of: text) == nil,
                let stored = try catalog.earlierText(text.urn, otherThan: text.htmlDigest, before: sync),
                try Self.isLost(stored, in: text.plain) || losesRecipe(effect, onPageOf: text, sync)
            else { continue }
            try noteHeld(text.urn, sync)
            return true
        }
        return false
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
        func isHeld<Item: CatalogItem>(_ item: Item, _ told: (Item) -> String) throws -> Bool {
            // What a page says is judged with its text, and what a list says in short does not replace a record.
            guard effect.provenance[item.urn]?.origin == .record else { return false }
            return try loses(item.urn, .record, to: item, told, sync)
        }
        let held = Set(
            try effect.recipes.filter { try isHeld($0, \.told) }.map(\.urn)
                + effect.articles.filter { try isHeld($0, \.told) }.map(\.urn)
        )
        guard !held.isEmpty, let name = try? JobSpec(serializedBytes: ledger.spec(of: job)).urn else { return false }
        for urn in held.sorted() + [name.description] { try noteHeld(urn, sync) }
        effect.recipes.removeAll { held.contains($0.urn) }
        effect.articles.removeAll { held.contains($0.urn) }
        for urn in held { effect.provenance[urn] = nil }
        return true
    }

    private func mayHold(_ source: SourceID) -> Bool { !sources.acceptsChanges && !released.contains(source) }

    private func noteHeld(_ urn: String, _ sync: CatalogSync) throws {
        let message = "What came now keeps hardly anything of what is stored, which stays."
        try catalog.merge(note: JobNote(code: NoteCode.changeHeld.rawValue, message: message, urn: urn), sync: sync)
    }

    /// Whether an item loses most of what the origin told of it before `sync`; nil: it says nothing any more.
    private func loses<Item: CatalogItem>(
        _ urn: String,
        _ origin: RecordOrigin,
        to item: Item?,
        _ told: (Item) -> String,
        _ sync: CatalogSync
    ) throws -> Bool {
        guard let stored = try catalog.said(origin, of: urn, in: Item.table, before: sync) else { return false }
        return Self.isLost(told(stored), in: item.map(told) ?? "")
    }

    private static func isLost(_ stored: String, in new: String) -> Bool {
        guard stored != new, !new.isEmpty else { return stored != new }
        return stored.utf8.count >= leastBytes && TextOverlap.share(of: stored, keptIn: new) < leastKept
    }

    /// Notes that a stored picture stays, if what came from its address is none.
    func keepsStored(_ image: ImageOriginal, _ sync: CatalogSync) throws -> Bool {
        let type = image.contentType.map(MediaType.essence) ?? ""
        let isPicture = image.byteCount > 0 && (type.isEmpty || MediaType.isPicture(type))
        guard !sources.acceptsChanges, !isPicture, try catalog.showsPicture(image.urn, otherThan: image.digest)
        else { return false }
        let what = image.byteCount == 0 ? "an empty file" : "no whole picture (\(type.shortened(to: 60)))"
        let message = "What came from the picture's address is \(what); the stored picture stays."
        try catalog.merge(
            note: JobNote(code: NoteCode.pictureKept.rawValue, message: message, urn: image.urn),
            sync: sync
        )
        return true
    }

    /// What is to be done again to merge what is held of a source; nil: it is most of its texts, and stays held.
    func releasedJobs(of source: SourceID) throws -> [FoundJob]? {
        guard let entry = sources.entries[source] else { return [] }
        let held = try catalog.recordsHeld(noted: NoteCode.changeHeld.rawValue, in: entry.sync)
        let items = Set(held.compactMap(Self.item)).count
        let all = try catalog.textCount(of: source)
        guard sources.acceptsChanges || items < Self.fewItems || items * 2 <= all else {
            let message =
                "\(items.grouped) of the \(all.counted("text")) of \(entry.definition.name), recipes included, would lose "
                + "most of what they say, as a login or an error page may have come in their place. The stored ones stay. "
                + "If the new ones are right, add --accept-changes to the sync."
            try catalog.merge(note: Self.note(.changesKept, message, "changes", entry.definition), sync: entry.sync)
            // What ended a pattern of addresses was the same page everywhere.
            try ledger.forgetEndedPatterns(of: source)
            return nil
        }
        try catalog.forgetNotes(NoteCode.changeHeld.rawValue, of: entry.sync)
        guard items > 0 else { return [] }
        // A text's URN is the beginning of its jobs' names; an item's names no job.
        return try held.compactMap { JobURN($0) }.flatMap { name in
            try ledger.jobs(of: name.kind, under: name.key, limit: RecordBound.textPages.limit).compactMap { urn in
                let spec = try ledger.spec(of: urn)
                try ledger.forgetDone(urn)
                return spec.flatMap { try? JobSpec(serializedBytes: $0) }.map { FoundJob(spec: $0) }
            }
        }
    }

    /// What a held item and its texts have in common; nil for jobs.
    private static func item(of urn: String) -> Substring? {
        let tail = RecordURN.tail(urn)
        guard let job = JobURN(urn) else { return tail }
        return job.kind == .text ? tail.lastIndex(of: ":").map { tail[..<$0] } : nil
    }
}

extension Recipe {
    fileprivate var told: String { (ingredients.map(\.text) + steps.map(\.text)).joined(separator: "\n") }
}

extension Article {
    fileprivate var told: String { content ?? "" }
}
