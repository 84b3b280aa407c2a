internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSync

/// What a sync of a source will take, and from what that is known.
struct SourceEstimate: Sendable {
    /// Where the figures come from.
    enum Basis: Sendable {
        /// A sync that took this, so long ago.
        case lastSync(ago: Duration)
        /// Every list was read to its end.
        case lists
        /// The lists' first pages were read; their totals give the number of all pages or items, or are missing.
        case firstPages(areTotalsKnown: Bool)
        /// The links of the first pages of a crawl were read.
        case links
        /// The source's file lists every page; pictures are taken to be one a page.
        case addresses(arePicturesGuessed: Bool)
    }

    /// Jobs that fetch the same.
    struct Part: Sendable {
        var kind: RequestPart
        var count: Int
        /// What is to be known of the number, behind it.
        var remark = ""
    }

    var name: String
    var basis: Basis
    /// Requests of the sync, those for its lists included.
    var requests: Int
    /// Bytes as they come; nil where nothing alike was fetched before.
    var bytes: Int?
    var seconds: Double?
    /// Jobs by what they fetch, for the table.
    var parts: [Part]
    /// How many requests the base's host takes; nil: any number.
    var quota: SourceDefinition.Quota?
    /// Requests that were made to know this.
    var asked = 0
    /// Answers that are taken from the cache, without a request.
    var fromCache = 0
    /// Whether bytes and time are those of a sync to which everything was new.
    var isMost = false
    /// Whether there may be pictures that only the items' pages name; they are not counted.
    var lacksPictures = false
    /// Why a list could not be read, whose items are not counted; nil: all were.
    var unread: String?

    /// Whether the sync may well take more than that.
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
        // Of what may well be more, no figure is the most; and of what may well be less, none the least.
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
