/// How the lines of a paragraph are aligned.
public enum TextAlignment: String, Sendable, Hashable {
    /// At the start of the line, by the direction of the text; the default.
    case natural
    /// At the left.
    case left
    /// At the right.
    case right
    /// In the middle.
    case center
    /// At both sides.
    case justify
}
