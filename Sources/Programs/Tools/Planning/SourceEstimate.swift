internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSync

struct SourceEstimate: Sendable {
    enum Basis: Sendable {
        case lastSync(ago: Duration)
        case lists
        /// The lists' first pages were read; their totals, if known, give the number of items.
        case firstPages(areTotalsKnown: Bool)
        case links
        /// The source's file lists every page; each is taken to have one picture.
        case addresses(arePicturesGuessed: Bool)
    }

    struct Part: Sendable {
        var kind: RequestPart
        var count: Int
        var remark = ""
    }

    var name: String
    var basis: Basis
    var requests: Int
    var bytes: Int?
    var seconds: Double?
    var parts: [Part]
    var quota: SourceDefinition.Quota?
    var asked = 0
    var fromCache = 0
    /// Whether bytes and time are those of a first sync.
    var isMost = false
    /// Whether pictures that only the items' pages name are missing in the numbers.
    var lacksPictures = false
    /// Why a list could not be read; its items are missing in the numbers.
    var unread: String?
    /// That the lists named nothing, and what to check.
    var nothing: String?

    /// Counts requests by what is known of the last sync's answers; nil: nothing is.
    mutating func use(_ next: NextRequests?) {
        guard let next else { return }
        // What did not change takes next to no time and bytes, which those of the last sync show.
        isMost = isMost || next.requests < requests
        parts = RequestPart.allCases.map { Part(kind: $0, count: next.asked[$0] ?? 0) }
        requests = next.requests
        fromCache = next.fromCache.values.reduce(0, +)
    }

    var isLeast: Bool {
        if lacksPictures || unread != nil { return true }
        return switch basis {
        case .links, .firstPages(areTotalsKnown: false): true
        case .lastSync, .lists, .firstPages, .addresses: false
        }
    }

    var lines: [String] {
        let least = isLeast ? "at least " : ""
        var lines = [name]
        func row(_ name: String, _ value: String) { lines.append("  " + name.padded(12) + value) }
        let kinds = parts.filter { $0.count > 0 }.map { $0.kind.counted($0.count) + $0.remark }.joined(separator: ", ")
        let cached = fromCache > 0 ? "; \(fromCache.grouped) from cache" : ""
        row("requests", "\(least)\(requests.grouped)" + (kinds.isEmpty ? "" : ": \(kinds)") + cached)
        // With both bounds open, neither is named.
        let bound = isLeast ? (isMost ? "" : least) : isMost ? "at most " : ""
        let isAllNew = isMost && !isLeast
        row(
            "bytes",
            bytes.map {
                bound + "about " + $0.bytes
                    + (isAllNew ? ", if all is new; what did not change takes next to none" : "")
            }
                ?? "not known before something was fetched; `coordinator try` fetches three items"
        )
        if let seconds { row("time", bound + "about " + Duration.seconds(seconds).spoken) }
        if let quota, requests > quota.count {
            let periods = (requests - 1) / quota.count + 1
            row(
                "quota",
                "\(quota.count.grouped) \(quota.period == .hour ? "an" : "a") \(quota.period.rawValue): up to "
                    + "\(periods.counted(quota.period.rawValue))"
            )
        }
        row("known from", known + (lacksPictures ? "; pictures that only its pages name are not counted" : ""))
        if let unread { row("not known", "what a list names that could not be read: \(unread)") }
        if let nothing { row("nothing", nothing) }
        return lines
    }

    private var known: String {
        let cost = asked > 0 ? " (\(asked.counted("request")) just made for that)" : ""
        return switch basis {
        case .lastSync(let ago): "its sync that ended \(ago.spoken) ago; nothing was asked for"
        case .lists: "its lists, read to their ends\(cost)"
        case .firstPages(true): "the first page of each list and the totals that it names\(cost)"
        case .firstPages(false):
            "the first page of each list, which names no total\(cost); --lists reads all of them first"
        case .links: "the links of its first pages\(cost); how many more these lead to shows only on the way"
        case .addresses(false): "the addresses in its file; nothing was asked for"
        case .addresses(true): "the addresses in its file, with one picture a page; nothing was asked for"
        }
    }
}
