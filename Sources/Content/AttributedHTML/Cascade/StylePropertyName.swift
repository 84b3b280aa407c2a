internal import LarderHTML

/// The names in style sheets that have an effect on attributed text.
enum StylePropertyName: String, CaseIterable {
    case all, display, visibility, font, color, background, float, position
    case whiteSpace = "white-space"
    case textTransform = "text-transform"
    case textDecoration = "text-decoration"
    case textDecorationLine = "text-decoration-line"
    case textAlign = "text-align"
    case fontWeight = "font-weight"
    case fontStyle = "font-style"
    case fontSize = "font-size"
    case fontFamily = "font-family"
    case backgroundColor = "background-color"
    case verticalAlign = "vertical-align"
    case listStyle = "list-style"
    case listStyleType = "list-style-type"

    /// The name in `range` of `bytes`, in any case.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard range.count >= 3, range.count < Self.byLength.count else { return nil }
        let name = bytes.withSpan { source in
            Self.byLength[range.count].first { Self.equals(source.extracting(range), $0.spelling) }?.name
        }
        guard let name else { return nil }
        self = name
    }

    private static func equals(_ source: Span<UInt8>, _ spelling: [UInt8]) -> Bool {
        for index in spelling.indices {
            let byte = source[index]
            let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
            guard lower == spelling[index] else { return false }
        }
        return true
    }

    /// The spellings by their length, so that most other names meet none with their first letter.
    private static let byLength: [[(spelling: [UInt8], name: StylePropertyName)]] = {
        let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0
        return (0...longest).map { length in
            allCases.filter { $0.rawValue.utf8.count == length }.map { (Array($0.rawValue.utf8), $0) }
        }
    }()
}
