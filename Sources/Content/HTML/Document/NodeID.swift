/// A node of one ``HTMLDocument``: an index into its arrays.
///
/// Ids ascend in document order except where the parser had to repair. An id is of use in its own document only.
@frozen public struct NodeID: Hashable, Comparable, Sendable {
    /// The index; 0 is never a node.
    public let rawValue: UInt32

    /// Wraps an index.
    @inlinable
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The order in which the parser made the nodes.
    @inlinable
    public static func < (left: NodeID, right: NodeID) -> Bool {
        left.rawValue < right.rawValue
    }

    @inlinable var index: Int { Int(truncatingIfNeeded: rawValue) }
}

/// What a node is.
@frozen public enum NodeKind: UInt8, Sendable {
    /// The root, of which there is one.
    case document
    /// `<!DOCTYPE …>`; its parts are in ``HTMLDocument/doctype``.
    case doctype
    /// An element of any namespace.
    case element
    /// Characters; no two text nodes are adjacent siblings, and none is empty.
    case text
    /// `<!-- … -->`, or markup that the standard turns into a comment.
    case comment
    /// The contents of a `template` element: its only child, holding what stands between its tags.
    case templateContents
}

/// The namespace of an element.
@frozen public enum Namespace: UInt8, Sendable {
    /// `http://www.w3.org/1999/xhtml`.
    case html
    /// `http://www.w3.org/2000/svg`.
    case svg
    /// `http://www.w3.org/1998/Math/MathML`.
    case mathML
}

/// The namespace of an attribute; only attributes of SVG and MathML elements can have one.
@frozen public enum AttributeNamespace: UInt8, Sendable {
    /// None, as every attribute of an HTML element.
    case none
    /// `http://www.w3.org/1999/xlink`.
    case xlink
    /// `http://www.w3.org/XML/1998/namespace`.
    case xml
    /// `http://www.w3.org/2000/xmlns/`.
    case xmlns
}
