internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSync

struct WhySearch {
    enum Found {
        case jobs([JobURN])
        case record(FoundRecord, also: [FoundRecord])
        case records([FoundRecord], isCut: Bool)
        /// An address that is no item, by the URN that its item would have.
        case leftOut(String, [JobURN])
    }

    static let maxListed = 20
    private static let maxTitles = 20_000

    let typed: String
    let db: Database
    let into: String

    var catalog: CatalogReader { CatalogReader(db) }
    private var ledger: LedgerStore { LedgerStore(db) }

    func found() throws -> Found {
        let finder = JobFinder(ledger: ledger)
        if let job = JobURN(typed), try ledger.report(job) != nil { return .jobs([job]) }
        if let record = try catalog.record(urn: typed) { return .record(record, also: try twins(of: record)) }
        let jobs = try finder.jobs(named: typed)
        guard jobs.isEmpty else { return .jobs(jobs) }
        let isAddress = typed.contains("://")
        let exact = try isAddress ? byAddress() : byName()
        let others = try isAddress ? [] : catalog.records(titled: words, limit: Self.maxListed + 1)
        for records in [exact, others] where !records.isEmpty {
            // A recipe comes before the article of the same page.
            if Set(records.map { RecordURN.tail($0.urn) }).count == 1 {
                let further = others.filter { !records.contains($0) }
                return .record(records[0], also: records.dropFirst() + further)
            }
            return .records(Array(records.prefix(Self.maxListed)), isCut: records.count > Self.maxListed)
        }
        if isAddress, let urn = try leftOut() { return .leftOut(urn, try finder.jobs(named: urn)) }
        let named = try isAddress ? jobsByAddress() : []
        guard named.isEmpty else { return .jobs(named) }
        throw notFound(try near(finder))
    }

    private var words: [String] { typed.split(whereSeparator: \.isWhitespace).prefix(16).map(String.init) }

    /// The address as it was typed, and as requests spell it.
    private var addresses: [String] {
        let plain = WebAddress(typed)?.description
        let bare = typed.hasSuffix("/") ? String(typed.dropLast()) : typed + "/"
        return [typed, bare] + (plain.map { [$0] } ?? [])
    }

    /// Records with this identifier, else with exactly this title.
    private func byName() throws -> [FoundRecord] {
        let identified = try catalog.records(withID: typed)
        return try identified.isEmpty ? catalog.records(named: typed, limit: Self.maxListed + 1) : identified
    }

    /// The article on a recipe's page, or the recipe on an article's page.
    private func twins(of record: FoundRecord) throws -> [FoundRecord] {
        guard record.kind == .recipe || record.kind == .article else { return [] }
        let other: RecordKind = record.kind == .recipe ? .article : .recipe
        return try catalog.record(urn: "\(other.rawValue):\(RecordURN.tail(record.urn))").map { [$0] } ?? []
    }

    private func byAddress() throws -> [FoundRecord] {
        let records = try catalog.records(at: addresses, limit: Self.maxListed + 1)
        // An item's picture is shown with the item.
        let items = records.filter { $0.kind != .image }
        guard items.isEmpty else { return items }
        // Reads all texts.
        guard records.isEmpty else { return records }
        let articles = try catalog.records(withPages: addresses, limit: Self.maxListed + 1)
        return try articles + articles.flatMap(twins)
    }

    private func leftOut() throws -> String? {
        for source in try catalog.sources() {
            for address in addresses {
                let article = RecordURN.article(source: source.source.name, url: address)
                let urns = [article] + (RecordURN.recipe(onPageOf: article).map { [$0] } ?? [])
                if let urn = try urns.first(where: catalog.isLeftOut) { return urn }
            }
        }
        return nil
    }

    private func jobsByAddress() throws -> [JobURN] {
        let wanted = Set(addresses)
        var known: Set<JobURN> = []
        return try addresses.flatMap { try ledger.specs(holding: $0, limit: Self.maxListed) }
            .compactMap { try? JobSpec(serializedBytes: $0) }.filter { wanted.contains($0.url ?? "") }.map(\.urn)
            .filter { known.insert($0).inserted }
    }

    private func near(_ finder: JobFinder) throws -> [String] {
        if typed.contains("://") { return try nearAddresses() }
        if isURN {
            let records = try catalog.records(near: typed, limit: 2).map(\.urn)
            return try records.isEmpty ? finder.near(typed).map(\.description) : records
        }
        return try nearTitles(among: catalog.titles(limit: Self.maxTitles))
    }

    private var isURN: Bool { typed.contains(":") && !typed.contains("://") && !typed.contains(" ") }

    /// The URN with the nearest name of a source; nil: its source is one of the larder, or none is near.
    private func meantURN() -> String? {
        var parts = typed.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let names = (try? catalog.sources().map(\.source.name)) ?? []
        guard isURN, parts.count > 1, !names.contains(parts[1]),
            let name = NearestWord.find(parts[1], in: names, within: NearestWord.lettersOfASlip(in: parts[1]))
        else { return nil }
        parts[1] = name
        return PlainText.line(parts.joined(separator: ":"), maxBytes: 200)
    }

