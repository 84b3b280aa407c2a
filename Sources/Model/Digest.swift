/// A SHA-256 (FIPS 180-4): 32 bytes, which also name a blob in the cache.
///
/// The storage layer computes them.
public struct Digest: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// How many bytes it has.
    public static let byteCount = 32

    @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)

    /// Takes the 32 bytes of a digest; nil for any other number of them.
    @inlinable public init?(bytes: some Sequence<UInt8>) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var count = 0
        for byte in bytes {
            switch count >> 3 {
            case 0: words.0 = words.0 << 8 | UInt64(byte)
            case 1: words.1 = words.1 << 8 | UInt64(byte)
            case 2: words.2 = words.2 << 8 | UInt64(byte)
            case 3: words.3 = words.3 << 8 | UInt64(byte)
            default: return nil
            }
            count += 1
        }
        guard count == Self.byteCount else { return nil }
        self.words = words
    }

    private init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// Reads 64 hexadecimal digits, in lower case as file names have them; nil for all else.
    public init?(hex: some StringProtocol) {
        guard hex.utf8.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        var high: UInt8?
        for character in hex.utf8 {
            guard let digit = character.hexDigit, character < 0x41 || character > 0x46 else { return nil }
            if let high { bytes.append(high << 4 | digit) }
            high = high == nil ? digit : nil
        }
        self.init(bytes: bytes)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return bytes
    }

    /// 64 hexadecimal digits in lower case: the name of a blob's file.
    public var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * Self.byteCount)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> shift) & 15
                text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The same as ``hex``.
    public var description: String { hex }

    /// Orders as the hexadecimal digits do.
    public static func < (left: Digest, right: Digest) -> Bool { left.words < right.words }

    /// Whether all 32 bytes are the same.
    public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension Digest: Codable {
    /// Reads 64 hexadecimal digits.
    ///
    /// - Throws: `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = Digest(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A digest is 64 hexadecimal digits in lower case."
            )
        }
        self = digest
    }

    /// Writes 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}

extension Digest {
    /// 32 zero bytes, which no bytes are known to hash to: a place for a digest that is not there yet.
    package static let zero = Digest(words: (0, 0, 0, 0))
}
