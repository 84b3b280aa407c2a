internal import LarderModel

/// The names under which APIs take keys in addresses.
enum KeyNames {
    private static let names: Set<String> = [
        "access_key", "access_token", "api-key", "api_key", "api_token", "apikey", "app_id", "app_key", "appid",
        "appkey", "auth", "auth_token", "client_secret", "key", "password", "private_token", "secret",
        "subscription-key", "token",
    ]

    /// Whether a parameter of that name, decoded, holds a key.
    static func contain(_ name: String) -> Bool { names.contains(name.lowercased()) }
}

extension WebAddress {
    /// The address for messages, with asterisks in place of keys.
    var withoutKeys: String {
        guard let query else { return description }
        let parts = query.split(separator: "&", omittingEmptySubsequences: false).map { part in
            let name = part.prefix { $0 != "=" }
            return KeyNames.contain(String(name).percentDecoded) && name.endIndex < part.endIndex
                ? name + "=***" : part
        }
        return origin + path + "?" + parts.joined(separator: "&")
    }
}
