internal import LarderModel

/// Which of several records with one URN is kept: the greatest, whatever the order in which they come.
struct MergeRank: Comparable {
    /// A later sync wins.
    var syncID: Int64
    /// Then the newer reader.
    var readerVersion: Int
    /// Then the record that says more.
    var completeness: Int
    /// Then any fixed order of what the records say.
    var fingerprint: Digest

    static func < (left: MergeRank, right: MergeRank) -> Bool {
        (left.syncID, left.readerVersion, left.completeness, left.fingerprint)
            < (right.syncID, right.readerVersion, right.completeness, right.fingerprint)
    }
}

/// What became of a record that was merged.
package enum MergeOutcome: String, Sendable, CaseIterable {
    /// There was none with its URN.
    case inserted
    /// It replaced what was there, or an item's other origins were known.
    case updated
    /// The same record was there; at most its provenance was written.
    case unchanged
    /// Another one is kept; nothing was written.
    case superseded
}
