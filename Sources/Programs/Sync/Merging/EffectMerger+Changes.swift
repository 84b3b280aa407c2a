internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderModel
internal import LarderProtocol

extension EffectMerger {
    /// Fields with an item's time of change.
    private static let dates: Set<String> = ["lastmod", "updated"]

    /// The found jobs; if an item's date differs from the last sync's, its page is requested whatever its age.
    ///
    /// Call before the effect's records are merged.
    func found(in effect: JobEffect, sync: CatalogSync) throws -> [FoundJob] {
        guard effect.found.contains(where: { $0.spec.freshSince != nil }) else { return effect.found }
        let dates = Dictionary(
            effect.recipes.map { ($0.urn, Self.dates(in: $0.extra)) }
                + effect.articles.map { ($0.urn, Self.dates(in: $0.extra)) }
        ) { first, _ in first }
        return try effect.found.map { job in
            guard case .page(var work) = job.spec.work, work.freshSince != nil, let now = dates[work.itemURN],
                !now.isEmpty
            else { return job }
            let origin = effect.provenance[work.itemURN]?.origin ?? .record
            let extra =
                work.itemURN.hasPrefix("recipe:")
                ? try catalog.said(origin, of: work.itemURN, in: Recipe.table, before: sync)?.extra
                : try catalog.said(origin, of: work.itemURN, in: Article.table, before: sync)?.extra
            guard let before = extra.map(Self.dates(in:)), !before.isEmpty, before != now else { return job }
            work.freshSince = nil
            var asking = job
            asking.spec.work = .page(work)
            return asking
        }
    }

    private static func dates(in extra: ExtraFields) -> [ExtraField] { extra.filter { dates.contains($0.name) } }

    func note(_ outcome: MergeOutcome, of urn: String, _ kind: RecordKind, in changes: inout ItemChanges) throws {
        let isFirst = try outcome == .inserted && catalog.hasOneOrigin(urn, kind)
        changes.note(outcome, of: urn, isFirst: isFirst)
    }
}
