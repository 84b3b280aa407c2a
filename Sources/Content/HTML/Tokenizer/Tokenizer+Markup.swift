extension Tokenizer {
    /// Reads what begins with `</`, `<!` or `<?` at `at`; `nil` for `</>` and for a CDATA section (in ``state``).
    mutating func readMarkup(_ following: UInt8, _ source: Span<UInt8>, at: Int) -> Token? {
        if following == 0x2F {
            let byte = source[at &+ 2]
            if ASCII.isLetter(byte) { return readTag(.endTag, source, nameAt: at &+ 2) }
            if byte == 0x3E {
                position = at &+ 3
                return nil
            }
            return readBogusComment(source, from: at &+ 2)
        }
        if following == 0x3F { return readBogusComment(source, from: at &+ 1) }
        let start = at &+ 2
        if hasPrefix("--", source, at: start) { return readComment(source, from: start &+ 2) }
        if hasPrefix("doctype", source, at: start) {
            readDoctype(source, from: start &+ 7)
            return Token(.doctype)
        }
        if allowsCDATA, start &+ 7 <= source.count, sourceBytes[start..<(start &+ 7)].elementsEqual("[CDATA[".utf8) {
            position = start &+ 7
            state = .cdata
            return nil
        }
        return readBogusComment(source, from: start)
    }

    /// Whether the ASCII letters of `word`, in small letters, stand at `at` in any case.
    private func hasPrefix(_ word: StaticString, _ source: Span<UInt8>, at: Int) -> Bool {
        let letters = word.description.utf8
        guard at &+ letters.count <= source.count else { return false }
        return letters.elementsEqual(sourceBytes[at..<(at &+ letters.count)].lazy.map(ASCII.lowercased))
    }

    private mutating func comment(_ range: Range<Int>, next: Int, _ source: Span<UInt8>) -> Token {
        position = next
        var run = CharacterRun(start: range.lowerBound)
        return Token(.comment, text: repairedRange(of: &run, at: range.upperBound, source))
    }

    private mutating func readBogusComment(_ source: Span<UInt8>, from start: Int) -> Token {
        let end = ByteScan.find(0x3E, in: source, from: start)
        return comment(start..<end, next: min(end &+ 1, source.count), source)
    }

    /// The comment states (13.2.5.43 to 13.2.5.52), from after `<!--`.
    private mutating func readComment(_ source: Span<UInt8>, from start: Int) -> Token {
        if start < source.count, source[start] == 0x3E { return comment(start..<start, next: start &+ 1, source) }
        if start &+ 1 < source.count, source[start] == 0x2D, source[start &+ 1] == 0x3E {
            return comment(start..<start, next: start &+ 2, source)
        }
        var at = start
        while true {
            at = ByteScan.find(0x3E, in: source, from: at)
            let length = closingLength(source, start..<at)
            if at >= source.count { return comment(start..<(at &- length), next: at, source) }
            if length >= 2 { return comment(start..<(at &- length), next: at &+ 1, source) }
            at &+= 1
        }
    }

    /// How many bytes at the end of a comment's text belong to its end: of `--!`, `--` or, at the end of file, `-`.
    private func closingLength(_ source: Span<UInt8>, _ text: Range<Int>) -> Int {
        let end = text.upperBound
        if text.count >= 3, source[end &- 1] == 0x21, source[end &- 2] == 0x2D, source[end &- 3] == 0x2D { return 3 }
        guard text.count >= 1, source[end &- 1] == 0x2D else { return 0 }
        return text.count >= 2 && source[end &- 2] == 0x2D ? 2 : 1
    }

    // MARK: Doctype

    /// The doctype states (13.2.5.53 to 13.2.5.68), from after `<!DOCTYPE`.
    private mutating func readDoctype(_ source: Span<UInt8>, from start: Int) {
        doctype = DoctypeToken()
        var at = ByteScan.skipWhiteSpace(source, from: start)
        let nameStart = at
        while at < source.count, source[at] != 0x3E, !ASCII.isWhiteSpace(source[at]) { at &+= 1 }
        if at > nameStart {
            doctype.name = repairedBytes(nameStart..<at).map(ASCII.lowercased)
        }
        at = ByteScan.skipWhiteSpace(source, from: at)
        if at == nameStart || at >= source.count {
            doctype.forcesQuirks = true
        } else if source[at] != 0x3E {
            readIdentifiers(source, at: &at)
        }
        let end = ByteScan.find(0x3E, in: source, from: at)
        position = min(end &+ 1, source.count)
    }

    private mutating func readIdentifiers(_ source: Span<UInt8>, at: inout Int) {
        let isPublic = hasPrefix("public", source, at: at)
        guard isPublic || hasPrefix("system", source, at: at) else {
            doctype.forcesQuirks = true
            return
        }
        at = ByteScan.skipWhiteSpace(source, from: at &+ 6)
        guard let identifier = readQuoted(source, at: &at) else { return }
        if isPublic {
            doctype.publicID = identifier
            at = ByteScan.skipWhiteSpace(source, from: at)
            if doctype.forcesQuirks || (at < source.count && source[at] == 0x3E) { return }
            guard let system = readQuoted(source, at: &at) else { return }
            doctype.systemID = system
        } else {
            doctype.systemID = identifier
        }
        at = ByteScan.skipWhiteSpace(source, from: at)
        if at >= source.count { doctype.forcesQuirks = true }
    }

    /// Reads a quoted identifier; one that is missing or does not end forces quirks.
    private mutating func readQuoted(_ source: Span<UInt8>, at: inout Int) -> [UInt8]? {
        guard at < source.count, source[at] == 0x22 || source[at] == 0x27 else {
            doctype.forcesQuirks = true
            return nil
        }
        let quote = source[at]
        let start = at &+ 1
        at = ByteScan.find(quote, or: 0x3E, in: source, from: start)
        let identifier = repairedBytes(start..<at)
        if at < source.count, source[at] == quote {
            at &+= 1
        } else {
            doctype.forcesQuirks = true
        }
        return identifier
    }

    private func repairedBytes(_ range: Range<Int>) -> [UInt8] {
        let bytes = sourceBytes[range]
        guard sourceHasNull else { return Array(bytes) }
        return bytes.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
    }
}
