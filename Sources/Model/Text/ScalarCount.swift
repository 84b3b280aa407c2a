extension String {
    /// The same as `unicodeScalars.count`, by the bytes that begin a scalar (RFC 3629, section 3).
    package var scalarCount: Int {
        unsafe utf8.withContiguousStorageIfAvailable { bytes in
            var (count, index) = (0, 0)
            // Without checks for overflow, which cannot be, and in sums of a byte, so that sixteen are counted at once.
            while index < bytes.count {
                let end = min(index &+ 240, bytes.count)
                var part: UInt8 = 0
                while index < end {
                    part &+= unsafe bytes[index] & 0xC0 == 0x80 ? 0 : 1
                    index &+= 1
                }
                count &+= Int(part)
            }
            return count
        } ?? unicodeScalars.count
    }
}
