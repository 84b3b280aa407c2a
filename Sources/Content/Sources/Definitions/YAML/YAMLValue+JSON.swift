internal import LarderModel
import Yams

extension YAMLValue {
    var isList: Bool { node.sequence != nil }

    /// A word, or a list of them.
    func oneOrMore() throws(SourceError) -> [String] { try isList ? words(maxCount: 100) : [word()] }

    private static let maxMembers = 200
    static let maxPlaces = 20

    /// The keys and values of a mapping, each with its place.
    func members() throws(SourceError) -> [(key: YAMLValue, value: YAMLValue)] {
        guard let mapping = node.mapping else { throw wrongType("a mapping, as in `{key: value}`") }
        guard mapping.count <= Self.maxMembers else {
            throw error(.outOfRange, "\(name) has \(mapping.count) keys; at most \(Self.maxMembers) are allowed.")
        }
        var seen: Set<String> = []
        return try YAMLMapping(self).pairs.compactMap { pair in
            if seen.insert(pair.key).inserted { return (pair.place, pair.value) }
            pair.place.report(.duplicateKey, YAMLMapping.repeated(pair.key))
            return nil
        }
    }

    func pairs() throws(SourceError) -> [(name: String, value: String)] {
        try members().map { member throws(SourceError) in (try member.key.word(), try member.value.text()) }
    }

    /// A path behind the base.
    func requestPath() throws(SourceError) -> String {
        guard let path = node.scalar?.string, path.utf8.count <= 2_048 else { throw wrongType("a path such as /items") }
        guard path.isEmpty || path.hasPrefix("/") || path.hasPrefix("?"),
            WebAddress("http://host.example" + path.replacing("{", with: "").replacing("}", with: "")) != nil
        else {
            let message =
                "\(name) must be a path below the base that begins with a slash, such as /items, "
                + "but \"\(path.shortened(to: 60))\" stands there."
            throw error(.outOfRange, message)
        }
        return path
    }

    /// `header NAME`, or a pointer, or a list of pointers.
    func listPlace() throws(SourceError) -> SourceMapping.Place {
        if let text = node.scalar?.string, text.hasPrefix("header ") {
            let name = String(text.dropFirst("header ".count)).trimmedASCII
            guard name.isHeaderName else {
                throw error(.outOfRange, "\(self.name) must name a header field, as in `header X-Total-Count`.")
            }
            return .header(name)
        }
        return .pointers(try pointers())
    }

    /// Whether it is a word that no place begins with.
    var isName: Bool {
        guard let text = node.scalar?.string else { return false }
        return text.first?.isLetter == true && !text.hasPrefix("header ")
    }

    func pointer() throws(SourceError) -> JSONPointer {
        guard let scalar = node.scalar, !scalar.isNull else { throw wrongType("a JSON Pointer such as /data/items") }
        guard let pointer = JSONPointer(scalar.string) else { throw noPointer(scalar.string) }
        return pointer
    }

    func pointers() throws(SourceError) -> [JSONPointer] {
        guard isList else { return [try pointer()] }
        return try items(0...Self.maxPlaces, of: "places") { item throws(SourceError) in try item.pointer() }
    }

    private func noPointer(_ text: String) -> SourceError {
        error(
            .outOfRange,
            "\(name) must be a JSON Pointer, which begins with a slash, such as /data/items or /items/*/name, "
                + "but \"\(text.shortened(to: 60))\" stands there."
        )
    }

    /// A pointer, or as many as the numbers of its `{1..20}`.
    func numberedPointers() throws(SourceError) -> [JSONPointer] {
        guard let text = node.scalar?.string, let open = text.firstIndex(of: "{") else { return [try pointer()] }
        let rest = text[text.index(after: open)...]
        guard let close = rest.firstIndex(of: "}"), let dots = rest[..<close].firstRange(of: ".."),
            let first = Int(rest[..<dots.lowerBound]), let last = Int(rest[dots.upperBound..<close]), first >= 0,
            first <= last, last - first < 200
        else {
            let message =
                "\(name) must hold its numbers as {1..20}, at most 200 of them, but "
                + "\"\(text.shortened(to: 60))\" stands there."
            throw error(.outOfRange, message)
        }
        return try (first...last).map { number throws(SourceError) in
            guard let pointer = JSONPointer(text[..<open] + "\(number)" + rest[rest.index(after: close)...]) else {
                throw noPointer(text)
            }
            return pointer
        }
    }

    /// The value as JSON: numbers, `true`, `false` and `null` where they are not quoted, else texts.
    var json: JSONValue {
        switch node {
        case .scalar(let scalar):
            guard scalar.style == .plain, !scalar.isNull else { return scalar.isNull ? .null : .string(scalar.string) }
            switch scalar.string {
            case "true", "True", "TRUE": return .boolean(true)
            case "false", "False", "FALSE": return .boolean(false)
            default: break
            }
            // What JSON writes otherwise, such as 0x1F or 007, stays a text.
            if case .number(let number)? = try? JSONParser.parse(Array(scalar.string.utf8)) { return .number(number) }
            return .string(scalar.string)
        case .sequence(let items):
            return .array(items.map { entry(0, $0).json })
        case .mapping(let pairs):
            return .object(
                pairs.map { JSONMember(name: $0.key.scalar?.string ?? "", value: member("", $0.value).json) }
            )
        case .alias: return .null
        }
    }

    /// The value in YAML's flow style, which is read as this one is.
    ///
    /// - Throws: ``SourceError`` for a key that is no word or stands twice, at any depth.
    func flowText() throws(SourceError) -> String {
        switch node {
        case .scalar(let scalar):
            if scalar.isNull { return "null" }
            return scalar.isPlainWord ? scalar.string : SourceDefinition.quoted(scalar.string)
        case .sequence:
            return "[" + (try list().map { item throws(SourceError) in try item.flowText() }).joined(separator: ", ")
                + "]"
        case .mapping:
            let texts = try members().map { member throws(SourceError) in
                "\(SourceDefinition.quoted(member.key.node.scalar?.string ?? "")): \(try member.value.flowText())"
            }
            return "{" + texts.joined(separator: ", ") + "}"
        case .alias: return "null"
        }
    }
}

extension Node.Scalar {
    var isNull: Bool { style == .plain && ["", "~", "null", "Null", "NULL"].contains(string) }

    /// Whether it may stand without quotes anywhere: it may be a number or a word such as `true`.
    fileprivate var isPlainWord: Bool {
        let bytes = Array(string.utf8)
        guard style == .plain, let first = bytes.first else { return false }
        let isStart =
            first.isASCIILetter || first.isASCIIDigit
            || bytes.count > 1 && bytes[1].isASCIIDigit && "+-".utf8.contains(first)
        return isStart && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-_.".utf8.contains($0) }
    }
}

extension String {
    /// Whether it can name a header field: letters, digits, hyphens and underscores, at most 100.
    var isHeaderName: Bool {
        (1...100).contains(utf8.count)
            && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }
    }
}
