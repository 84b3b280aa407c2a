internal import Crypto

/// A SHA-256: the name of a blob.
public struct Digest: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// How many bytes it has.
    public static let byteCount = 32

    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The SHA-256 of `bytes`.
    public init(of bytes: [UInt8]) {
        self.init(hash: SHA256.hash(data: bytes))
    }

    /// The SHA-256 of the UTF-8 bytes of `text`.
    public init(of text: String) {
        self.init(of: Array(text.utf8))
    }

    /// Takes the 32 bytes of a digest; `nil` for any other number of them.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(hash: bytes)
    }

    /// Reads 64 hexadecimal digits, in lower case as file names have them; `nil` for all else.
    public init?(hex: String) {
        guard hex.utf8.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in hex.utf8 {
            let value: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = character - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.init(hash: bytes)
    }

    /// 32 bytes, whoever counted them.
    private init(hash: some Sequence<UInt8>) {
        var words: [UInt64] = [0, 0, 0, 0]
        for (index, byte) in hash.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
    }

    /// 64 hexadecimal digits in lower case.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * Self.byteCount)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The same as ``hex``.
    public var description: String { hex }

    /// Orders as the hexadecimal digits do.
    public static func < (left: Digest, right: Digest) -> Bool {
        left.words < right.words
    }

    /// Whether all 32 bytes are the same.
    public static func == (left: Digest, right: Digest) -> Bool {
        left.words == right.words
    }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
