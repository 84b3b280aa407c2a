/// Text that is HTML: what is interpolated as a string is escaped, what is interpolated as HTML stands as it is.
///
/// Attribute values must stand in double quotes. Control characters of hostile texts are left out; bidirectional
/// overrides cannot leave the element that they stand in, as the style sheet isolates titles and names.
package struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The markup.
    package private(set) var text: String

    /// Markup as written in the program.
    package init(stringLiteral text: String) { self.text = text }

    package init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

    /// Nothing.
    package static let empty: HTML = ""

    package static func += (left: inout HTML, right: HTML) { left.text += right.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 32 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ value: String) { HTML.escape(value, into: &text) }
        package mutating func appendInterpolation(_ value: Substring) { HTML.escape(String(value), into: &text) }
        package mutating func appendInterpolation(_ value: Int) { text += String(value) }
        package mutating func appendInterpolation(_ value: HTML) { text += value.text }
        /// Nothing for nil.
        package mutating func appendInterpolation(_ value: HTML?) { if let value { text += value.text } }
    }

    private static func escape(_ value: String, into text: inout String) {
        guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || "&<>\"'".utf8.contains($0) }) else {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case "\u{00}"..."\u{1F}", "\u{7F}": break
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Sequence {
    /// The markup of all elements, one after the other.
    package func html(_ markup: (Element) -> HTML) -> HTML {
        reduce(into: HTML.empty) { $0 += markup($1) }
    }
}

extension Optional {
    /// The markup of the value; nothing for nil.
    package func html(_ markup: (Wrapped) -> HTML) -> HTML { map(markup) ?? .empty }
}
