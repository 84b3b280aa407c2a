/// One node, 32 bytes.
///
/// A link of 0 is none. `position` and `length` are the text of a text node or comment, or an element's attributes.
/// The pieces of a text that is still being joined hang below its node as if they were children.
@usableFromInline struct NodeRecord: Sendable {
    @usableFromInline var parent: UInt32 = 0
    @usableFromInline var first: UInt32 = 0
    @usableFromInline var last: UInt32 = 0
    @usableFromInline var next: UInt32 = 0
    @usableFromInline var previous: UInt32 = 0
    @usableFromInline var position: UInt32 = 0
    @usableFromInline var length: UInt32 = 0
    /// Kind in bits 0 to 2, namespace in bits 3 and 4, name in the 27 bits above.
    @usableFromInline var bits: UInt32 = 0

    @inlinable
    init() {}

    @inlinable
    init(kind: NodeKind, namespace: Namespace = .html, name: NameID = .none, position: UInt32 = 0, length: UInt32 = 0) {
        self.position = position
        self.length = length
        bits = UInt32(kind.rawValue) | UInt32(namespace.rawValue) << 3 | name.rawValue << 5
    }

    @inlinable var kind: NodeKind { NodeKind(rawValue: UInt8(truncatingIfNeeded: bits & 7)) ?? .document }
    @inlinable var namespace: Namespace { Namespace(rawValue: UInt8(truncatingIfNeeded: bits >> 3 & 3)) ?? .html }
    @inlinable var name: NameID { NameID(rawValue: bits >> 5) }
    @inlinable var text: TextRange { TextRange(position: position, length: length) }
}

/// One attribute of an element, 12 bytes.
@frozen public struct HTMLAttribute: Sendable {
    /// Name in the low 30 bits, namespace in the two above.
    @usableFromInline var bits: UInt32
    @usableFromInline var position: UInt32
    @usableFromInline var length: UInt32

    @inlinable
    init(name: NameID, namespace: AttributeNamespace = .none, value: TextRange) {
        bits = name.rawValue | UInt32(namespace.rawValue) << 30
        position = value.position
        length = value.length
    }

    /// The name, in lower case on HTML elements; without prefix where ``namespace`` is one.
    @inlinable public var name: NameID { NameID(rawValue: bits & 0x3FFF_FFFF) }

    /// The namespace: ``AttributeNamespace/none`` but for a few names on foreign elements.
    @inlinable public var namespace: AttributeNamespace {
        AttributeNamespace(rawValue: UInt8(truncatingIfNeeded: bits >> 30)) ?? .none
    }

    /// The value, character references decoded; empty where the tag gives none.
    @inlinable public var value: TextRange { TextRange(position: position, length: length) }
}
