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

    init?(keyword: String) {
        switch keyword {
        case "start", "match-parent": self = .natural
        case "left", "-webkit-left": self = .left
        case "right", "end", "-webkit-right": self = .right
        case "center", "-webkit-center": self = .center
        case "justify", "justify-all": self = .justify
        default: return nil
        }
    }
}
