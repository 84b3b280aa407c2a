/// The names under which APIs take keys in addresses.
package enum KeyNames {
    private static let names: Set<String> = [
        "access_key", "access_token", "api-key", "api_key", "api_token", "apikey", "app_id", "app_key", "appid",
        "appkey", "auth", "auth_token", "client_secret", "key", "password", "private_token", "secret",
        "subscription-key", "token",
    ]

    /// Whether a parameter of that name, decoded, holds a key.
    package static func contain(_ name: String) -> Bool { names.contains(name.lowercased()) }

    /// Whether a segment of a path is a key by its form: at least 20 letters and digits without a word's end, or a UUID.
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
            return KeyNames.contain(String(name).percentDecoded) && name.endIndex < part.endIndex
                ? name + "=***" : part
        }
        return origin + path + "?" + parts.joined(separator: "&")
    }
}
