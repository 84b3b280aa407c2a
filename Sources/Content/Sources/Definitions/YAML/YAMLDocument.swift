internal import LarderModel
import Yams

/// The root mapping of a YAML file, read with limits.
///
/// Yams composes the tree by recursion, resolves aliases silently and hashes keys, so what could make that expensive is
/// refused before: size, depth, and an anchor together with its alias.
enum YAMLDocument {
    /// Refuses what would be expensive to read.
    static func refuseExpensive(_ yaml: String, file: String) throws(SourceError) {
        guard yaml.utf8.count <= RecordBound.definitionBytes.limit else {
            throw SourceError(
                code: .tooLarge,
                message: "A source definition has at most \(RecordBound.definitionBytes.limit / 1024) KiB; "
                    + "this file has \(yaml.utf8.count) bytes.",
                file: file
            )
        }
        try refuseDepth(yaml, file: file)
        try refuseAliases(yaml, file: file)
    }

    /// The root of a text that ``refuseExpensive(_:file:)`` let pass; places in errors are libyaml's.
    static func root(yaml: String, reading: FileReading) throws(SourceError) -> YAMLMapping {
        let file = reading.file
        // Yams keeps a pointer into the string: it must be on the heap and in UTF-8, which short strings are not.
        var text = yaml
        text.makeContiguousUTF8()
        if text.utf8.count < 64 { text += String(repeating: "\n", count: 64) }
        let node: Node?
        let anchor: Place?
        do {
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            node = try parser.singleRoot()
            // A node refers to its anchor weakly: it lives as long as the parser.
            anchor = withExtendedLifetime(parser) { node.flatMap { firstAnchor(in: $0) } }
        } catch {
            throw sourceError(error, yaml: yaml, file: file)
        }
        if let anchor { throw aliasError(file: file, line: anchor.line, column: anchor.column) }
        guard let node else {
            throw SourceError(
                code: .missingKey,
                message: "The file is empty; it needs name, kind and base.",
                file: file
            )
        }
        return try YAMLMapping(YAMLValue(node: node, path: "", reading: reading), keys: SourceDefinition.keyNames)
    }

    private struct Place {
        let line: Int
        let column: Int

        init(line: Int, column: Int = 1) {
            self.line = line
            self.column = column
        }

        init(_ mark: Mark?) {
            self.init(line: mark?.line ?? 1, column: mark?.column ?? 1)
        }
    }

    private static func refuseDepth(_ yaml: String, file: String) throws(SourceError) {
        var depth = 0
        var line = 1
        for byte in yaml.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            default: break
            }
            guard depth <= RecordBound.definitionDepth.limit else {
                throw SourceError(
                    code: .tooLarge,
                    message: "The file is nested more than \(RecordBound.definitionDepth.limit) deep; "
                        + "a source definition needs a few levels. Take brackets out, or close them.",
                    file: file,
                    line: line
                )
            }
        }
    }

    /// Refuses a text that holds `&name` and `*name` for one and the same name.
    private static func refuseAliases(_ yaml: String, file: String) throws(SourceError) {
        let bytes = Array(yaml.utf8)
        func name(at start: Int) -> ArraySlice<UInt8> {
            bytes[start...].prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }
        }
        var anchors: Set<ArraySlice<UInt8>> = []
        var line = 1
        var lineStart = 0
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") {
                line += 1
                lineStart = index + 1
            } else if byte == UInt8(ascii: "&") {
                anchors.insert(name(at: index + 1))
            } else if byte == UInt8(ascii: "*"), !anchors.isEmpty {
                let alias = name(at: index + 1)
                if !alias.isEmpty, anchors.contains(alias) {
                    throw aliasError(file: file, line: line, column: index - lineStart + 1)
                }
            }
        }
    }

    private static func aliasError(file: String, line: Int, column: Int) -> SourceError {
        SourceError(
            code: .aliasRefused,
            message: "YAML anchors (&name) and aliases (*name) are not allowed in a source definition; "
                + "write the value out.",
            file: file,
            line: line,
            column: column
        )
    }

    /// The error with its place as an editor counts it.
    ///
    /// libyaml also ends a line at U+0085, U+2028 and U+2029, where editors go on in the same one; and a place in the
    /// line ends that were added becomes the end of the file.
    static func asInEditor(_ error: SourceError, _ yaml: String) -> SourceError {
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

    private static func firstAnchor(in node: Node) -> Place? {
        if node.anchor != nil { return Place(node.mark) }
        switch node {
        case .scalar: return nil
        case .alias(let alias): return Place(alias.mark)
        case .sequence(let items):
            for item in items {
                if let mark = firstAnchor(in: item) { return mark }
            }
            return nil
        case .mapping(let pairs):
            for pair in pairs {
                if let mark = firstAnchor(in: pair.key) ?? firstAnchor(in: pair.value) { return mark }
            }
            return nil
        }
    }

    /// The lines of a text as libyaml counts them.
    private static func lines(of text: some StringProtocol) -> [Substring.UnicodeScalarView] {
        String(text).replacing("\r\n", with: "\n").unicodeScalars.split(omittingEmptySubsequences: false) {
            "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
        }
    }

    /// Where a key of a mapping stands for the second time; nil where its keys have no lines of their own.
    ///
    /// - Parameter first: Where it stands for the first time, which is all that Yams tells.
    private static func repetition(of key: String, _ first: Place, in yaml: String) -> Place? {
        for (index, scalars) in lines(of: yaml).enumerated().dropFirst(first.line) {
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

    private static func sourceError(_ error: any Error, yaml: String, file: String) -> SourceError {
        func invalid(_ problem: String, _ place: Place?) -> SourceError {
            SourceError(
                code: .invalidYAML,
                message: "This is no valid YAML: \(problem).",
                file: file,
                line: place?.line,
                column: place?.column
            )
        }
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            if let (advice, line) = YAMLAdvice.advice(on: problem, line: mark.line, in: yaml) {
                return invalid(advice, Place(line: line))
            }
            return invalid((context.map { $0.text + ": " } ?? "") + problem, Place(mark))
        case .composer(_, let problem, let mark, _):
            if problem.contains("another document") {
                return invalid("a second document begins here, and a definition file holds one", Place(mark))
            }
            if problem.contains("alias") { return aliasError(file: file, line: mark.line, column: mark.column) }
            return invalid(problem, Place(mark))
        case .duplicatedKeysInMapping(let keys, let context):
            let key = keys.first ?? ""
            let first = Place(context.mark)
            let place = repetition(of: key, first, in: yaml) ?? first
            return SourceError(
                code: .duplicateKey,
                message: YAMLMapping.repeated(key),
                file: file,
                line: place.line,
                column: place.column
            )
        case .reader(let problem, let offset, _, _):
            let lines = Self.lines(of: yaml.prefix(offset ?? 0))
            let column = (lines.last?.count ?? 0) + 1
            return invalid(problem, offset.map { _ in Place(line: max(1, lines.count), column: column) })
        case .memory:
            return SourceError(code: .tooLarge, message: "The file is nested too deeply.", file: file)
        default:
            return invalid("it cannot be read", nil)
        }
    }
}
