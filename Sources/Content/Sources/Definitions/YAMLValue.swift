internal import LarderModel
import Yams

/// A node of a definition with its place and its path of keys, for errors that name both.
struct YAMLValue {
    let node: Node
    /// The keys that lead here, such as `retry.base`; empty for the whole file.
    let path: String
    let file: String

    var name: String { path.isEmpty ? "the file" : "\"\(path)\"" }

    var isMapping: Bool { node.mapping != nil }

    func error(_ code: SourceError.Code, _ message: String, mend: SourceError.Mend? = nil) -> SourceError {
        SourceError(
            code: code,
            message: message,
            file: file,
            line: node.mark?.line,
            column: node.mark?.column,
            mend: mend
        )
    }

    /// What stands there, in a few words.
    fileprivate var found: String {
        switch node {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .alias: "an alias"
        case .scalar(let scalar):
            if isEmptyScalar(scalar) { "nothing" } else { "\"\(scalar.string.shortened(to: 60))\"" }
        }
    }

    func wrongType(_ wanted: String, mend: SourceError.Mend? = nil) -> SourceError {
        let advice = unquoted.map { "; quote it: \"{\($0)}\"." } ?? "."
        return error(.wrongType, "\(name) must be \(wanted), but \(found) stands there\(advice)", mend: mend)
    }

    /// The word of a placeholder such as `{query}`, which is a mapping where it is not quoted; nil: it is none.
    private var unquoted: String? {
        guard let mapping = node.mapping, mapping.count == 1, let pair = mapping.first,
            let key = pair.key.scalar, let value = pair.value.scalar, isEmptyScalar(value)
        else { return nil }
        // Without brackets a mapping begins where its first key does.
        guard let open = node.mark, let first = key.mark, (open.line, open.column) != (first.line, first.column) else {
            return nil
        }
        return key.string.shortened(to: 60)
    }

    private func isEmptyScalar(_ scalar: Node.Scalar) -> Bool {
        scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    /// The text of a scalar, however it is quoted.
    func text(_ wanted: String = "a word") throws(SourceError) -> String {
        guard let scalar = node.scalar, !isEmptyScalar(scalar) else { throw wrongType(wanted) }
        return scalar.string
    }

    /// The text of a scalar that is one of a few lines, 1 to `max` UTF-8 bytes without control characters.
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

    func list() throws(SourceError) -> [YAMLValue] {
        guard let items = node.sequence else {
            let example = path.split(separator: ".").last ?? "key"
            let scalar = (node.scalar?.string.shortened(to: 30)).flatMap { $0.isEmpty ? nil : $0 } ?? "..."
            let way = gluedEntry.map { "write a space behind each hyphen, as in `- \($0)`" }
            throw error(
                .wrongType,
                "\(name) must be a list, but \(found) stands there; \(way ?? "write `\(example): [\(scalar)]`")."
            )
        }
        return items.enumerated().filter { !$1.isLeftOut }
            .map { YAMLValue(node: $1, path: "\(path)[\($0)]", file: file) }
    }

    /// The first entry of what was meant as a list, whose hyphens have no space behind them; nil: it is none.
    private var gluedEntry: String? {
        guard let scalar = node.scalar, scalar.style == .plain, scalar.string.hasPrefix("-") else { return nil }
        let entry = scalar.string.dropFirst().prefix { $0 != " " }
        return entry.isEmpty || entry.hasPrefix("-") ? nil : String(entry).shortened(to: 30)
    }

    /// A list of words, each once, in their order.
    func words(maxCount: Int = 1_000) throws(SourceError) -> [String] {
        let items = try list()
        guard items.count <= maxCount else {
            throw error(.outOfRange, "\(name) has \(items.count) entries; at most \(maxCount) are allowed.")
        }
        var words: [String] = []
        var seen: Set<String> = []
        for item in items {
            let word = try item.word()
            if seen.insert(word).inserted { words.append(word) }
        }
        return words
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
        let meant = NearestWord.find(word, in: ["true", "false"], within: 2).map(SourceError.Mend.word)
        guard node.scalar?.style == .plain else { throw wrongType("true or false (without quotes)", mend: meant) }
        switch word {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw wrongType("true or false", mend: meant)
        }
    }

    func duration(_ range: ClosedRange<Duration>) throws(SourceError) -> Duration {
        func allowed(_ forms: [String]) -> [String] {
            forms.filter { DurationText.parse($0).map(range.contains) ?? false }
        }
        let examples = allowed(["250ms", "2s", "15m", "1h", "7d"]).prefix(3)
        let wanted = "a duration such as \(examples.joined(separator: ", "))"
        guard let scalar = node.scalar, !isEmptyScalar(scalar) else { throw wrongType(wanted) }
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
            throw error(
                .outOfRange,
                "\(name) must be from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound)), "
                    + "but \(found) stands there."
            )
        }
        return value
    }
}

/// A mapping whose keys are taken one by one; the ones nobody knows are errors.
struct YAMLMapping {
    let value: YAMLValue
    let pairs: [(key: String, keyValue: YAMLValue, value: YAMLValue)]

