public import LarderHTML

/// A picture of an article.
public struct ReaderPicture: Hashable, Sendable {
    /// The `img` element, or the like.
    public var node: NodeID
    /// The absolute URL of the best candidate.
    public var url: String
    /// All that the page offers for it, the best first.
    public var candidates: [ReaderPictureCandidate]
    /// Its text for those who do not see it.
    public var alternative: String?
    /// The text of its `figcaption`; nil where it has none.
    public var caption: String?
}

/// One file that a page offers for a picture.
public struct ReaderPictureCandidate: Hashable, Sendable {
    /// The absolute URL.
    public var url: String
    /// The width in pixels as `srcset` states it; 0 where it is not stated.
    public var width: Int
}
