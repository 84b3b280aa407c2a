/// A parsed URL (WHATWG URL Standard §4.1), as far as links of pages need it.
struct URLRecord: Equatable {
    var scheme = ""
    var userInfo: String?
    /// nil where the URL has no authority, as `mailto:` has none.
    var host: String?
    var port: Int?
    /// The segments, or one opaque string.
    var path: [String] = []
    var hasOpaquePath = false
    var query: String?
    var fragment: String?

    /// Longer references are not resolved.
    static let maxLength = 65_536

    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }

    /// Schemes with hosts and slashes, which browsers repair.
    var isSpecial: Bool { scheme == "file" || Self.defaultPort(of: scheme) != nil }

    var serialized: String {
        var out = scheme + ":"
        if let host {
            out += "//"
            if let userInfo { out += userInfo + "@" }
            out += host
            if let port { out += ":" + String(port) }
        } else if !hasOpaquePath, path.count > 1, path[0].isEmpty {
            out += "/."
        }
        if hasOpaquePath {
            out += path.first ?? ""
        } else {
            for segment in path { out += "/" + segment }
        }
        if let query { out += "?" + query }
        if let fragment { out += "#" + fragment }
        return out
    }
}
