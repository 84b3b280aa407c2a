extension [UInt8] {
    /// The index of the first byte from `start` on that may not stand in a JSON string as it is, or the count of bytes.
    ///
    /// These are the quotation mark, the backslash and control characters (RFC 8259, section 7). Eight bytes are looked
    /// at in one step.
    func nextJSONSpecial(from start: Int) -> Int {
        unsafe withUnsafeBytes { bytes in
            var index = start
            while index &+ 8 <= bytes.count {
                let word = UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                // The highest bit of the first byte that is below 0x20, or equal to the other. Bytes behind it may be
                // marked, too.
                let control = (word &- 0x2020_2020_2020_2020) & ~word
                let quote = word ^ 0x2222_2222_2222_2222
                let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
                let equal = (quote &- Self.ones) & ~quote | (backslash &- Self.ones) & ~backslash
                let found = (control | equal) & (Self.ones << 7)
                if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
                index &+= 8
            }
            while index < bytes.count, unsafe bytes[index] >= 0x20 && bytes[index] != 0x22 && bytes[index] != 0x5C {
                index &+= 1
            }
            return index
        }
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// Moves bytes to an earlier place of the same array.
    mutating func move(_ range: Range<Int>, to start: Int) {
        unsafe withUnsafeMutableBytes { bytes in
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + range.count)])
            unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
    }

    /// Appends bytes of another array without a slice, whose counting of references costs more than a short copy.
    mutating func append(_ range: Range<Int>, of other: [UInt8]) {
        unsafe other.withUnsafeBufferPointer { bytes in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
        }
    }
}
