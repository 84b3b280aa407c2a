extension Committer {
    /// Bounds a transaction, so that acknowledgements keep flowing.
    static let maxEntries = 16_384
    /// Bytes of effects in one transaction, spilled ones included; a larger effect goes alone.
    ///
    /// Decoded they need about six times as much.
    static let maxBytes = 16 << 20

    /// The first of these, as many as one transaction may have.
    static func batch<Entry>(of entries: some Collection<Entry>, bytes: (Entry) -> Int) -> [Entry] {
        var room = maxBytes
        return entries.prefix(maxEntries).enumerated().prefix { index, entry in
            room -= bytes(entry)
            return room >= 0 || index == 0
        }.map(\.element)
    }
}
