extension String {
    /// The same as `unicodeScalars.count`, by the bytes that begin a scalar (RFC 3629, section 3).
    package var scalarCount: Int {
        unsafe utf8.withContiguousStorageIfAvailable { bytes in
            var (count, index) = (0, 0)
            // Without checks for overflow, which cannot be, so that many bytes are counted at once.
            while index < bytes.count {
                count &+= unsafe bytes[index] & 0xC0 == 0x80 ? 0 : 1
                index &+= 1
            }
            return count
        } ?? unicodeScalars.count
    }
}
