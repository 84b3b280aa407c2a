import LarderAttributedText

/// A size before it is computed.
enum FontSize {
    case pixels(Double)
    /// Times the size of the parent.
    case relative(Double)
    /// Times the size of the root element.
    case rootRelative(Double)
    /// A keyword: pixels where the medium size is 16.
    case keyword(Double)
}

enum FontWeight {
    case number(UInt16)
    case bolder, lighter
}

/// The keywords that every property has.
enum WideKeyword {
    case inherit, initial, unset, revert

    static let keywords: [String: WideKeyword] = [
        "inherit": .inherit, "initial": .initial, "unset": .unset, "revert": .revert, "revert-layer": .revert,
    ]
}

/// One declaration that has an effect here, its value parsed.
enum StyleDeclaration {
    case display(Display)
    case whiteSpace(WhiteSpace)
    case visibility(Bool)
    case transform(TextTransform)
    case weight(FontWeight)
    case italic(Bool)
    case size(FontSize)
    case monospace(Bool)
    /// nil is `currentcolor`.
    case color(UInt32?)
    case background(UInt32)
    case decoration(underline: Bool, strike: Bool)
    case verticalAlign(Int8)
    case listStyle(ListStyle)
    /// Floating, or positioned.
    case outOfFlow(Bool)
    case alignment(TextAlignment)
    case wide(StylePropertyName, WideKeyword)
    /// A custom property, an index into ``DeclarationCache/unread``.
    case custom(Int32)
    /// A value with `var()` in it, an index as well.
    case pending(Int32)
}

/// A declaration and its weight in the cascade.
struct WeightedDeclaration {
    let declaration: StyleDeclaration
    let isImportant: Bool
}
