internal import LarderModel

extension SourceDefinition {
    /// - Parameter yaml: At most ``RecordBound/definitionBytes``.
    /// - Throws: ``SourceError`` with the place of all that is wrong.
    package static func parse(yaml: String, file: String) throws(SourceError) -> SourceDefinition {
        // Editors on Windows begin a file with a byte order mark.
        let yaml = yaml.unicodeScalars.first == "\u{FEFF}" ? String(yaml.unicodeScalars.dropFirst()) : yaml
        let document = YAMLDocument(yaml: yaml, file: file)
        try document.refuseExpensive()
        do throws(SourceError) {
            let reading = FileReading(file: file)
            let definition = read(try document.root(reading))
            if let error = reading.error { throw error }
            return definition
        } catch {
            var shown = document.asInEditor(error)
            shown.further = error.further.map(document.asInEditor)
            throw shown
        }
    }

    /// Reads a file's root mapping; what is wrong is recorded in its ``FileReading``.
    private static func read(_ root: YAMLMapping) -> SourceDefinition {
        let reading = root.value.reading
        let name = readName(root)
        readKind(root)
        readBase(root)
        var definition = SourceDefinition(name: name, kind: reading.kind, base: reading.base)
        if definition.kind == .json { definition.mapping = SourceMapping() }
        definition.refuseKeysOfOtherKinds(root)
        root.read(keys, into: &definition)
        definition.checkTogether(root)
        definition.warnings = reading.warnings
        return definition
    }

    // MARK: What a file must have

    static let standInBase = WebAddress(scheme: "https", host: "a.example", port: 443, path: "/", query: nil)

    private static func readName(_ root: YAMLMapping) -> String {
        var name = "a"
        readRequired("name", "my-recipes", of: root) { value throws(SourceError) in
            let word = try value.word()
            if let fault = fault(inName: word) { throw value.error(.outOfRange, fault) }
            name = word
        }
        return name
    }

    private static func readKind(_ root: YAMLMapping) {
        let reading = root.value.reading
        guard root["kind"] != nil else {
            _ = root.required("kind", SourceKind.food2fork.rawValue, more: " \(SourceKind.allowed)")
            return reading.guessKind(by: root.keys)
        }
        var kind: SourceKind?
        root.read("kind") { value throws(SourceError) in kind = try SourceKind(value) }
        guard let kind else { return reading.guessKind(by: root.keys) }
        reading.kind = kind
    }

    private static func readBase(_ root: YAMLMapping) {
        let reading = root.value.reading
        readRequired("base", reading.kind.usualBase ?? "https://api.example.org", of: root) {
            value throws(SourceError) in
            reading.base = try base(value, value.word(max: 2_048))
        }
    }

    private static func readRequired(
        _ key: String,
        _ example: String,
        of root: YAMLMapping,
        _ body: (YAMLValue) throws(SourceError) -> Void
    ) {
        guard root[key] == nil else { return root.read(key, body) }
        // The example of a message can be read.
        try? body(root.required(key, example))
    }

    private static func base(_ value: YAMLValue, _ text: String) throws(SourceError) -> WebAddress {
        let kind = value.reading.kind
        guard let address = WebAddress(text) else {
            let (advice, meant) = wrongAddress(text)
            guard let meant else { throw value.error(.outOfRange, advice) }
            value.report(.outOfRange, advice)
            return try base(value, meant)
        }
        let key = KeyNames.first(inQuery: address.query ?? "")?.shortened(to: 60)
        guard address.query == nil || kind == .feed && key == nil else {
            throw value.error(
                .outOfRange,
                kind == .feed
                    ? "The base must not hold a key; take \"\(key ?? "")\" out of it and write "
                        + "`key: {environment: NAME, query: \"\(key ?? "")\"}`."
                    : "The base must not hold a query (\"?...\"); an API key belongs into `key: {environment: NAME}`."
            )
        }
        // An API's base takes endpoints behind it; a website's base is used unchanged.
        guard !kind.isWebsite || kind == .wordpress || kind == .mediawiki else { return address }
        var path = address.path
        if kind == .mediawiki, let end = MediaWikiOptions.scripts.first(where: path.hasSuffix) {
            path.removeLast(end.count)
        }
        while path.hasSuffix("/") { path.removeLast() }
        return address.with(path: path.isEmpty ? "/" : path, query: nil)
    }

    /// Why a text is no base, and what was probably meant.
    private static func wrongAddress(_ text: String) -> (advice: String, meant: String?) {
        let shown = text.withoutUser.shortened(to: 80)
        if !text.contains("://"), let meant = WebAddress("https://" + text),
            meant.host.contains(where: { ".:".contains($0) }) || meant.host == "localhost"
        {
            let isLocal =
                meant.host == "localhost" || meant.host.utf8.allSatisfy { $0.isASCIIDigit || ".:".utf8.contains($0) }
            let scheme = isLocal ? "http" : "https"
            return ("\"\(shown)\" has no scheme; write `\(scheme)://\(shown)`.", "\(scheme)://\(text)")
        }
        let advice =
            "\"\(shown)\" is no http or https URL; write one such as `https://api.example.org`."
        guard text.withoutUser != text else { return (advice, nil) }
        return (
            "\"\(shown)\" holds a user name; leave that out. Credentials go into "
                + "`headers: {Authorization: {environment: NAME}}`.", nil
        )
    }

    // MARK: Names

    /// Why a text is no name of a source; nil: it is one.
    static func fault(inName name: String) -> String? {
        let isRight = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0.isASCIIDigit || $0 == 0x2D }
        guard !isRight || name.isEmpty || name.utf8.count > 40 || name.first == "-" || name.last == "-" else {
            return nil
        }
        return "The name \"\(name.shortened(to: 60))\" must be lower-case letters, digits and hyphens, at most 40, "
            + "beginning and ending with a letter or digit."
    }

    /// - Throws: ``SourceError`` with code `out-of-range`.
    package static func check(name: String) throws(SourceError) {
        if let fault = fault(inName: name) { throw SourceError(code: .outOfRange, message: fault) }
    }

    /// - Throws: ``SourceError`` with code `out-of-range` for a text that is no name.
    package func renamed(_ name: String) throws(SourceError) -> SourceDefinition {
        try Self.check(name: name)
        var definition = self
        definition.name = name
        return definition
    }

    // MARK: Writing

    /// The definition as YAML, which ``parse(yaml:file:)`` reads back to an equal value (warnings apart).
    ///
    /// A coordinator that changed a value (a limit from the command line) sends this text to its workers.
    package var yaml: String {
        Self.keys.filter { $0.kinds.contains(kind) }
            .compactMap { key in key.write(self).map { "\(key.name): \($0)\n" } }
            .joined()
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            default:
                if scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value) || scalar.value == 0xFEFF
                    || (0x2028...0x2029).contains(scalar.value)
                {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    static func yamlList(_ items: [String]) -> String { "[" + items.map(quoted).joined(separator: ", ") + "]" }
}
