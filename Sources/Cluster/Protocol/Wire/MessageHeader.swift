/// The fixed 32 bytes before every body: `LDR1`, major, type, flags, epoch, session, sequence; little-endian.
public struct MessageHeader: Sendable, Hashable {
    /// The size of a header on the wire.
    public static let byteCount = 32
    /// The first four bytes of every header.
    public static let magic: [UInt8] = Array("LDR1".utf8)
    /// The protocol's major version; peers with another one are rejected.
    public static let major: UInt8 = 1

    /// What the body is.
    public var type: UInt8
    /// Bit 0: critical, a receiver that does not know the type must reject the peer.
    public var flags: UInt16
    /// The coordinator start that the sender believes in.
    public var epoch: UInt64
    /// The connection; 0 before WELCOME.
    public var session: SessionID
    /// Counts the sender's messages on this connection.
    public var sequence: UInt64

    /// Makes a header.
    public init(type: UInt8, flags: UInt16 = 0, epoch: UInt64, session: SessionID, sequence: UInt64) {
        self.type = type
        self.flags = flags
        self.epoch = epoch
        self.session = session
        self.sequence = sequence
    }

    /// Reads a header.
    ///
    /// - Throws: ``WireError`` with code `notOurs`, `wrongMajor` or `malformed`.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else {
            throw WireError(.notOurs, "A frame of \(bytes.count) bytes is no Larder header")
        }
        guard bytes[4] == Self.major else {
            throw WireError(.wrongMajor, "The peer speaks protocol \(bytes[4]), this program \(Self.major)")
        }
        type = bytes[5]
        flags = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
        epoch = Self.word(bytes, at: 8)
        session = Self.word(bytes, at: 16)
        sequence = Self.word(bytes, at: 24)
    }

    /// The header as 32 bytes.
    public func encoded() -> [UInt8] {
        var bytes = Self.magic + [Self.major, type, UInt8(flags & 0xFF), UInt8(flags >> 8)]
        bytes.reserveCapacity(Self.byteCount)
        for value in [epoch, session, sequence] {
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

/// Why a message of a peer was refused.
public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// Not a message of this protocol.
        case notOurs = "not-ours"
        /// Another major version.
        case wrongMajor = "wrong-major"
        /// A type this program does not know, marked critical.
        case unknownType = "unknown-type"
        /// Cut, or with columns of unequal length.
        case malformed
        /// Above a limit of ``WireLimits``.
        case tooLarge = "too-large"
    }

    /// The kind of refusal.
    public let code: Code
    /// One sentence.
    public let description: String

    /// Makes an error.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

/// What one message may hold.
public enum WireLimits {
    /// Bytes of one frame; libzmq drops the connection of a peer that sends more.
    public static let maxFrameBytes = 1 << 20
    /// Jobs named in one message.
    public static let maxJobs = 65_536
    /// Bytes of one job's description.
    public static let maxSpecBytes = 64 << 10
    /// Bytes of one job's effect; larger ones go through the cache.
    public static let maxEffectBytes = 256 << 10
    /// Bytes of effects or descriptions that a sender puts into one message, so that it stays below ``maxFrameBytes``.
    public static let packBytes = 512 << 10
}
