import LarderAttributedText

/// The values of `display` that make a difference for text.
enum Display: UInt8 {
    case none, contents, inline, block, listItem, flex
    case inlineBlock, inlineFlex, inlineTable
    case table, rowGroup, row, cell, caption, column

    static let keywords: [String: Display] = {
        let words: [Display: String] = [
            .none: "none", .contents: "contents",
            .inline: "inline,inline flow,ruby,ruby-base,ruby-text,ruby-base-container,ruby-text-container,math",
            .block: "block,flow-root,block flow,block flow-root,-webkit-box,block ruby",
            .inlineBlock: "inline-block,inline flow-root,-webkit-inline-box",
            .listItem: "list-item,block list-item,list-item block",
            .flex: "flex,grid,block flex,block grid,-webkit-flex",
            .inlineFlex: "inline-flex,inline-grid,inline flex,inline grid,-webkit-inline-flex",
            .table: "table,block table", .inlineTable: "inline-table,inline table",
            .rowGroup: "table-row-group,table-header-group,table-footer-group",
            .row: "table-row", .cell: "table-cell", .caption: "table-caption",
            .column: "table-column,table-column-group",
        ]
        return words.reduce(into: [:]) { table, entry in
            for word in entry.value.split(separator: ",") { table[String(word)] = entry.key }
        }
    }()

    /// A box of its own inside a line.
    var isAtomicInline: Bool { self == .inlineBlock || self == .inlineFlex || self == .inlineTable }

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

/// The computed values of an element that the attributed text depends on.
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
    /// Floating, or positioned out of the flow.
    var isOutOfFlow = false
    /// 1 above the line, -1 below it.
    var verticalAlign: Int8 = 0
    var isUnderlined = false
    var isStruck = false
    /// 0 is none.
    var background: UInt32 = 0

    /// The values that a child starts from.
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

    mutating func setFont(size: Double, alignment: TextAlignment) {
        self.size = size
        self.alignment = alignment
        weight = 400
        isItalic = false
        isMonospace = false
    }

    /// Fonts of one width are drawn at 13 pixels where others are drawn at 16.
    mutating func setMonospace(_ value: Bool) {
        guard isMonospace != value else { return }
        isMonospace = value
        size = Self.clamped(size * (value ? 13.0 / 16 : 16.0 / 13))
    }

    /// Sizes multiply along nested elements and need a limit.
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
