package import LarderModel

/// The fixed 32 bytes before every body: `LDR1`, major, type, flags, epoch, session, sequence; little-endian.
package struct MessageHeader: Sendable, Hashable {
    package static let byteCount = 32
    package static let magic: [UInt8] = Array("LDR1".utf8)
    /// Peers with another major version are rejected.
    package static let major: UInt8 = 1

    package var type: UInt8
    /// Bit 0: critical, a receiver that does not know the type must reject the peer.
    package var flags: UInt16
    /// The coordinator start that the sender last heard of.
    package var epoch: UInt64
    /// The connection; 0 before WELCOME.
    package var session: SessionID
    /// Counts the sender's messages on this connection.
    package var sequence: UInt64

    package init(type: UInt8, flags: UInt16 = 0, epoch: UInt64, session: SessionID, sequence: UInt64) {
        self.type = type
        self.flags = flags
        self.epoch = epoch
        self.session = session
        self.sequence = sequence
    }

    /// Reads a header.
    ///
    /// - Throws: ``ProtocolError`` with code `notOurs`, `wrongMajor` or `malformed`.
    package init(decoding bytes: [UInt8]) throws(ProtocolError) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else {
            throw ProtocolError(.notOurs, "A frame of \(bytes.count) bytes is no Larder header")
        }
        guard bytes[4] == Self.major else {
            throw ProtocolError(.wrongMajor, "The peer speaks protocol \(bytes[4]), this program \(Self.major)")
        }
        type = bytes[5]
        flags = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
        epoch = Self.word(bytes, at: 8)
        session = SessionID(Self.word(bytes, at: 16))
        sequence = Self.word(bytes, at: 24)
    }

    package func encoded() -> [UInt8] {
        var bytes = Self.magic + [Self.major, type, UInt8(flags & 0xFF), UInt8(flags >> 8)]
        bytes.reserveCapacity(Self.byteCount)
        for value in [epoch, session.rawValue, sequence] {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        return bytes
    }

    private static func word(_ bytes: [UInt8], at start: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    }
}
