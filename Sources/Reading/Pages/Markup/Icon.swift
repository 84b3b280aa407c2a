/// A small drawing, as the data of one SVG path on 24 x 24 units.
package enum Icon: String, Sendable {
    case jar = """
        M8 3h8v3H8zM7.5 6h9c0 1.6 1.5 2 1.5 4v9a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-9c0-2 1.5-2.4 1.5-4zM6 11.5h12M6 16h12
        """
    case search = "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.3 15.3 20.5 20.5"
    case close = "M6 6l12 12M18 6 6 18"
    case colors = "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z"
    case pot = """
        M2.5 10.5h19M4.5 10.5V16A3.5 3.5 0 0 0 8 19.5h8a3.5 3.5 0 0 0 3.5-3.5v-5.5M9.5 4v3M14.5 4v3
        """
    case page = """
        M14 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8zM9 11.5h6M9 14h6M9 16.5h4
        """
    case filters = """
        M3 8h5.5M13.5 8H21M3 16h7.5M15.5 16H21M11 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z\
        M13 13.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z
        """
    case down = "M7 10l5 5 5-5"
    case back = "M14.5 6l-6 6 6 6"
    case next = "M9.5 6l6 6-6 6"
    case outside = "M8 16l8.5-8.5M9 7.5h7.5V15"
    case warning = "M12 4l9 16H3zM12 10v4.5M12 17.2v.1"
    case clock = "M12 5.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM12 9.5V13M10 2.5h4"
    case plus = "M12 5.5v13M5.5 12h13"
    case minus = "M5.5 12h13"
    case check = "M5 12.5l4.5 4.5L19 7.5"
    case play = "M8 5.5v13l11-6.5z"
    case pause = "M9 6v12M15 6v12"
    case print = "M7 9V4h10v5M7 17H4.5v-6.5A1.5 1.5 0 0 1 6 9h12a1.5 1.5 0 0 1 1.5 1.5V17H17M7 14h10v6H7z"

    /// Whether it points along the direction of reading.
    fileprivate var isMirrored: Bool { [.back, .next, .outside].contains(self) }
}

/// The drawing in the size and colour of the text round it, unseen by screen readers.
package func icon(_ icon: Icon) -> HTML {
    let half: HTML = icon == .colors ? "<path d=\"M12 4a8 8 0 0 1 0 16z\" fill=\"currentColor\"/>" : .empty
    return """
        <svg class="i\(icon.isMirrored ? " flip" : "")" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">\
        <path d="\(icon.rawValue)"/>\(half)</svg>
        """
}