    private func notFound(_ near: [String]) -> CoordinatorError {
        let shown = PlainText.line(typed, maxBytes: 200)
        let option = TypedCommand.into(into)
        if typed.isEmpty {
            return CoordinatorError(.notFound, "Nothing is named. Type a URN, an address, or words of a title.")
        }
        if (try? catalog.source(named: typed)) != nil {
            return CoordinatorError(
                .notFound,
                "\(typed) is a source, and why takes an item or a job. `coordinator status\(option) \(typed)` tells what "
                    + "the source has."
            )
        }
        var sentences = [
            isURN
                ? "The larder has no job and no record \(shown)."
                : typed.contains("://")
                    ? "The larder has no record and no job with the address \(shown)."
                    : "The larder has no URN and no title \"\(shown)\". A URN begins with a kind, as in "
                        + "recipe:sample:22526 or detail:sample:22526."
        ]
        if let meant = meantURN() { sentences.append("Did you mean \(meant)?") }
        if !near.isEmpty {
            sentences.append("Near it \(near.count == 1 ? "is" : "are") \(near.joined(separator: ", ")).")
        }
        sentences.append("`coordinator status\(option)` tells what there is.")
        return CoordinatorError(.notFound, sentences.joined(separator: " "))
    }

    private static let maxNear = 3

    /// The items at the same host with the longest common prefix of addresses.
    func nearAddresses() throws -> [String] {
        guard let address = WebAddress(typed) else { return [] }
        return try catalog.items(near: address, limit: Self.maxNear)
            .map { "\($0.urn) (\(PlainText.line($0.address, maxBytes: 200)))" }
    }

    /// The records with the nearest titles, else with the most common words.
    func nearTitles(among records: [FoundRecord]) -> [String] {
        let close = NearestWord.near(typed, in: records.map(\.title), most: Self.maxNear)
        let titles = close.isEmpty ? sharing(of: records.map(\.title)) : close
        return titles.compactMap { title in
            records.first { $0.title == title }.map { "\($0.urn) (\(PlainText.line(title, maxBytes: 80)))" }
        }
    }

    /// The titles with at least half of the typed words, best first.
    private func sharing(of titles: [String]) -> [String] {
        let wanted = Self.words(in: typed)
        var known: Set<String> = []
        let found = titles.filter { known.insert($0).inserted }
            .map { title in (wanted.intersection(Self.words(in: title)).count, title) }
            .filter { count, _ in count > 0 && count * 2 >= wanted.count }
        return found.sorted { (-$0.0, $0.1) < (-$1.0, $1.1) }.prefix(Self.maxNear).map { $0.1 }
    }

    private static func words(in text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 2 }.map(String.init))
    }
}

extension LarderCommands {
    /// How a record was made and the state of its jobs, or the state of one job.
    /// - Parameters:
    ///   - typed: A URN of a job or record, such as `detail:sample:ID`, an address, or words of a title.
    ///   - environment: The API keys under which quotas are counted.
    /// - Throws: ``CoordinatorError`` with code `noLarder`, or `notFound` with the nearest names.
    package static func why(_ typed: String, _ into: String, environment: [String: String] = [:]) async throws -> String
    {
        let typed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        // SQLite takes no longer patterns than 50,000 bytes.
        guard typed.utf8.count <= 16_384 else {
            throw CoordinatorError(
                .badSetting,
                "What is asked for has \(typed.utf8.count.grouped) bytes, and at most 16,384 are looked for. Type a part of it."
            )
        }
        return try await LarderStore.read(larder: into) { db in
            let quotas = try UsedQuotas(db, environment: environment, now: UnixTime.nowMs)
            let lines = JobLines(ledger: LedgerStore(db), intoOption: TypedCommand.into(into), quotas: quotas)
            switch try WhySearch(typed: typed, db: db, into: into).found() {
            case .jobs(let jobs):
                let notes = try CatalogReader(db).notes(about: typed).map { "  note: \($0.code): \($0.message)" }
                let verdict = try verdict(on: typed, CatalogReader(db))
                return (try jobs.flatMap(lines.lines) + verdict + notes).joined(separator: "\n")
            case .leftOut(let urn, let jobs):
                let reason = try PartialReason(of: urn, CatalogReader(db), LedgerStore(db))
                let notes = try CatalogReader(db).notes(about: urn).map { "  note: \($0.code): \($0.message)" }
                let told = "\(PlainText.line(typed, maxBytes: 200)) is no item of the larder: \(reason.sentence)."
                return ([told] + notes + (try jobs.flatMap(lines.lines))).joined(separator: "\n")
            case .record(let record, let also):
                return try ItemTimeline(record: record, also: also, db: db, jobs: lines).text
            case .records(let records, let isCut): return list(records, isCut: isCut, typed, into)
            }
        }
    }

    /// Why a picture job's picture cannot be shown.
    private static func verdict(on urn: String, _ catalog: CatalogReader) throws -> [String] {
        guard let job = JobURN(urn), job.kind == .imageDownload || job.kind == .imageDecode else { return [] }
        var parts = job.key.split(separator: ":", omittingEmptySubsequences: false)
        if job.kind == .imageDecode { parts.removeLast() }
        let picture = "image:" + parts.joined(separator: ":")
        guard let rejected = try catalog.rejectedImage(urn: picture) else { return [] }
        return ["\(picture) cannot be shown: \(rejected.code): \(rejected.message)"]
    }

    private static func list(_ records: [FoundRecord], isCut: Bool, _ typed: String, _ into: String) -> String {
        let width = min(48, records.map(\.urn.count).max() ?? 0)
        let lines = records.map { "  " + $0.urn.padded(width + 2) + PlainText.line($0.title, maxBytes: 120) }
        return
            (["\(isCut ? "More than \(records.count)" : "\(records.count)") records fit \"\(typed)\":"] + lines
            + ["Type `coordinator why\(TypedCommand.into(into)) URN` for one of them."]).joined(separator: "\n")
    }
}
