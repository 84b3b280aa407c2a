internal import LarderModel

/// What is probably wrong where the YAML parser gives up, in words for the file's author.
enum YAMLAdvice {
    /// What is wrong and the way out; nil: nothing usual.
    ///
    /// - Parameter line: Where the parser gave up, from 1.
    /// - Returns: A sentence without its full stop, and the line that is to blame, from 1.
    static func advice(on problem: String, line: Int, in yaml: String) -> (sentence: String, line: Int)? {
        guard line >= 1 else { return nil }
        let lines = YAMLDocument.lines(of: yaml)
        let last = min(line, lines.count)
        let isOfTabs = problem.contains("tab character") || problem.contains("cannot start any token")
        if isOfTabs, last == line, lines[line - 1].prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return ("a tab is used for indentation; replace it by two spaces", line)
        }
        if problem.contains("cannot start any token") {
            return ("a value that begins with @, % or ` has to be quoted, as in \"@name\"", last)
        }
        if problem.contains("did not find expected ',' or ") { return advice(onFlow: lines, last) }
        if problem.contains("expected alphabetic or numeric character") {
            return ("a value that begins with * or & has to be quoted, as in \"**\"", last)
        }
        if problem.contains("unexpected end of stream"), let open = lines[..<last].lastIndex(where: hasOpenQuote) {
            return ("a quote is opened here and not closed", open + 1)
        }
        let isMisplaced = problem.contains("mapping values are not allowed")
        guard isMisplaced || problem.contains("could not find expected ':'") else { return nil }
        // The line that the parser refused, or one of the two before it.
        let numbers = (max(1, last - 2)...last).reversed()
        for (missing, key) in [
            ("a space behind the colon of", keyWithoutSpace), ("a colon and a space behind", keyWithoutColon),
        ] {
            for number in numbers {
                guard let name = key(lines[number - 1]) else { continue }
                return ("there has to be \(missing) \"\(name.shortened(to: 40))\"", number)
            }
        }
        guard isMisplaced else { return nil }
        let advice = "this line is indented otherwise than the keys beside it, or its value holds a colon"
        return (advice + " and has to be quoted", last)
    }

    /// What is wrong with a list or mapping in brackets that the parser gave up on in line `last`.
    private static func advice(onFlow lines: [Substring.UnicodeScalarView], _ last: Int) -> (String, Int) {
        if let open = lastOpenBracket(in: lines) {
            return ("a \(open.bracket) is opened here and not closed", open.line)
        }
        if lines[last - 1].contains(where: { ("\u{201C}"..."\u{201F}").contains($0) }) {
            return ("a value stands in curly quotation marks; write straight ones, as in \"/items/{id}\"", last)
        }
        let advice = "a value between brackets that holds a bracket, a comma or a quotation mark has to be quoted"
        return (advice + ", as in \"/items/{id}\"", last)
    }

    private static func hasOpenQuote(_ line: Substring.UnicodeScalarView) -> Bool {
        let value = String(String.UnicodeScalarView(line.drop { $0 != ":" }.dropFirst())).trimmedASCII
        guard let quote = value.first, quote == "\"" || quote == "'" else { return false }
        return value.count { $0 == quote } == 1
    }

    /// The key of a line such as `base:https://a.example`.
    private static func keyWithoutSpace(_ line: Substring.UnicodeScalarView) -> String? {
        let text = String(String.UnicodeScalarView(line)).trimmedASCII
        guard !text.contains(": "), !text.hasSuffix(":"), let colon = text.firstIndex(of: ":") else { return nil }
        let name = text[..<colon]
        let isName = !name.isEmpty && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
        return isName ? String(name) : nil
    }

    /// The key of a line such as `kind json`.
    private static func keyWithoutColon(_ line: Substring.UnicodeScalarView) -> String? {
        let text = String(String.UnicodeScalarView(line)).trimmedASCII
        guard !text.contains(":"), let space = text.firstIndex(of: " ") else { return nil }
        return SourceDefinition.keyNames.first { $0 == text[..<space] }
    }

    /// The last bracket of a list or mapping that is never closed; nil: all are.
    private static func lastOpenBracket(in lines: [Substring.UnicodeScalarView]) -> (bracket: Character, line: Int)? {
        var open: [(bracket: Character, line: Int)] = []
        var quote: Unicode.Scalar?
        for (index, line) in lines.enumerated() {
            // The scalar before in the line that is no space.
            var last: Unicode.Scalar?
            var isSpaced = true
            scan: for scalar in line {
                if let end = quote {
                    if scalar == end { quote = nil }
                } else {
                    let beginsValue = last.map { ":-,[{".unicodeScalars.contains($0) } ?? true
                    switch scalar {
                    case "#" where isSpaced: break scan
                    case "\"", "'": if beginsValue { quote = scalar }
                    case "[", "{": if beginsValue || !open.isEmpty { open.append((Character(scalar), index + 1)) }
                    case "]", "}": _ = open.popLast()
                    default: break
                    }
                }
                isSpaced = scalar == " " || scalar == "\t"
                if !isSpaced { last = scalar }
            }
        }
        return open.last
    }
}
