internal import LarderModel

/// Looks through a template's tags for what would render as nothing, as much more than an item holds, or unescaped.
struct TemplateCheck {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// The sections that are open, the innermost last.
    private var open: [(name: String, line: Int, tag: String)] = []

    private static let maxDepth = 8

    /// - Throws: For the first tag that is wrong.
    static func check(_ text: String) throws(TemplateError) {
        var check = TemplateCheck(bytes: Array(text.utf8))
        try check.run()
    }

    private mutating func run() throws(TemplateError) {
        while index < bytes.count {
            if isAt("{{") {
                try readTag()
            } else {
                if bytes[index] == 0x0A { line += 1 }
                index += 1
            }
        }
        if let section = open.last {
            throw TemplateError(
                line: section.line,
                tag: section.tag,
                message: "The section is never closed; write {{/\(section.name)}} behind it."
            )
        }
    }

    private func isAt(_ text: StaticString) -> Bool {
        index + text.utf8CodeUnitCount <= bytes.count && bytes[index...].starts(with: text.description.utf8)
    }

    private mutating func readTag() throws(TemplateError) {
        let start = index
        let isTriple = isAt("{{{")
        index += isTriple ? 3 : 2
        let content = index
        while index < bytes.count, !isAt("}}") { index += 1 }
        guard index < bytes.count, !isTriple || isAt("}}}") else {
            let rest = bytes[start...].prefix { $0 != 0x0A }
            throw error("\(isTriple ? "\"}}}\"" : "\"}}\"") is missing behind it.", rest)
        }
        let text = bytes[content..<index]
        index += isTriple ? 3 : 2
        let tag = bytes[start..<index]
        defer { line += tag.count { $0 == 0x0A } }
        var name = String(decoding: text, as: UTF8.self).trimmedSpace
        var sigil: UInt8 = isTriple ? UInt8(ascii: "{") : 0
        if !isTriple, let first = name.utf8.first, "#^/!&><$%=*".utf8.contains(first) {
            sigil = first
            name = String(name.dropFirst()).trimmedSpace
        }
        switch sigil {
        case UInt8(ascii: "!"): break
        case UInt8(ascii: "#"), UInt8(ascii: "^"): try openSection(name, isList: sigil == UInt8(ascii: "#"), tag)
        case UInt8(ascii: "/"): try closeSection(name, tag)
        case UInt8(ascii: "{"), UInt8(ascii: "&"):
            guard name == TemplateFields.body else {
                throw error(
                    "Values are always escaped; write {{\(name)}}. Only {{{body}}}, which is HTML, is put in as it is.",
                    tag
                )
            }
        case 0: try checkName(name, tag)
        default:
            throw error(
                "Templates have variables, sections and comments alone: {{title}}, {{#steps}}…{{/steps}}, {{! … }}.",
                tag
            )
        }
    }

    private mutating func openSection(_ name: String, isList: Bool, _ tag: ArraySlice<UInt8>) throws(TemplateError) {
        try checkName(name, tag)
        guard open.count < Self.maxDepth else {
            throw error("More than \(Self.maxDepth) sections stand in one another.", tag)
        }
        if isList, TemplateFields.lists[name] != nil,
            let outer = open.first(where: { TemplateFields.lists[$0.name] != nil })
        {
            throw error("A list cannot stand in another; close {{#\(outer.name)}} of line \(outer.line) first.", tag)
        }
        open.append((name, line, Self.shown(tag)))
    }

    private mutating func closeSection(_ name: String, _ tag: ArraySlice<UInt8>) throws(TemplateError) {
        guard let section = open.popLast() else { throw error("No section is open that it could close.", tag) }
        guard section.name == name else {
            throw error(
                "\(section.tag) of line \(section.line) is still open; close it first with {{/\(section.name)}}.",
                tag
            )
        }
    }

    private func checkName(_ name: String, _ tag: ArraySlice<UInt8>) throws(TemplateError) {
        var known = TemplateFields.single.union(TemplateFields.lists.keys)
        for section in open {
            guard let fields = TemplateFields.lists[section.name] else { continue }
            known.formUnion(fields)
            known.insert(".")
        }
        guard !known.contains(name) else { return }
        let isInner = name == "." || TemplateFields.lists.values.contains { $0.contains(name) }
        throw error(
            isInner
                ? "It means something within a list alone, such as {{#ingredients}}…{{/ingredients}}."
                : "There is no such field. These are: \(known.sorted().joined(separator: ", ")).",
            tag
        )
    }

    private func error(_ message: String, _ tag: ArraySlice<UInt8>) -> TemplateError {
        TemplateError(line: line, tag: Self.shown(tag), message: message)
    }

    private static func shown(_ tag: ArraySlice<UInt8>) -> String {
        PlainText.line(String(decoding: tag, as: UTF8.self), maxBytes: 60)
    }
}
