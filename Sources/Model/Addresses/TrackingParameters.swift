/// Query parameters that say who asks, and do not change which page is shown.
package enum TrackingParameters {
    private static let names: Set<String> = [
        "fbclid", "gclid", "dclid", "msclkid", "yclid", "mc_cid", "mc_eid", "igshid", "sid", "sessionid", "session_id",
        "phpsessid", "jsessionid", "aspsessionid", "cfid", "cftoken", "replytocom",
    ]

    /// - Parameter name: In lower case.
    package static func contains(_ name: String) -> Bool { name.hasPrefix("utm_") || names.contains(name) }
}
