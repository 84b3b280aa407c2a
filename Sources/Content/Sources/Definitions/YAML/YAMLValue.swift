internal import LarderModel
import Yams

/// A node with its place and its path of keys, for errors that name both.
struct YAMLValue {
    let node: Node
    /// The keys that lead here, such as `retry.base`; empty for the whole file.
    let path: String
    let reading: FileReading

    /// The file's key that this is within; empty: this is the whole file or one of its keys.
    var top: String { String(path.prefix { $0 != "." && $0 != "[" }) }

    /// Where it begins; nil: it is an example that stands in for what the file lacks.
    var place: FileReading.Place? { node.mark.map(FileReading.Place.init) }

    var name: String { path.isEmpty ? "the file" : "\"\(path)\"" }

    var isMapping: Bool { node.mapping != nil }

    func error(_ code: SourceError.Code, _ message: String) -> SourceError {
        SourceError(code: code, message: message, file: reading.file, line: place?.line, column: place?.column)
    }

    func report(_ code: SourceError.Code, _ message: String, isIndependent: Bool = false) {
        reading.record(error(code, message), within: top, isIndependent: isIndependent)
    }

    func member(_ key: String, _ node: Node) -> YAMLValue {
        let path = path.isEmpty ? key : "\(path).\(key)"
        return YAMLValue(node: node, path: path.shortened(to: 80), reading: reading)
    }

    func entry(_ index: Int, _ node: Node) -> YAMLValue {
        YAMLValue(node: node, path: "\(path)[\(index)]", reading: reading)
    }

    /// The value in a few words.
    fileprivate var found: String {
        switch node {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .alias: "an alias"
        case .scalar(let scalar):
            if scalar.isNull { "nothing" } else { "\"\(scalar.string.shortened(to: 60))\"" }
        }
    }

    func wrongType(_ wanted: String) -> SourceError {
        let advice = unquoted.map { "; quote it: \"{\($0)}\"." } ?? "."
        return error(.wrongType, "\(name) must be \(wanted), but \(found) stands there\(advice)")
    }

    var noMapping: SourceError {
        guard !path.isEmpty else {
            let advice = node.sequence == nil ? "" : "; leave the hyphens or brackets out"
            let message =
                "A source definition is made of `key: value` lines, such as `name: sample`, "
                + "but \(found) stands there\(advice)."
            return error(.wrongType, message)
        }
        let key = path.split(separator: ".").last.map(String.init) ?? "key"
        return error(
            .wrongType,
            "\(name) must be a mapping, but \(found) stands there; write `\(key): "
                + "\(SourceDefinition.example(of: key))`, "
                + "or each key on a line of its own, indented and without a hyphen."
        )
    }

    /// The word of a placeholder such as `{query}`, which is a mapping where it is not quoted; nil: it is none.
    private var unquoted: String? {
        guard let mapping = node.mapping, mapping.count == 1, let pair = mapping.first,
            let key = pair.key.scalar, let value = pair.value.scalar, value.isNull
        else { return nil }
        // Without brackets a mapping begins where its first key does.
        guard let open = node.mark, let first = key.mark, (open.line, open.column) != (first.line, first.column) else {
            return nil
        }
        return key.string.shortened(to: 60)
    }

    /// The text of a scalar, however it is quoted.
    func text(_ wanted: String = "a word") throws(SourceError) -> String {
        guard let scalar = node.scalar, !scalar.isNull else { throw wrongType(wanted) }
        return scalar.string
    }

    /// A one-line text of 1 to `max` UTF-8 bytes without control characters.
    func word(max: Int = 200) throws(SourceError) -> String {
        let text = try text().trimmedASCII
        guard !text.isEmpty else { throw error(.outOfRange, "\(name) is empty.") }
        guard text.utf8.count <= max else {
            throw error(.outOfRange, "\(name) has \(text.utf8.count) bytes; at most \(max) are allowed.")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            throw error(.outOfRange, "\(name) holds a line end or another control character; write it on one line.")
        }
        return text
    }

    /// - Parameter fault: What is wrong with a value as an entry; nil: nothing.
    func list(
        _ count: ClosedRange<Int> = 0...1_000,
        of what: String = "entries",
        fault: (YAMLValue) -> String? = { _ in nil }
    ) throws(SourceError) -> [YAMLValue] {
        guard let items = node.sequence else {
            let example = path.split(separator: ".").last ?? "key"
            let text = (node.scalar?.string.shortened(to: 30)).flatMap { $0.isEmpty ? nil : $0 }
            let way = gluedEntry.map { "write a space behind each hyphen, as in `- \($0)`." }
            // A value that is no entry either is not proposed as one.
            let fault = text == nil || way != nil ? nil : fault(self)
            let scalar = fault == nil ? text?.flowWord ?? "..." : "..."
            throw error(
                .wrongType,
                "\(name) must be a list, but \(found) stands there; "
                    + (way ?? "write `\(example): [\(scalar)]`." + (fault.map { " \($0)" } ?? ""))
            )
        }
        guard count.contains(items.count) else {
            let allowed =
                count.lowerBound == 0
                ? "at most \(count.upperBound)" : "\(count.lowerBound) to \(count.upperBound)"
            throw error(.outOfRange, "\(name) has \(items.count) \(what); \(allowed) are allowed.")
        }
        return items.enumerated().map { entry($0, $1) }
    }

