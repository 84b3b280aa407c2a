import LarderAttributedText

extension TextAlignment {
    /// The values of `text-align` and of the `align` attribute.
    static let keywords: [String: TextAlignment] = [
        "start": .natural, "match-parent": .natural, "left": .left, "-webkit-left": .left, "right": .right,
        "end": .right, "-webkit-right": .right, "center": .center, "-webkit-center": .center, "justify": .justify,
        "justify-all": .justify,
    ]
}
