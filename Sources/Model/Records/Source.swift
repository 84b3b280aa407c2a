/// One provider of content.
public struct Source: Sendable, Hashable, Codable {
    /// Unique in the catalog, `source:<name>`.
    public var urn: String
    /// The name that a user types.
    public var name: String
    /// What it is: `api`, `website`, `feed` or any other word of the source's definition.
    public var kind: String

    /// A source with the URN `source:<name>`.
    public init(name: String, kind: String) {
        self.init(urn: "source:\(name)", name: name, kind: kind)
    }

    /// A source with a URN of its own.
    public init(urn: String, name: String, kind: String) {
        self.urn = urn
        self.name = name
        self.kind = kind
    }
}

/// One run over a source.
///
/// Identifiers grow: of two syncs, the one with the greater identifier began later.
public struct CatalogSync: Sendable, Hashable, Codable {
    /// The row in `sync`.
    public var id: Int64
    /// The row in `source`.
    public var sourceID: SourceID

    /// A sync that the catalog began, perhaps in an earlier process.
    public init(id: Int64, sourceID: SourceID) {
        self.id = id
        self.sourceID = sourceID
    }
}

/// How a sync ended, or that it has not.
public enum SyncState: String, Sendable, CaseIterable, Codable {
    /// Begun and not ended; also after the coordinator was killed.
    case running
    /// Every job is done or dead.
    case finished
    /// The user ended it.
    case cancelled
    /// It could not go on.
    case failed
}
