import Foundation
public import GRDB

/// The SHA-256 of some bytes: 32 bytes, also the name of a blob in the cache.
public struct BlobDigest: Sendable, Hashable, Comparable, CustomStringConvertible {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// A digest of exactly 32 bytes; nil for any other count.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for (offset, byte) in bytes.enumerated() {
            words[offset >> 3] = words[offset >> 3] << 8 | UInt64(byte)
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = (first, second, third, fourth)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// 64 lowercase hexadecimal digits: the name of the blob's file.
    public var description: String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// Whether both have the same bytes.
    public static func == (left: BlobDigest, right: BlobDigest) -> Bool { left.words == right.words }

    /// Whether `left` comes first when compared byte by byte.
    public static func < (left: BlobDigest, right: BlobDigest) -> Bool { left.words < right.words }

    /// Feeds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension BlobDigest: DatabaseValueConvertible {
    /// The digest as a BLOB of 32 bytes.
    public var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    /// The digest out of a BLOB of 32 bytes, else nil.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> BlobDigest? {
        guard case .blob(let data) = value.storage else { return nil }
        return BlobDigest(data)
    }
}
