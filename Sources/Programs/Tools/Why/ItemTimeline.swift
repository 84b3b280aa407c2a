internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSync

/// The history of a record, from the list that named it to its texts and pictures.
struct ItemTimeline {
    private static let maxShown = 20

    let record: FoundRecord
    let also: [FoundRecord]
    let db: Database
    let jobs: JobLines

    private var catalog: CatalogReader { CatalogReader(db) }
    private var finder: JobFinder { JobFinder(ledger: jobs.ledger) }

    var text: String {
        get throws {
            var lines = ["\(record.urn)  \(PlainText.line(record.title, maxBytes: 200))"]
            if let row = try catalog.source(named: record.source) {
                let base = try catalog.base(source: row.id).map { " at \($0)" } ?? ""
                lines.append("  source    \(record.source), \(row.source.kind)\(base)")
            }
            lines += Self.section("says", try fields())
            lines += Self.section("listed", try listed())
            lines += Self.section("jobs", try finder.jobs(named: record.urn).flatMap(jobs.lines))
            lines += Self.section("made of", try origins())
            lines += Self.section("pictures", try pictures())
            lines += Self.section("texts", try texts())
            lines += Self.section("stands", try standing())
            lines += Self.section("notes", try catalog.notes(about: record.urn).map { "\($0.code): \($0.message)" })
            lines += Self.section("also", also.map(describe))
            return lines.joined(separator: "\n")
        }
    }

    /// What the record says, field by field, as `coordinator try` shows it.
    private func fields() throws -> [String] {
        let lines =
            switch record.kind {
            case .recipe: try catalog.recipe(urn: record.urn)?.recipe.record.lines
            case .article: try catalog.article(urn: record.urn)?.article.record.lines
            default: nil as [(name: String, text: String)]?
            }
        return (lines ?? []).map { "\($0.name): \(PlainText.line($0.text, maxBytes: FieldLine.maxBytes))" }
    }

    private func describe(_ other: FoundRecord) -> String {
        let isTwin = RecordURN.tail(other.urn) == RecordURN.tail(record.urn)
        return other.urn + (isTwin ? ", of the same page" : "  \(PlainText.line(other.title, maxBytes: 120))")
    }

    private static func section(_ name: String, _ lines: [String]) -> [String] {
        let shown =
            lines.count > maxShown
            ? lines.prefix(maxShown) + ["… and \((lines.count - maxShown).grouped) more"] : lines[...]
        return shown.enumerated().map { index, line in "  " + (index == 0 ? name : "").padded(10) + line }
    }

    private func listed() throws -> [String] {
        if record.kind == .image {
            return try catalog.items(showing: record.urn, limit: Self.maxShown + 1).map { "shown by \($0)" }
        }
        let item = record.kind == .text ? record.title : record.urn
        let own = try catalog.places(of: item)
        // A recipe on an article's page is listed where the article is.
        let places =
            own.isEmpty && record.kind == .recipe
            ? try catalog.places(of: "article:\(RecordURN.tail(record.urn))") : own
        return try places.flatMap { entry in
            try ["no. \((entry.position + 1).grouped) \(Self.name(of: entry.list))"] + pages(of: entry.list)
        }
    }

    private static func name(of list: ItemList) -> String {
        var name =
            list.query.isEmpty
            ? "in the source's list"
            : list.query.contains("://") ? "of \(list.query)" : "of the search for \"\(list.query)\""
        if !list.outlet.isEmpty { name += " of the outlet \(list.outlet)" }
        if !list.category.isEmpty { name += " in the category \(list.category)" }
        return name + (list.sort.isEmpty ? "" : ", sorted by \(list.sort)")
    }

    /// How many pages of a list were read, and those that were not.
    private func pages(of list: ItemList) throws -> [String] {
        let work = SearchWork(query: list.query, outlet: list.outlet, sort: list.sort)
        let first = JobSpec(source: record.source, work: .search(work)).urn
        let key = first.key.split(separator: ":", omittingEmptySubsequences: false).dropLast().joined(separator: ":")
        let pages = try finder.ledger.jobs(of: .search, under: key, limit: 1_000)
        guard pages.count > 1 else { return try pages.flatMap(jobs.lines).map { "  " + $0 } }
        let unread = try pages.filter { try finder.ledger.report($0)?.state != .done }
        return try ["  its pages: \(pages.count.grouped), of which \((pages.count - unread.count).grouped) are read"]
            + unread.prefix(3).flatMap(jobs.lines).map { "  " + $0 }
    }

    private func origins() throws -> [String] {
        let own = try catalog.answers(of: record.urn)
        // A page that says nothing of its item is known by its text.
        let texts =
            try own.contains { $0.origin == .page } || record.kind == .text
            ? [] : catalog.answers(of: RecordURN.text(item: record.urn, role: .body))
        let answers = own.map { describe($0, as: $0.origin.rawValue) } + texts.map { describe($0, as: "page") }
        guard let origins = try catalog.standing(of: record)?.origins, !origins.isEmpty else { return answers }
        let fields = Dictionary(grouping: origins.keys) { origins[$0]?.rawValue ?? "" }.sorted { $0.key < $1.key }
        return answers + fields.map { "fields of \($0.key): \($0.value.sorted().joined(separator: ", "))" }
    }

