internal import LarderModel
internal import LarderSourceDefinitions

/// What a sync of a source will take, and from what that is known.
struct SourceEstimate: Sendable {
    /// Where the figures come from.
    enum Basis: Sendable {
        /// A sync that took this, so long ago.
        case lastSync(ago: Duration)
        /// Every list was read to its end.
        case lists
        /// The lists' first pages were read; the number of pages or items that their totals name is known for all of them, or not.
        case firstPages(areTotalsKnown: Bool)
    }

    var name: String
    var basis: Basis
    /// Requests of the sync, those for its lists included.
    var requests: Int
    /// Bytes as they come; nil where nothing alike was fetched before.
    var bytes: Int?
    var seconds: Double?
    /// Jobs by what they fetch, for the table.
    var parts: [(name: String, count: Int)]
    /// How many requests the base's host takes; nil: any number.
    var quota: SourceDefinition.Quota?
    /// Requests that were made to know this.
    var asked = 0

    /// Whether the sync may well take more than that.
    var isLeast: Bool {
        if case .firstPages(areTotalsKnown: false) = basis { true } else { false }
    }

    var lines: [String] {
        let least = isLeast ? "at least " : ""
        var lines = [name]
        func row(_ name: String, _ value: String) { lines.append("  " + name.padded(12) + value) }
        let kinds = parts.filter { $0.count > 0 }.map { "\($0.count.grouped) \($0.name)" }.joined(separator: ", ")
        row("requests", "\(least)\(requests.grouped)" + (kinds.isEmpty ? "" : ": \(kinds)"))
        row(
            "bytes",
            bytes.map { least + "about " + $0.bytes }
                ?? "not known before something was fetched; `coordinator try` fetches three items"
        )
        if let seconds { row("time", least + "about " + Duration.seconds(seconds).spoken) }
        if let quota, requests > quota.count {
            let periods = (requests - 1) / quota.count + 1
            row(
                "quota",
                "\(quota.count.grouped) a \(quota.period.rawValue): up to \(periods.counted(quota.period.rawValue))"
            )
        }
        row("known from", known)
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
        }
    }
}
