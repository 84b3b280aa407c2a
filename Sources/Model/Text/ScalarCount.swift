extension String {
    /// How many Unicode scalars the text has.
    ///
    /// The same as `unicodeScalars.count`, by the bytes that begin a scalar (RFC 3629, section 3).
    package var scalarCount: Int {
        unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.count { $0 & 0xC0 != 0x80 } } ?? unicodeScalars.count
    }
}