    /// Reads each entry of a list; an entry with a fault is recorded and left out.
    ///
    /// - Throws: The last entry's fault where none is left.
    func items<Item: Equatable>(
        _ count: ClosedRange<Int> = 0...1_000,
        of what: String = "entries",
        _ read: (YAMLValue) throws(SourceError) -> Item?
    ) throws(SourceError) -> [Item] {
        let entries = try list(count, of: what) { entry in
            do throws(SourceError) { _ = try read(entry) } catch { return error.message }
            return nil
        }
        var items: [Item] = []
        var faults = 0
        for entry in entries {
            do throws(SourceError) {
                if let item = try read(entry) { items.append(item) }
            } catch {
                faults += 1
                if faults == entries.count { throw error }
                reading.record(error, within: top)
            }
        }
        return items
    }

    /// The first entry of what was meant as a list, whose hyphens have no space behind them; nil: it is none.
    private var gluedEntry: String? {
        guard let scalar = node.scalar, scalar.style == .plain, scalar.string.hasPrefix("-") else { return nil }
        let entry = scalar.string.dropFirst().prefix { $0 != " " }
        return entry.isEmpty || entry.hasPrefix("-") ? nil : String(entry).shortened(to: 30)
    }

    func words(maxCount: Int = 1_000) throws(SourceError) -> [String] {
        try items(0...maxCount) { item throws(SourceError) in try item.word() }.unique()
    }

    func integer(_ range: ClosedRange<Int>) throws(SourceError) -> Int {
        let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let scalar = node.scalar else { throw wrongType(wanted) }
        guard scalar.style == .plain else { throw wrongType("\(wanted) (without quotes)") }
        let digits = scalar.string.filter { $0 != "_" }
        let body = digits.hasPrefix("-") || digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
        guard !body.isEmpty, body.utf8.allSatisfy(\.isASCIIDigit) else { throw wrongType(wanted) }
        guard let value = Int(digits), range.contains(value) else {
            throw error(.outOfRange, "\(name) must be \(wanted), but \(found) stands there.")
        }
        return value
    }

    func boolean() throws(SourceError) -> Bool {
        let word = node.scalar?.string.lowercased() ?? ""
        let isPlain = node.scalar?.style == .plain
        if isPlain, ["true", "yes", "on"].contains(word) { return true }
        if isPlain, ["false", "no", "off"].contains(word) { return false }
        let fault = wrongType(node.scalar == nil || isPlain ? "true or false" : "true or false (without quotes)")
        guard let meant = NearestWord.find(word, in: ["true", "false"], within: 2) else { throw fault }
        reading.record(fault, within: top)
        return meant == "true"
    }

    func choice<Word: RawRepresentable & CaseIterable>(of type: Word.Type) throws(SourceError) -> Word
    where Word.RawValue == String {
        let word = try word()
        if let choice = Word(rawValue: word) { return choice }
        let words = Word.allCases.map(\.rawValue)
        let nearest = NearestWord.find(word, in: words).map { "; did you mean \"\($0)\"?" } ?? "."
        throw error(
            .outOfRange,
            "Unknown value \"\(word.shortened(to: 60))\" of \(name)\(nearest) Allowed: "
                + "\(words.joined(separator: ", "))."
        )
    }

    /// An address, which may be relative to the file's base.
    func address(_ text: String? = nil) throws(SourceError) -> WebAddress {
        let text = if let text { text } else { try word(max: 2_048) }
        guard let address = WebAddress(text, relativeTo: reading.base) else {
            let shown = text.withoutUser.shortened(to: 80)
            throw error(.outOfRange, "\"\(shown)\" is no http or https URL, nor one that is relative to the base.")
        }
        return address
    }

    func duration(_ range: ClosedRange<Duration>) throws(SourceError) -> Duration {
        func allowed(_ forms: [String]) -> [String] {
            forms.filter { DurationText.parse($0).map(range.contains) ?? false }
        }
        let examples = allowed(["250ms", "2s", "15m", "1h", "7d"]).prefix(3)
        let wanted = "a duration such as \(examples.joined(separator: ", "))"
        guard let scalar = node.scalar, !scalar.isNull else { throw wrongType(wanted) }
        guard let value = DurationText.parse(scalar.string) else {
            let forms = allowed(DurationText.forms(of: scalar.string)).prefix(2)
            let advice = forms.isEmpty ? "" : "; write \(forms.map { "`\($0)`" }.joined(separator: " or "))"
            let isNumber = Double(scalar.string) != nil && !forms.isEmpty
            throw error(
                .wrongType,
                "\(name) must be \(wanted), but \(found) stands there\(isNumber ? "; add a unit" : "")\(advice)."
            )
        }
        guard range.contains(value) else {
            let message =
                "\(name) must be from \(DurationText.text(range.lowerBound)) to "
                + "\(DurationText.text(range.upperBound)), but \(found) stands there."
            throw error(.outOfRange, message)
        }
        return value
    }
}

extension String {
    /// The address with asterisks for user name and password.
    package var withoutUser: String {
        let start = firstRange(of: "://")?.upperBound ?? startIndex
        let end = self[start...].firstIndex { "/?#".contains($0) } ?? endIndex
        guard let at = self[start..<end].lastIndex(of: "@") else { return self }
        return "\(self[..<start])***\(self[at...])"
    }
}

extension String {
    /// The text as an entry of a list in brackets, quoted where YAML would read it as something else.
    fileprivate var flowWord: String {
        let isPlain = utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || "/._- ".utf8.contains($0) }
        return isPlain && first != "-" ? self : SourceDefinition.quoted(self)
    }
}

extension Array where Element: Hashable {
    /// The elements, each once, in their order.
    package func unique() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
