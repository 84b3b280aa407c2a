internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSync

extension LarderCommands {
    /// How a record was made and the state of its jobs, or the state of one job.
    /// - Parameters:
    ///   - typed: A URN of a job or record, such as `detail:sample:ID`, an address, or words of a title.
    ///   - environment: The API keys under which quotas are counted.
    /// - Throws: ``CoordinatorError`` with code `noLarder`, or `notFound` with the nearest names.
    package static func why(
        _ typed: String,
        _ into: String,
        environment: [String: String] = [:]
    ) async throws -> String {
        let typed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        return try await LarderStore.read(larder: into) { db in
            let search = WhySearch(typed: typed, db: db, into: into)
            let quotas = try UsedQuotas(db, environment: environment, now: UnixTime.nowMs)
            switch try search.found() {
            case .jobs(let jobs):
                let lines = JobLines(ledger: LedgerStore(db), intoOption: TypedCommand.into(into), quotas: quotas)
                let told = try jobs.flatMap(lines.lines)
                let notes = try CatalogReader(db).notes(about: typed).map { "  note: \($0.code): \($0.message)" }
                return (told + (try verdict(on: typed, CatalogReader(db))) + notes).joined(separator: "\n")
            case .record(let record, let also):
                return try ItemTimeline(
                    record: record,
                    also: also,
                    db: db,
                    intoOption: TypedCommand.into(into),
                    quotas: quotas
                ).text
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
