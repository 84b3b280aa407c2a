internal import LarderModel

/// The address of a feed without the keys in it.
struct FeedRequest {
    /// The address, where `{key}` stands for a key in its path.
    let base: String
    /// Where the key goes, as further members of `key`; empty: into the path; nil: there is none.
    let keyPlace: String?
    /// Whether there are keys besides.
    let hasFurtherKeys: Bool

    init(_ address: WebAddress) {
        var keys: [String] = []
        let segments = address.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard KeyNames.isKey(segment: segment) else { return String(segment) }
            keys.append("")
            return "{key}"
        }
        let parts = (address.query ?? "").split(separator: "&").filter { part in
            let name = String(part.prefix { $0 != "=" }).percentDecoded
            guard KeyNames.contain(name) else { return true }
            keys.append(", query: \(SourceProposal.quoted(name))")
            return false
        }
        base =
            address.origin + segments.joined(separator: "/") + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
        keyPlace = keys.first
        hasFurtherKeys = keys.count > 1
    }
}
