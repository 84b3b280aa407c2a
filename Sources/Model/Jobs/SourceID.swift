/// The catalog's number of a source.
public struct SourceID: Identifier, Codable {
    /// The row in the table `source`.
    public let rawValue: Int64

    /// Names a source by its row.
    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
}
