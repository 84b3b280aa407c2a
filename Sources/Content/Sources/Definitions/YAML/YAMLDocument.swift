internal import LarderModel
import Yams

/// The text of a YAML file, read with limits.
///
/// Yams composes the tree by recursion, resolves aliases silently and hashes keys. What could make that expensive is
/// refused first: size, depth, and an anchor together with its alias.
struct YAMLDocument {
    typealias Place = FileReading.Place

    let yaml: String
    let file: String

    private static let newline = UInt8(ascii: "\n")

    private func fault(_ code: SourceError.Code, _ message: String, _ place: Place? = nil) -> SourceError {
        SourceError(code: code, message: message, file: file, line: place?.line, column: place?.column)
    }

    private func aliasFault(_ place: Place) -> SourceError {
        let message = "YAML anchors (&name) and aliases (*name) are not allowed in a source definition; "
        return fault(.aliasRefused, message + "write the value out.", place)
    }

    // MARK: Limits

    func refuseExpensive() throws(SourceError) {
        let limit = RecordBound.definitionBytes.limit
        let bytes = Array(yaml.utf8)
        guard bytes.count <= limit else {
            let sentence = "A source definition has at most \(limit / 1024) KiB; this file has \(bytes.count) bytes."
            throw fault(.tooLarge, sentence)
        }
        try refuseDepth(bytes)
        try refuseAliases(bytes)
    }

    private func refuseDepth(_ bytes: [UInt8]) throws(SourceError) {
        let limit = RecordBound.definitionDepth.limit
        var depth = 0
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            default: continue
            }
            guard depth > limit else { continue }
            var fault = fault(
                .tooLarge,
                "The file is nested more than \(limit) deep; a source definition needs a few levels. "
                    + "Take brackets out, or close them."
            )
            fault.line = bytes[..<index].count { $0 == Self.newline } + 1
            throw fault
        }
    }

    /// Refuses a text that holds `&name` and `*name` for the same name.
    private func refuseAliases(_ bytes: [UInt8]) throws(SourceError) {
        func name(at start: Int) -> ArraySlice<UInt8> {
            bytes[start...].prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }
        }
        var anchors: Set<ArraySlice<UInt8>> = []
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "&") {
                anchors.insert(name(at: index + 1))
            } else if byte == UInt8(ascii: "*"), !anchors.isEmpty {
                let alias = name(at: index + 1)
                guard !alias.isEmpty, anchors.contains(alias) else { continue }
                let before = bytes[..<index]
                let line = before.count { $0 == Self.newline } + 1
                throw aliasFault(Place(line: line, column: index - (before.lastIndex(of: Self.newline) ?? -1)))
            }
        }
    }

    // MARK: Parsing

    /// The root of a text that ``refuseExpensive()`` let pass; places in errors are libyaml's.
    func root(_ reading: FileReading) throws(SourceError) -> YAMLMapping {
        // Yams keeps a pointer into the string: it must be on the heap and in UTF-8, which short strings are not.
        var text = yaml
        text.makeContiguousUTF8()
        if text.utf8.count < 64 { text += String(repeating: "\n", count: 64) }
        let node: Node?
        let anchor: Place?
        do {
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            node = try parser.singleRoot()
            // A node refers to its anchor weakly, so the parser must outlive the search.
            anchor = withExtendedLifetime(parser) { node.flatMap(Self.firstAnchor) }
        } catch {
            throw sourceError(error)
        }
        if let anchor { throw aliasFault(anchor) }
        guard let node else { throw fault(.missingKey, "The file is empty; it needs name, kind and base.") }
        return try YAMLMapping(YAMLValue(node: node, path: "", reading: reading), keys: SourceDefinition.keyNames)
    }

    private static func firstAnchor(in node: Node) -> Place? {
        if node.anchor != nil { return node.mark.map(Place.init) ?? Place(line: 1, column: 1) }
        switch node {
        case .scalar: return nil
        case .alias(let alias): return alias.mark.map(Place.init) ?? Place(line: 1, column: 1)
        case .sequence(let items): return items.firstNonNil(firstAnchor)
        case .mapping(let pairs):
            return pairs.firstNonNil { firstAnchor(in: $0.key) ?? firstAnchor(in: $0.value) }
        }
    }

    private func sourceError(_ error: any Error) -> SourceError {
        func invalid(_ problem: String, _ place: Place?) -> SourceError {
            fault(.invalidYAML, "This is no valid YAML: \(problem).", place)
        }
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            if let (advice, line) = YAMLAdvice.advice(on: problem, line: mark.line, in: yaml) {
                return invalid(advice, Place(line: line, column: 1))
            }
            return invalid((context.map { $0.text + ": " } ?? "") + problem, Place(mark))
        case .composer(_, let problem, let mark, _):
            if problem.contains("another document") {
                return invalid("a second document begins here, and a definition file holds one", Place(mark))
            }
            return problem.contains("alias") ? aliasFault(Place(mark)) : invalid(problem, Place(mark))
        case .duplicatedKeysInMapping(let keys, let context):
            let key = keys.first ?? ""
            let first = Place(context.mark)
            return fault(.duplicateKey, YAMLMapping.repeated(key), repetition(of: key, first) ?? first)
        case .reader(let problem, let offset, _, _):
            guard let offset else { return invalid(problem, nil) }
            let lines = Self.lines(of: String(yaml.prefix(offset)))
            return invalid(problem, Place(line: max(1, lines.count), column: (lines.last?.count ?? 0) + 1))
        case .memory: return fault(.tooLarge, "The file is nested too deeply.")
        default: return invalid("it cannot be read", nil)
        }
    }

    // MARK: Lines

    /// The lines of a text as libyaml counts them.
    static func lines(of text: String) -> [Substring.UnicodeScalarView] {
        text.replacing("\r\n", with: "\n").unicodeScalars.split(omittingEmptySubsequences: false) {
            "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
        }
    }

    /// Where a key of a mapping stands for the second time; nil where its keys have no lines of their own.
    private func repetition(of key: String, _ first: Place) -> Place? {
        for (index, scalars) in Self.lines(of: yaml).enumerated().dropFirst(first.line) {
            let indent = scalars.prefix { $0 == " " }.count
            let text = Substring(scalars.dropFirst(indent))
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            guard indent + 1 >= first.column else { return nil }
            guard indent + 1 == first.column else { continue }
            let isSame = [key, "\"\(key)\"", "'\(key)'"].contains { spelling in
                text.hasPrefix(spelling) && text.dropFirst(spelling.count).first { $0 != " " } == ":"
            }
            if isSame { return Place(line: index + 1, column: first.column) }
        }
        return nil
    }

    /// The error with its place as an editor counts it.
    ///
    /// libyaml also ends a line at U+0085, U+2028 and U+2029, where editors go on in the same line. A place behind the
    /// text becomes the end of the file.
    func asInEditor(_ error: SourceError) -> SourceError {
        guard let line = error.line else { return error }
        let column = error.column ?? 1
        var read = (line: 1, column: 1)
        var shown = read
        var last: Unicode.Scalar?
        for scalar in yaml.unicodeScalars {
            if read >= (line, column) { break }
            switch scalar {
            case "\n" where last == "\r": break
            case "\n", "\r":
                read = (read.line + 1, 1)
                shown = (shown.line + 1, 1)
            case "\u{85}", "\u{2028}", "\u{2029}":
                read = (read.line + 1, 1)
                shown.column += 1
            default:
                read.column += 1
                shown.column += 1
            }
            last = scalar
        }
        var result = error
        (result.line, result.column) = (shown.line, shown.column)
        return result
    }
}
