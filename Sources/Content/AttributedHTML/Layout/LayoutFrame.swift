import LarderHTML

/// An element whose end has not come yet.
struct LayoutFrame {
    let node: NodeID
    let role: ElementRole
    var style: ComputedStyle
    var context: LayoutContext
    /// Index into the attribute table; -1 until a character needs it.
    var attributes = -1
    /// Line breaks required at the end.
    var breaks = 0
    /// Whether it is a box inside the line.
    var isBox = false
    /// Which children are shown.
    var children = ChildFilter.all
    /// The child that closed details show.
    var summary: NodeID?
    /// Whether text in it is drawn; false between the shapes of an SVG.
    var drawsText = true
    /// The item it is, or -1.
    var item = -1
    /// The anchor it is, or -1.
    var link = -1
    /// The cell of the innermost table it is, or -1.
    var cell = -1
    var opensTable = false
    var opensList = false
    var opensQuote = false
    /// Table parts directly in it stand in a table; white space directly in it is dropped.
    var isTablePart = false
    /// The value of `display` that its children are laid out by.
    var display = Display.block
}

/// Which children of an element are shown.
enum ChildFilter: UInt8 {
    case all
    /// Options and groups of options.
    case options
    /// Options.
    case groupedOptions
    /// The first summary of closed details.
    case summary
}

/// What an element hands down besides its style.
struct LayoutContext {
    var link: Int32 = -1
    var item: Int32 = -1
    var background: UInt32 = 0
    var listDepth: UInt16 = 0
    var quoteDepth: UInt16 = 0
    var quotationDepth: UInt16 = 0
    var heading: UInt8 = 0
    var script: Int8 = 0
    var isUnderlined = false
    var isStruck = false
}

/// A table whose end has not come yet.
struct OpenTable {
    var grid = TableGrid()
    /// Cells of the current row so far.
    var cellsInRow = 0
    /// The current row was made for cells that stand outside of one.
    var isRowImplied = false
    /// The break before the next row is already written.
    var hasRowBreak = false
    var columnElements = 0
    /// Index into the finished tables.
    let index: Int
}

/// A list item: how its marker looks and what its number is.
struct ListItem {
    let style: ListStyle
    let isShown: Bool
    var ordinal: Int
}

/// An anchor as found; its place comes from the runs.
struct FoundLink {
    let url: String
    let reference: String
    let isFragment: Bool
    let isUnsafe: Bool
}
