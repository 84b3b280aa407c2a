internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
package import LarderSync
internal import Synchronization

extension LarderCommands {
    private static let triedItems = 3
    /// Lists whose first page is read: some may be empty.
    private static let triedLists = 3
    /// Answers of each kind whose fields are counted.
    private static let maxCounted = 20

    /// Takes a few items of a source through every stage, in a temporary larder.
    ///
    /// - Returns: With code 0: an item came whole; 1: none did, a job died, or a host could not be asked; 2: stopped.
    ///
    /// Names on standard error what is waited for, once after ``triedSilence``, and ends after ``triedTime``.
    package static func trial(_ options: SyncRun.Options, stopRequests: AsyncStream<Void>) async throws -> Result {
        let definitions = try options.registry.definitions(options.sources)
        return try await ScratchLarder.with { scratch in
            let scope = SyncScope(maxLists: triedLists, isFirstPagesOnly: true, maxItems: triedItems)
            let run = scratch.run(options, options.sources, scope, limit: triedItems, only: nil)
            let (stops, sink) = AsyncStream<Void>.makeStream()
            let isOver = Mutex(false)
            async let _: Void = { for await _ in stopRequests { sink.yield() } }()
            async let _: Void = bound(of: definitions, console: options.console) {
                isOver.withLock { $0 = true }
                for _ in 0..<2 { sink.yield() }  // a drain would wait for the slow answer
            }
            let result = try await run.run(stopRequests: stops)
            let outcome = result.outcome
            let wasTooSlow = isOver.withLock { $0 }
            guard result.code < 2 || wasTooSlow || !outcome.isStopAsked && !outcome.held.isEmpty else {
                return Result(text: "Stopped; nothing was stored.", code: 2)
            }
            return try await LarderStore.read(larder: scratch.path) { db in
                let uses = try fieldUses(of: definitions, options.environment, db, cache: scratch.path + "/cache")
                let items = try TriedItems(db, limit: triedItems)
                let tally = outcome.tally
                let failed = tally.dead
                // The number of a failed job's requests is unknown.
                let requests =
                    (tally.requests + tally.unusable).counted("request")
                    + (failed == 0 && tally.retries == 0 ? " made" : " answered")
                let jobs = failed == 0 ? "" : " \(failed.counted("job")) failed,"
                let lines =
                    try items.lines(
                        notes: notes(of: tally, db, definitions),
                        uses: uses,
                        held: outcome.held,
                        of: definitions
                    )
                    + [
                        "",
                        "\(items.shown.counted("item")) shown, \(requests),\(jobs) \(tally.wireBytes.bytes) fetched; "
                            + "nothing was stored.",
                    ]
                    + (wasTooSlow
                        ? ["The look ended after \(triedTime.spoken), before all that it asked for came."] : [])
                    + options.quotaNotes(of: options.sources)
                return Result(text: lines.joined(separator: "\n"), code: items.shown == 0 ? 1 : min(1, result.code))
            }
        }
    }

    private static let triedSilence: Duration = .seconds(2)
    private static let triedTime: Duration = .seconds(90)

    /// Tells what a look waits for, and ends it by `end` if it takes too long.
    private static func bound(
        of definitions: [SourceDefinition],
        console: Console,
        end: @Sendable () -> Void
    ) async {
        guard (try? await Task.sleep(for: triedSilence)) != nil else { return }
        let hosts = definitions.map(\.base.hostPort.description).unique().joined(separator: ", ")
        console.print("Waiting for answers of \(hosts), for at most \(triedTime.spoken).")
        guard (try? await Task.sleep(for: triedTime - triedSilence)) != nil else { return }
        end()
    }

    /// What the fields of sources that map them found in the answers of a run.
    private static func fieldUses(
        of definitions: [SourceDefinition],
        _ environment: [String: String],
        _ db: Database,
        cache folder: String
    ) throws -> [FieldUse] {
        let cache = try DiskCache(folder: folder, mayCreate: false)
        return try definitions.compactMap { definition in
            guard var use = FieldUse(definition), let source = try CatalogReader(db).source(named: definition.name)
            else { return nil }
            let reader = SourceReaders.reader(for: definition, apiKey: try definition.apiKey(from: environment))
            for kind in [JobKind.search, .detail] {
                for spec in try LedgerStore(db).endedJobs(of: source.id, kind, since: 0, limit: maxCounted).specs {
                    guard let spec = try? JobSpec(serializedBytes: spec), let request = try? reader.request(for: spec),
                        let record = try? cache.record(for: request.cacheKey), let body = try? cache.blob(record.body)
                    else { continue }
                    use.add(body, of: spec.work, at: request.redactedURL)
                }
            }
            return use
        }
    }

    /// The run's notes, without the page limit of the look itself.
    private static func notes(of tally: Tally, _ db: Database, _ definitions: [SourceDefinition]) throws -> [String] {
        let notes = tally.notes.keys.sorted()
        let isOwnBound = definitions.allSatisfy { definition in
            [.sitemap, .pages].contains(definition.kind) && definition.mostPages.map { $0 > triedItems } ?? true
        }
        guard isOwnBound else { return notes }
        let cuts = try CatalogReader(db).notes().filter { $0.code == NoteCode.pageLimit.rawValue }
            .map { PlainText.line($0.message, maxBytes: 500) }
        return notes.filter { !cuts.contains($0) }
    }
}

/// The first items of a larder, those with more than a list record first.
private struct TriedItems {
    private static let shownText = 300
    private static let shownNotes = 5

