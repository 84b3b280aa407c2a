enum ASCII {
    /// Tab, LF, FF, CR and space: the white space of the standard.
    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        // One bit for each of the five: for most bytes one comparison answers.
        byte <= 0x20 && 0x1_0000_3600 &>> UInt64(byte) & 1 == 1
    }

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    @inline(__always)
    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte)
    }

    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}
