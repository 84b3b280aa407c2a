/// A run of UTF-8 bytes in one of the two buffers of an ``HTMLDocument``.
///
/// Read it with ``HTMLDocument/string(_:)`` or, without a copy, with ``HTMLDocument/withBytes(of:_:)``.
@frozen public struct TextRange: Hashable, Sendable {
    @usableFromInline let position: UInt32
    @usableFromInline let length: UInt32

    @usableFromInline static var decodedMark: UInt32 { 0x8000_0000 }

    @inlinable
    init(position: UInt32, length: UInt32) {
        self.position = position
        self.length = length
    }

    /// A range of no bytes, for what has no text.
    @inlinable public static var empty: TextRange { TextRange(position: 0, length: 0) }

    /// Whether the bytes are in ``HTMLDocument/decodedBytes`` and not in ``HTMLDocument/sourceBytes``.
    @inlinable public var isDecoded: Bool { position & 0x8000_0000 != 0 }

    /// Index of the first byte in the buffer that ``isDecoded`` names, below 2 GiB.
    @inlinable public var offset: Int { Int(truncatingIfNeeded: position & 0x7FFF_FFFF) }

    /// Length in UTF-8 bytes, below 4 GiB.
    @inlinable public var count: Int { Int(truncatingIfNeeded: length) }

    /// Whether there is no byte.
    @inlinable public var isEmpty: Bool { length == 0 }

    /// The indices of the bytes in the buffer that ``isDecoded`` names.
    @inlinable public var bounds: Range<Int> { offset..<(offset + count) }
}