    private let catalog: CatalogReader
    private let ledger: LedgerStore
    private let recipes: [StoredRecord<Recipe>]
    private let articles: [StoredRecord<Article>]

    var shown: Int { recipes.count + articles.count }

    init(_ db: Database, limit: Int) throws {
        let (reader, store) = (CatalogReader(db), LedgerStore(db))
        let whole = try reader.sources().flatMap { try reader.recipes(source: $0.id, limit: 100) }
            .sorted { !$0.isPartial && $1.isPartial }
        let known = Set(whole.map { RecordURN.tail($0.urn) })
        let read = try reader.articles(limit: 100).filter { !known.contains(RecordURN.tail($0.urn)) }
            .map {
                (article: $0, isRead: try JobFinder(ledger: store).jobs(named: $0.urn).contains { $0.kind == .detail })
            }
            .sorted { $0.isRead && !$1.isRead }.map(\.article)
        (catalog, ledger) = (reader, store)
        recipes = Array(whole.prefix(limit))
        articles = Array(read.prefix(limit - recipes.count))
    }

    func lines(notes: [String], uses: [FieldUse], held: [String], of definitions: [SourceDefinition]) throws
        -> [String]
    {
        var lines: [String] = []
        for recipe in recipes { lines += try block(recipe.title, recipe.record, missing: missing(recipe)) }
        for article in articles { lines += try block(article.title, article.record, missing: missing(article)) }
        for line in uses.flatMap(\.lines) { lines += ["", PlainText.line(line, maxBytes: 2_000)] }
        // An item's own notes stand beside it.
        let misses = uses.flatMap(\.misses).map { PlainText.line($0, maxBytes: RecordBound.noteBytes.limit) }
        let others = (misses + notes.filter { !misses.contains($0) }).filter { note in
            !lines.contains { $0.hasSuffix(note) }
        }
        let dead = try ledger.dead(limit: 5)
        if !dead.isEmpty { lines += ["", "What failed:"] }
        lines += dead.map { "  \($0.urn)  \($0.failure)" }
        if !held.isEmpty { lines += ["", "What could not be asked for:"] + held.map { "  " + $0 } }
        if !others.isEmpty { lines += ["", "What was noted:"] + others.prefix(Self.shownNotes).map { "  " + $0 } }
        if others.count > Self.shownNotes { lines.append("  and \((others.count - Self.shownNotes).grouped) more") }
        if shown == 0, dead.isEmpty, held.isEmpty {
            lines += try definitions.map { try EmptySource(definition: $0).lookSentence(catalog) }
        }
        return Array(lines.drop(while: \.isEmpty))
    }

    private func block(_ title: String, _ item: some NamedRecord, missing: String?) throws -> [String] {
        let urn = item.urn
        var lines = ["", PlainText.line(title, maxBytes: 200), "  " + "urn".padded(12) + urn]
        for (name, text) in item.lines + (missing.map { [("missing", $0)] } ?? []) {
            lines.append("  " + name.padded(12) + PlainText.line(text, maxBytes: FieldLine.maxBytes))
        }
        for text in try catalog.texts(item: urn) {
            let count = text.plain.unicodeScalars.count
            // Without the characters that stand for pictures.
            let words = text.plain.replacing("\u{FFFC}", with: " ").drop(while: \.isWhitespace)
            let beginning = PlainText.line(String(words.prefix(Self.shownText)), maxBytes: 4 * Self.shownText)
            lines.append(
                "  " + text.role.rawValue.padded(12)
                    + "\(count.grouped) characters: \(beginning)\(count > Self.shownText ? "…" : "")"
            )
        }
        let kind: RecordKind = urn.hasPrefix("recipe:") ? .recipe : .article
        guard let record = try catalog.record(urn: urn), record.kind == kind else { return lines }
        for image in try catalog.pictures(of: record).prefix(5) {
            guard let detail = try catalog.image(urn: image) else { continue }
            let size =
                detail.decoding.map { "\($0.width) × \($0.height) \($0.format ?? $0.rejectCode ?? "")" }
                ?? "not decoded"
            lines.append("  " + "picture".padded(12) + "\(size), \(detail.original.byteCount.bytes)")
        }
        for note in try catalog.notes(about: urn).prefix(5) { lines.append("  " + "note".padded(12) + note.message) }
        return lines
    }

    private func missing(_ recipe: StoredRecord<Recipe>) throws -> String? {
        let holdsNone = try catalog.notes(about: recipe.urn).contains { $0.code == NoteCode.noRecipe.rawValue }
        let lacks = [
            ("a title", recipe.title == recipe.sourceURL), ("ingredients", recipe.ingredients.isEmpty),
            ("steps", recipe.steps.isEmpty),
        ]
        let why = holdsNone ? "; its page was read, and there is no recipe on it" : nil
        return try Self.names(of: lacks).map { try $0 + (why ?? partial(recipe.isPartial, recipe.urn)) }
    }

    private func missing(_ article: StoredRecord<Article>) throws -> String? {
        let hasText = try catalog.texts(item: article.urn).contains { $0.role != .summary }
        let lacks = [("a title", article.title == article.url), ("a text", !hasText)]
        return try Self.names(of: lacks).map { try $0 + partial(article.isPartial, article.urn) }
    }

    private static func names(of lacks: [(name: String, isMissing: Bool)]) -> String? {
        let names = lacks.filter(\.isMissing).map(\.name)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private func partial(_ isPartial: Bool, _ urn: String) throws -> String {
        guard isPartial else { return "" }
        return "; only a list says something of it: \(try PartialReason(of: urn, catalog, ledger).sentence)"
    }
}
