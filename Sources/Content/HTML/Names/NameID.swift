/// The name of an element or attribute as a number: equal names of one document have equal ids.
///
/// The names the parser knows, such as ``div``, have the same id in each document and are constants. Any other name
/// has an id of its document, found with ``HTMLDocument/nameID(for:)``.
@frozen public struct NameID: Hashable, Comparable, Sendable {
    /// The id itself; the known names come first, in one unbroken row from 1.
    public let rawValue: UInt32

    /// Wraps an id.
    @inlinable
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No name: what a node has that is no element.
    @inlinable public static var none: NameID { NameID(rawValue: 0) }

    /// The order of first appearance, known names first.
    @inlinable
    public static func < (left: NameID, right: NameID) -> Bool {
        left.rawValue < right.rawValue
    }

    @inlinable var index: Int { Int(truncatingIfNeeded: rawValue) }
}
