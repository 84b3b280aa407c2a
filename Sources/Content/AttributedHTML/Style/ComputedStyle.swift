/// How an element takes part in layout: the values of `display` that make a difference for text.
enum Display: UInt8 {
    case none, contents, inline, block, listItem, flex
    case inlineBlock, inlineFlex, inlineTable
    case table, rowGroup, row, cell, caption, column

    /// A box of its own inside a line.
    var isAtomicInline: Bool {
        switch self {
        case .inlineBlock, .inlineFlex, .inlineTable: true
        default: false
        }
    }

    var isInlineLevel: Bool { self == .inline || isAtomicInline }

    /// A box that asks for a line break before and after it.
    var isBlockLevel: Bool {
        switch self {
        case .block, .listItem, .flex, .table, .caption: true
        default: false
        }
    }

    /// What floating, absolute positioning, or being a flex item turns it into (CSS Display 3 §2.7).
    var blockified: Display {
        switch self {
        case .inline, .inlineBlock, .rowGroup, .row, .cell, .caption, .column: .block
        case .inlineFlex: .flex
        case .inlineTable: .table
        default: self
        }
    }
}

enum WhiteSpace: UInt8 {
    case normal, nowrap, pre, preWrap, preLine
}

enum TextTransform: UInt8 {
    case none, uppercase, lowercase, capitalize
}

/// The computed values of one element that have an effect on the attributed text.
struct ComputedStyle {
    // Inherited.
    var size = 16.0
    var color: UInt32 = 0x0000_00FF
    var weight: UInt16 = 400
    var isItalic = false
    var isMonospace = false
    var whiteSpace = WhiteSpace.normal
    var isVisible = true
    var transform = TextTransform.none
    var isTurkish = false
    var listStyle = ListStyle.disc
    var alignment = TextAlignment.natural
    /// The set of custom properties, an index into ``CustomProperties``.
    var properties: Int32 = 0

    // Not inherited.
    var display = Display.inline
    /// Floating, or positioned so that it leaves the flow.
    var isOutOfFlow = false
    /// 1 above the line, -1 below it.
    var verticalAlign: Int8 = 0
    var isUnderlined = false
    var isStruck = false
    /// 0 is none.
    var background: UInt32 = 0

    /// What a child starts from.
    var inherited: ComputedStyle {
        var child = self
        child.display = .inline
        child.isOutOfFlow = false
        child.verticalAlign = 0
        child.isUnderlined = false
        child.isStruck = false
        child.background = 0
        return child
    }

    /// Sizes multiply along nested elements, so they are held in a range.
    static func clamped(_ size: Double) -> Double {
        size.isFinite ? min(max(size, 0), 10_000) : 16
    }

    static func bolder(than weight: UInt16) -> UInt16 {
        weight < 350 ? 400 : weight < 550 ? 700 : max(weight, 900)
    }

    static func lighter(than weight: UInt16) -> UInt16 {
        weight < 100 ? weight : weight < 550 ? 100 : weight < 750 ? 400 : 700
    }
}