    private func describe(_ answer: Provenance, as name: String) -> String {
        let when = answer.fetchedAt > 0 ? ", fetched \(jobs.age(answer.fetchedAt)) ago" : ""
        return "\(name): \(answer.url)\(when)"
            + (answer.validator.map { ", \(PlainText.line($0, maxBytes: 60))" } ?? "")
    }

    private func pictures() throws -> [String] {
        let urns = try record.kind == .image ? [record.urn] : catalog.pictures(of: record)
        return try urns.flatMap { urn in
            guard let image = try catalog.image(urn: urn) else {
                let known = try finder.jobs(named: urn).flatMap(jobs.lines)
                return known.isEmpty ? ["\(urn): not fetched, and no job is to fetch it"] : known
            }
            return ["\(urn): \(Self.state(of: image))"]
        }
    }

    private static func state(of image: ImageDetail) -> String {
        let size = image.original.byteCount.bytes
        guard let decoding = image.decoding else { return "\(size), not decoded yet" }
        if let code = decoding.rejectCode {
            return "\(size), cannot be shown: \(code): \(decoding.rejectMessage ?? "")"
        }
        let smaller = decoding.variants.count { $0.width < decoding.width || $0.height < decoding.height }
        let others = decoding.variants.count - smaller
        return "\(decoding.width) × \(decoding.height) \(decoding.format ?? ""), \(size), "
            + smaller.counted("smaller one") + (others > 0 ? " and \(others) of its size" : "")
    }

    private func texts() throws -> [String] {
        let texts =
            try record.kind == .text
            ? catalog.text(urn: record.urn).map { [$0] } ?? [] : catalog.texts(item: record.urn)
        return texts.flatMap { text in
            let found = text.method.map { ", found by \($0)" } ?? ""
            let pages = text.pages.isEmpty ? "" : ", of \(text.pages.count) pages"
            let lacking = text.nextPage.map { ", without \(PlainText.line($0, maxBytes: 200))" } ?? ""
            let line =
                "\(text.urn): \(text.plain.unicodeScalars.count.grouped) characters"
                + "\(text.language.map { " in \($0)" } ?? "")\(found)"
                + (text.isReadable == false && !text.links.isEmpty ? ", looks like a list of links" : "")
                + pages + lacking
            return [line] + Self.lines(of: text.pages)
        }
    }

    private static func lines(of pages: [TextPage]) -> [String] {
        // A template's text has no places of pages.
        let havePlaces = pages.contains { $0.start != nil }
        return zip(1..., pages).map { number, page in
            "  page \(number): \(PlainText.line(page.url, maxBytes: 200))"
                + (havePlaces && page.start == nil ? ", not in the text" : "")
        }
    }

    private func standing() throws -> [String] {
        guard let standing = try catalog.standing(of: record) else { return [] }
        var lines: [String] = []
        if standing.isPartial {
            let reason = try PartialReason(of: record.urn, catalog, finder.ledger).sentence
            lines.append("partial: only a list says something of it: \(reason)")
        }
        if let seen = standing.lastSeen { lines.append("last found by a sync \(jobs.age(seen)) ago") }
        if let gone = standing.goneAt {
            lines.append(
                "gone since \(jobs.age(gone)) ago: no list names it, or its page is not there; it stays readable"
            )
        }
        return lines
    }
}

struct JobLines {
    let ledger: LedgerStore
    let intoOption: String
    let quotas: UsedQuotas
    let now = UnixTime.nowMs

    /// The job's state, what went wrong and what it waits for; empty for an unknown job.
    func lines(_ urn: JobURN) throws -> [String] {
        guard let job = try ledger.report(urn) else { return [] }
        var lines = ["\(job.urn): \(job.state.name)" + ended(job)]
        if job.errors > 0 || job.crashes > 0 {
            lines.append("  failed tries: \(job.errors), workers that died over it: \(job.crashes)")
        }
        if let code = job.code {
            let when = job.state == .done ? "a failure before it succeeded" : "last failure"
            lines.append("  \(when): \(code): \(job.message ?? "")")
        }
        for crash in try ledger.crashes(of: urn) where job.crashes > 1 || crash.evidence != job.message {
            lines.append("  a worker died \(age(crash.at)) ago: \(crash.evidence)")
        }
        let wait = job.notBefore - now
        if job.state == .ready, wait > 0 {
            lines.append("  waits \(Duration.milliseconds(wait).spoken) for its next try")
        }
        if job.state == .ready, let (source, lane) = try ledger.lane(of: urn),
            let sentence = quotas.sentence(of: source, lane: lane)
        {
            lines.append("  waits: \(sentence)")
        }
        if job.state == .dead {
            let isOfPages = try ledger.lane(of: urn).map { try ledger.isOfPages($0.source) } ?? false
            lines.append(
                isOfPages
                    ? "  `coordinator get\(intoOption) URL` tries it again"
                    : job.isFaultOfFile
                        ? "  mend the source's file as that says, and sync again"
                        : "  `coordinator retry\(intoOption)` makes it ready again"
            )
        }
        return lines
    }

    private func ended(_ job: JobReport) -> String {
        guard let trace = job.trace else { return "" }
        return (job.state == .ready ? ", last tried " : " ") + age(trace.endedAt) + " ago"
            + (trace.summary.isEmpty ? "" : " " + trace.summary)
    }

    /// The time since `time`, in Unix milliseconds.
    func age(_ time: Int64) -> String { Duration.milliseconds(max(0, now - time)).spoken }
}
