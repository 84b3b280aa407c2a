package import LarderCatalog
package import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters

/// Why nothing but list records is known of an item.
package enum PartialReason: CaseIterable {
    case waiting
    case failed
    case forbidden
    case missing
    case file
    case silent
    case unasked

    package init(of urn: String, _ catalog: CatalogReader, _ ledger: LedgerStore) throws {
        let names = JobFinder.names(of: urn)
        let asked = try names.filter { $0.kind == .detail }.compactMap { try ledger.report($0)?.state }
        let texts = try names.filter { $0.kind == .text }
            .flatMap { try ledger.jobs(of: .text, under: $0.key, limit: 5) }
            .compactMap { try ledger.report($0)?.state }
        let states = Set(asked + texts)
        if states.contains(.ready) {
            self = .waiting
        } else if states.contains(.dead) {
            self = .failed
        } else {
            // A sync for changes only may have no job for it; earlier notes stay valid.
            let codes = try catalog.noteCodes(of: urn)
            let isForbidden = codes.contains(NoteCode.robotsForbidden.rawValue)
            let isMissing = codes.contains(NoteCode.pageMissing.rawValue)
            let isFile = codes.contains(NoteCode.pageNotHTML.rawValue)
            self =
                isForbidden
                ? .forbidden : isMissing ? .missing : isFile ? .file : asked.isEmpty ? .unasked : .silent
        }
    }

    /// For one item.
    package var sentence: String { texts.one }

    /// For one item, and for several after their number.
    fileprivate var texts: (one: String, several: String) {
        switch self {
        case .waiting: ("the rest is not fetched yet", "not fetched yet")
        case .failed: ("the rest could not be had", "that could not be had")
        case .forbidden: ("a robots.txt forbids its page", "forbidden by a robots.txt")
        case .missing: ("its page is not there", "whose page is not there")
        case .file: ("its address is a file and no page", "whose address is a file")
        case .silent: ("its page was read and says no more", "whose page was read and says no more")
        case .unasked: ("nothing more is asked for", "of which nothing more is asked for")
        }
    }
}

/// The items with only list records, and why.
struct PartialItems: Sendable {
    /// Items whose reasons are looked up: each takes a few statements.
    private static let maxLooked = 2_000

    var count = 0
    var reasons: [PartialReason: Int] = [:]

    var sentence: String {
        let parts = PartialReason.allCases.compactMap { reason in
            reasons[reason].map { "\($0.grouped) \(reason.texts.several)" }
        }
        let looked = reasons.values.reduce(0, +)
        let whose = looked < count ? "; of the first \(looked.grouped): " : ": "
        return "\(count.counted("item")) with no more than what a list says"
            + (parts.isEmpty ? "" : whose + parts.joined(separator: ", "))
    }
}

extension PartialItems {
    init(of sources: [SourceID], count: Int, _ catalog: CatalogReader, _ ledger: LedgerStore) throws {
        self.count = count
        guard count > 0 else { return }
        for urn in try catalog.partialItems(sources: sources, limit: Self.maxLooked) {
            reasons[try PartialReason(of: urn, catalog, ledger), default: 0] += 1
        }
    }
}
