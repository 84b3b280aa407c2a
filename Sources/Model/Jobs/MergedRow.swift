/// A row of the catalog's table `provenance` that a record's merge wrote or found.
package struct MergedRow: Sendable, Hashable {
    package var id: Int64
    /// The first eight bytes of the row's fingerprint, the highest first.
    ///
    /// Another record may have replaced the row since.
    package var fingerprint: UInt64

    package init(id: Int64, fingerprint: UInt64) {
        self.id = id
        self.fingerprint = fingerprint
    }
}