    init(_ value: YAMLValue) throws(SourceError) {
        guard let mapping = value.node.mapping else {
            throw value.error(
                .wrongType,
                value.path.isEmpty
                    ? "A source definition is made of `key: value` lines, such as `name: sample`, "
                        + "but \(value.found) stands there\(value.node.sequence == nil ? "" : "; leave the hyphens or brackets out")."
                    : "\(value.name) must be a mapping, but \(value.found) stands there; write "
                        + "`\(value.path.split(separator: ".").last ?? "key"): \(KeyPlaces.example(of: value.path))`, "
                        + "or each key on a line of its own, indented and without a hyphen."
            )
        }
        self.value = value
        var pairs: [(key: String, keyValue: YAMLValue, value: YAMLValue)] = []
        for (keyNode, node) in mapping {
            let place = YAMLValue(node: keyNode, path: value.path, file: value.file)
            guard let key = keyNode.scalar?.string else {
                throw place.error(.wrongType, "A key in \(value.name) must be a word.")
            }
            let path = value.path.isEmpty ? key : "\(value.path).\(key)"
            pairs.append((key, place, YAMLValue(node: node, path: path.shortened(to: 80), file: value.file)))
        }
        self.pairs = pairs
    }

    /// Refuses every key that is not one of `allowed`, naming the nearest and all of them.
    ///
    /// - Parameter shown: The keys that a message names; nil: all.
    func requireKeys(_ allowed: [String], shown: [String]? = nil) throws(SourceError) {
        var seen: Set<String> = []
        for pair in pairs {
            guard allowed.contains(pair.key) else {
                throw unknown(pair.key, pair.keyValue, shown ?? allowed, of: allowed)
            }
            // The composer tells keys apart by their tags as well, so `name` and `!x name` reach this point together.
            guard seen.insert(pair.key).inserted else {
                throw pair.keyValue.error(.duplicateKey, "The key \"\(pair.key)\" stands twice; keep one of them.")
            }
        }
    }

    /// - Parameter all: Also those that other kinds of sources have.
    private func unknown(_ key: String, _ place: YAMLValue, _ allowed: [String], of all: [String]) -> SourceError {
        let isTop = value.path.isEmpty
        let within = isTop ? "" : " in \(value.name)"
        let home = isTop ? KeyPlaces.home(of: key, among: allowed) : nil
        let inner = home.map { "it belongs into \"\($0)\": write `\($0): {\(key): ...}`" }
        let usual = isTop ? KeyPlaces.usual(for: key).flatMap { isFree($0, allowed) ? $0 : nil } : nil
        // One that is written otherwise, and that the source's kind has no use for.
        let unfit = NearestWord.find(key, in: all, within: 0).flatMap { allowed.contains($0) ? nil : $0 }
        // A key that stands elsewhere may be one of this place with a letter too many or too few.
        let nearest = usual ?? NearestWord.find(key, in: allowed, within: home == nil ? nil : 1)
        let meant = nearest.flatMap { isMeant($0, by: key, isUsual: usual != nil) ? SourceError.Mend.word($0) : nil }
        // Where it may be either, nobody can tell which.
        let isEither = usual == nil && nearest != nil && home != nil
        let advice =
            switch (unfit, nearest, inner) {
            case (let unfit?, _, _): "; \"\(unfit)\" does not apply to this kind of source, remove it."
            case (nil, let nearest?, let inner?): "; did you mean \"\(nearest)\"? Else \(inner)."
            case (nil, let nearest?, nil): "; did you mean \"\(nearest)\"?"
            case (nil, nil, let inner?): "; \(inner)."
            case (nil, nil, nil): "."
            }
        return place.error(
            .unknownKey,
            "Unknown key \"\(key.shortened(to: 60))\"\(within)\(advice) "
                + "Allowed keys: \(NearestWord.sorted(allowed, by: key).joined(separator: ", ")).",
            mend: isEither || unfit != nil ? nil : meant ?? home.map(SourceError.Mend.inside)
        )
    }

    private func isFree(_ key: String, _ allowed: [String]) -> Bool { allowed.contains(key) && self[key] == nil }

    /// Whether the nearest key is near enough to read on as if it stood there.
    private func isMeant(_ nearest: String, by key: String, isUsual: Bool) -> Bool {
        let isNeeded = value.path.isEmpty && SourceDefinition.required.contains(nearest) && self[nearest] == nil
        let slip = NearestWord.lettersOfASlip(in: key)
        return isUsual || isNeeded || NearestWord.find(key, in: [nearest], within: slip) != nil
    }

    subscript(key: String) -> YAMLValue? {
        pairs.first { $0.key == key }?.value
    }

    /// The key's own place, for errors about the key rather than its value.
    func keyPlace(_ key: String) -> YAMLValue? {
        pairs.first { $0.key == key }?.keyValue
    }

    func required(_ key: String, _ example: String) throws(SourceError) -> YAMLValue {
        guard let found = self[key] else {
            throw value.error(
                .missingKey,
                "The key \"\(key)\" is missing; add a line such as `\(key): \(example)`.",
                mend: .member(key, example)
            )
        }
        return found
    }
}
