/// What the reader found.
public struct ReaderArticle: Sendable {
    /// The title.
    public var title: String?
    /// The text.
    public var text = ""
    /// The captions.
    public var captions: [String] = []
}
