internal import LarderLedger
internal import LarderModel

/// What a sync's requests are for; the raw values are stored in catalogs.
package enum RequestPart: String, CaseIterable {
    case lists = "list pages"
    case items = "items"
    case pages = "web pages"
    case pictures = "pictures"

    /// For example `1 list page` or `2 list pages`.
    package func counted(_ count: Int) -> String { count.counted(String(rawValue.dropLast())) }

    /// Nil for jobs without requests.
    init?(_ traffic: KindTraffic) {
        switch traffic.kind {
        case .discover, .search: self = .lists
        case .detail: self = traffic.isPage ? .pages : .items
        case .imageDownload: self = .pictures
        default: return nil
        }
    }

    /// The name of the number of requests in a sync's counts.
    package var requests: String { "\(rawValue) requests" }
    /// The name of the number of answers from the cache in a sync's counts.
    package var fromCache: String { "\(rawValue) from cache" }

    static func counts(of traffic: [KindTraffic]) -> [(String, Int)] {
        traffic.flatMap { kind -> [(String, Int)] in
            guard let part = RequestPart(kind) else { return [] }
            return [(part.requests, kind.requests), (part.fromCache, kind.fromCache)]
        }
    }
}
