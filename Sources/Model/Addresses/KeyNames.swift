/// Recognizes parameters and segments of addresses that hold keys.
package enum KeyNames {
    /// Names in lower case, without what separates their words.
    private static let names: Set<String> = [
        "accesstoken", "apitoken", "appid", "auth", "authorization", "authtoken", "feedtoken", "idtoken", "jsessionid",
        "key", "phpsessid", "privatetoken", "pwd", "refreshtoken", "rsstoken", "sessionid", "sig", "signature", "token",
        "xamzcredential", "xamzsecuritytoken", "xamzsignature", "xgoogcredential", "xgoogsignature",
    ]
    /// A `sort_key` or `primary_key` is no key.
    private static let endings = [
        "accesskey", "apikey", "appkey", "authkey", "passwd", "password", "privatekey", "secret", "secretkey",
        "subscriptionkey",
    ]
    /// A `page_token` is no key.
    private static let placeWords: Set<String> = [
        "after", "before", "continuation", "continue", "cursor", "end", "next", "offset", "page", "pagination",
        "paging", "prev", "previous", "resume", "resumption", "scroll", "skip", "start", "starting", "sync",
    ]

    /// Whether a decoded parameter's name means a key.
    package static func contain(_ name: String) -> Bool {
        let words = name.nameWords
        let whole = words.joined()
        if names.contains(whole) || endings.contains(where: { whole.hasSuffix($0) }) { return true }
        return words.count > 1 && words.last == "token" && placeWords.isDisjoint(with: words)
    }

    /// The decoded name of the first parameter of a query whose name means a key.
    package static func first(inQuery query: String) -> String? {
        query.split(separator: "&").lazy.map { String($0.prefix { $0 != "=" }).percentDecoded }.first(where: contain)
    }

    /// Whether a decoded parameter holds a key, by its name or value; identifiers and places in lists are no keys.
    package static func isKey(name: String, value: String) -> Bool {
        if contain(name) { return true }
        guard isKey(segment: value) else { return false }
        let lower = name.lowercased()
        let isIdentifier = lower != "sid" && (lower.hasSuffix("id") || lower.hasSuffix("ids"))
        return !isIdentifier && placeWords.isDisjoint(with: name.nameWords)
    }

    /// The same for `name=value` as addresses write it.
    package static func isKey(parameter part: Substring) -> Bool {
        let name = part.prefix { $0 != "=" }
        let value = part[name.endIndex...].dropFirst()
        return isKey(name: String(name).percentDecoded, value: String(value).percentDecoded)
    }

    /// Whether a segment of a path looks like a key: a UUID, or at least 20 letters and digits with four of each.
    package static func isKey(segment: some StringProtocol) -> Bool {
        let bytes = Array(segment.utf8)
        let isUUID =
            bytes.count == 36 && bytes.indices.allSatisfy { [8, 13, 18, 23].contains($0) == (bytes[$0] == 0x2D) }
        let digits = bytes.count { $0.isASCIIDigit }
        let letters = bytes.count { $0.isASCIILetter }
        let isRandom = bytes.count >= 20 && digits >= 4 && letters >= 4 && digits + letters == bytes.count
        return isUUID && digits + letters == 32 || isRandom
    }
}

extension WebAddress {
    /// The address for messages, with asterisks in place of keys.
    package var withoutKeys: String {
        let path = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { KeyNames.isKey(segment: $0) ? "***" : $0 }.joined(separator: "/")
        guard let query else { return origin + path }
        let parts = query.split(separator: "&", omittingEmptySubsequences: false).map { part in
            let name = part.prefix { $0 != "=" }
            return KeyNames.isKey(parameter: part) && name.endIndex < part.endIndex ? name + "=***" : part
        }
        return origin + path + "?" + parts.joined(separator: "&")
    }
}
