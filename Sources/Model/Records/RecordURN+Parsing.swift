extension RecordURN: LosslessStringConvertible {
    /// Reads a URN; nil for what names no table of the catalog, no source or no identifier.
    public init?(_ description: String) {
        let parts = description.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = RecordKind(rawValue: String(parts[0])), kind != .answer, !parts[1].isEmpty,
            !parts[2].isEmpty
        else { return nil }
        self.init(kind: kind, source: String(parts[1]), identifier: String(parts[2]))
    }

    /// The URN as the catalog has it.
    public var description: String { "\(kind.rawValue):\(source):\(identifier)" }
}

extension RecordURN {
    /// The URN as an address that an app can register for: `larder://recipe/sample/7`.
    public var deepLink: String { "\(Self.scheme)\(kind.rawValue)/\(source)/\(identifier)" }

    /// Reads a ``deepLink``; nil for every other address.
    public init?(deepLink: String) {
        guard deepLink.prefix(Self.scheme.count).lowercased() == Self.scheme else { return nil }
        let parts = deepLink.dropFirst(Self.scheme.count).split(
            separator: "/",
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        self.init(parts.joined(separator: ":"))
    }

    private static let scheme = "larder://"
}
