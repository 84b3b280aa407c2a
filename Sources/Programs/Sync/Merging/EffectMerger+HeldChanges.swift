internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// Texts that lose most of what the stored ones say.
///
/// One such text is a rewritten article; most of a source's texts at once are rather a login or an error page that came
/// with status 200. So each waits, as a note, until no job of its source is left: only then is it known how many they
/// are.
extension EffectMerger {
    /// A text that keeps less than this share of the stored one is held.
    private static let leastKept = 0.3
    /// Shorter texts may change as they like, in bytes.
    private static let leastBytes = 300
    /// Fewer held texts of a source are always merged.
    private static let fewTexts = 3

    /// Notes that an effect is held, if one of its texts loses most of what the stored one says.
    func holds(_ effect: JobEffect, of source: SourceID, sync: CatalogSync) throws -> Bool {
        guard !sources.acceptsChanges, !released.contains(source) else { return false }
        for text in effect.texts where text.role == .body || text.role == .content {
            // The first pages of an article are less than what is stored: its last page brings the whole text.
            guard effect.furtherPage(of: text) == nil,
                let stored = try catalog.earlierText(text.urn, otherThan: text.htmlDigest, before: sync),
                stored.utf8.count >= Self.leastBytes,
                TextOverlap.share(of: stored, keptIn: text.plain) < Self.leastKept
            else { continue }
            let message = "The text that came now keeps hardly anything of the stored one, which stays."
            try catalog.merge(
                note: JobNote(code: NoteCode.changeHeld.rawValue, message: message, urn: text.urn),
                sync: sync
            )
            return true
        }
        return false
    }

    /// Notes that a stored picture stays, if what came from its address is none.
    func keepsStored(_ image: ImageOriginal, _ sync: CatalogSync) throws -> Bool {
        let type = image.contentType.map(MediaType.essence) ?? ""
        guard !sources.acceptsChanges, image.byteCount == 0 || Self.otherTypes.contains(type),
            try catalog.showsPicture(image.urn, otherThan: image.digest)
        else { return false }
        let what = image.byteCount == 0 ? "an empty file" : type
        let message = "What came from the picture's address is \(what); the stored picture stays."
        try catalog.merge(
            note: JobNote(code: NoteCode.pictureKept.rawValue, message: message, urn: image.urn),
            sync: sync
        )
        return true
    }

    /// Types of pages, data and documents: a server may give pictures any other one.
    private static let otherTypes: Set<String> = [
        "text/html", "application/xhtml+xml", "application/json", "application/pdf", "text/xml", "application/xml",
    ]

    /// What is to be done again to merge the held texts of a source; nil: they are most of its texts, and stay held.
    func releasedJobs(of source: SourceID) throws -> [FoundJob]? {
        guard let entry = sources.entries[source] else { return [] }
        let held = try catalog.records(noted: NoteCode.changeHeld.rawValue, in: entry.sync)
        let all = try catalog.textCount(of: source)
        guard sources.acceptsChanges || held.count < Self.fewTexts || held.count * 2 <= all else {
            let message =
                "\(held.count.grouped) of the \(all.counted("text")) of \(entry.definition.name) would lose most of what they "
                + "say, as a login or an error page may have come in their place. The stored ones stay. If the new ones "
                + "are right, add --accept-changes to the sync."
            try catalog.merge(note: Self.note(.changesKept, message, "changes", entry.definition), sync: entry.sync)
            // What ended a pattern of addresses was the same page everywhere.
            try ledger.forgetEndedPatterns(of: source)
            return nil
        }
        try catalog.forgetNotes(NoteCode.changeHeld.rawValue, of: entry.sync)
        return try held.flatMap { text in
            let key = String(RecordURN.tail(text))
            return try ledger.jobs(of: .text, under: key, limit: RecordBound.textPages.limit).compactMap { urn in
                let spec = try ledger.spec(of: urn)
                try ledger.forgetDone(urn)
                return spec.flatMap { try? JobSpec(serializedBytes: $0) }.map { FoundJob(spec: $0) }
            }
        }
    }
}
