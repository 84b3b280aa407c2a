internal import LarderModel

/// The address of a feed without the keys in it.
struct FeedRequest {
    /// The address, where `{key}` stands for a key in its path.
    let base: String
    /// Where the key goes, as further members of `key`; empty: into the path; nil: there is none.
    let keyPlace: String?
    let hasFurtherKeys: Bool

    init(_ address: WebAddress) throws(ProbeError) {
        let path = try KeyedPath(address)
        var places = path.holdsKey ? [""] : []
        let parts = (address.query ?? "").split(separator: "&").filter { part in
            guard KeyNames.isKey(parameter: part) else { return true }
            let name = String(part.prefix { $0 != "=" }).percentDecoded
            places.append(", query: \(SourceProposal.quoted(name))")
            return false
        }
        base = address.origin + path.template + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
        keyPlace = places.first
        hasFurtherKeys = places.count > 1
    }
}

/// The path of an address without the key in it.
struct KeyedPath {
    /// The path, where `{key}` stands for the key.
    let template: String
    let holdsKey: Bool

    /// Where the form of that part may mislead.
    static let note =
        "A part of the address looks like a key, so {key} stands for it. If it is no secret, write it back in place of "
        + "{key} and leave `key` out."

    /// - Throws: ``ProbeError`` where several segments look like keys, as a source has one.
    init(_ address: WebAddress) throws(ProbeError) {
        let segments = address.path.split(separator: "/", omittingEmptySubsequences: false)
        let keys = Set(segments.filter { KeyNames.isKey(segment: $0) })
        guard keys.count <= 1 else {
            throw ProbeError(
                "\(keys.count) parts of <\(address.withoutKeys)> look like keys, and a source has one. "
                    + "Write the file by hand: the "
                    + "address as it is, but {key} in place of the part that is secret, and `key: {environment: NAME}`."
            )
        }
        template = segments.map { keys.contains($0) ? "{key}" : String($0) }.joined(separator: "/")
        holdsKey = !keys.isEmpty
    }
}
