internal import LarderLedger
internal import LarderModel

/// What requests of a sync are for, in the words of a plan; the raw values stand in catalogs.
package enum RequestPart: String, CaseIterable {
    case lists = "list pages"
    case items = "items"
    case pages = "web pages"
    case pictures = "pictures"

    /// The number and what it counts: `1 list page`, `2 list pages`.
    package func counted(_ count: Int) -> String { count.counted(one, many: rawValue) }

    private var one: String {
        switch self {
        case .lists: "list page"
        case .items: "item"
        case .pages: "web page"
        case .pictures: "picture"
        }
    }

    /// - Returns: Nil for jobs that ask nobody.
    init?(_ traffic: KindTraffic) {
        switch traffic.kind {
        case .discover, .search: self = .lists
        case .detail: self = traffic.isPage ? .pages : .items
        case .imageDownload: self = .pictures
        default: return nil
        }
    }

    /// Under what the requests of a sync stand in its counts.
    package var requests: String { "\(rawValue) requests" }
    /// Under what the answers that were taken from the cache, without asking, stand in a sync's counts.
    package var fromCache: String { "\(rawValue) from cache" }

    /// The counts of a sync by part.
    static func counts(of traffic: [KindTraffic]) -> [(String, Int)] {
        traffic.flatMap { kind -> [(String, Int)] in
            guard let part = RequestPart(kind) else { return [] }
            return [(part.requests, kind.requests), (part.fromCache, kind.fromCache)]
        }
    }
}
