extension Tokenizer {
    mutating func nextInRCDATA(_ source: Span<UInt8>) -> Token {
        var run = CharacterRun(start: position)
        var at = position
        while true {
            at = ByteScan.find(0x3C, or: 0x26, in: source, from: at)
            if at >= source.count {
                position = at
                return run.isEmpty(at: at)
                    ? Token(.endOfFile) : Token(.text, text: repairedRange(of: &run, at: at, source))
            }
            if source[at] == 0x26 {
                at = readReference(source, at: at, into: &run)
            } else if isAppropriateEndTag(source, at: at) {
                position = at
                return run.isEmpty(at: at)
                    ? readLastEndTag(source) : Token(.text, text: repairedRange(of: &run, at: at, source))
            } else {
                at &+= 1
            }
        }
    }

    mutating func nextInRawText(_ source: Span<UInt8>) -> Token {
        var at = position
        while true {
            at = ByteScan.find(0x3C, in: source, from: at)
            if at >= source.count || isAppropriateEndTag(source, at: at) { return rawText(upTo: at, source) }
            at &+= 1
        }
    }

    mutating func nextInPlainText(_ source: Span<UInt8>) -> Token {
        rawText(upTo: source.count, source)
    }

    /// The text before `end`, or if there is none, what stands there: the end tag or the end.
    private mutating func rawText(upTo end: Int, _ source: Span<UInt8>) -> Token {
        var run = CharacterRun(start: position)
        position = end
        if !run.isEmpty(at: end) { return Token(.text, text: repairedRange(of: &run, at: end, source)) }
        return end < source.count ? readLastEndTag(source) : Token(.endOfFile)
    }

    private mutating func readLastEndTag(_ source: Span<UInt8>) -> Token {
        state = .data
        return readTag(.endTag, source, nameAt: position &+ 2)
    }

    /// Whether `</`, the name of the last start tag and a byte that ends a name stand at `at`.
    private func isAppropriateEndTag(_ source: Span<UInt8>, at: Int) -> Bool {
        at &+ 1 < source.count && source[at &+ 1] == 0x2F && lastStartTag != .none
            && end(of: lastStartTag, source, at: at &+ 2) > 0
    }

    /// The index after the name at `start` and the white space, `/` or `>` that must follow; 0 where they do not stand.
    private func end(of name: NameID, _ source: Span<UInt8>, at start: Int) -> Int {
        let name = names.bounds(of: name)
        let end = start &+ name.count
        guard end < source.count, ASCII.isWhiteSpace(source[end]) || source[end] == 0x2F || source[end] == 0x3E else {
            return 0
        }
        var index = start
        for nameIndex in name {
            guard ASCII.lowercased(source[index]) == names.bytes[nameIndex] else { return 0 }
            index &+= 1
        }
        return end &+ 1
    }

    /// The script data states (13.2.5.4, 13.2.5.15 to 13.2.5.31); it only ever looks forward.
    mutating func nextInScript(_ source: Span<UInt8>) -> Token {
        var at = position
        /// 0 plain, 1 after `<!--`, 2 after `<!--` and `<script`.
        var escape = 0
        /// Where the dashes that end the escape may begin.
        var dashesFrom = 0
        while true {
            at =
                escape == 0
                ? ByteScan.find(0x3C, in: source, from: at) : ByteScan.find(0x3C, or: 0x3E, in: source, from: at)
            guard at < source.count else { return rawText(upTo: at, source) }
            if source[at] == 0x3E {
                if at &- dashesFrom >= 2, source[at &- 1] == 0x2D, source[at &- 2] == 0x2D { escape = 0 }
                at &+= 1
                continue
            }
            if escape < 2, isAppropriateEndTag(source, at: at) { return rawText(upTo: at, source) }
            if escape == 0, startsEscape(source, at: at) {
                escape = 1
                dashesFrom = at &+ 2
                at &+= 4
                continue
            }
            var after = 0
            if escape == 1 {
                after = end(of: .script, source, at: at &+ 1)
            } else if escape == 2, at &+ 1 < source.count, source[at &+ 1] == 0x2F {
                after = end(of: .script, source, at: at &+ 2)
            }
            if after > 0 { escape = escape == 1 ? 2 : 1 }
            at = max(after, at &+ 1)
        }
    }

    private func startsEscape(_ source: Span<UInt8>, at: Int) -> Bool {
        at &+ 3 < source.count && source[at &+ 1] == 0x21 && source[at &+ 2] == 0x2D && source[at &+ 3] == 0x2D
    }

    mutating func nextInCDATA(_ source: Span<UInt8>) -> Token {
        let start = position
        var at = start
        while true {
            at = ByteScan.find(0x3E, in: source, from: at)
            var run = CharacterRun(start: start)
            if at >= source.count {
                state = .data
                return end(&run, at: at, source)
            }
            if at &- start >= 2, source[at &- 1] == 0x5D, source[at &- 2] == 0x5D {
                state = .data
                position = at &+ 1
                return run.isEmpty(at: at &- 2) ? next(source) : text(of: &run, at: at &- 2, source)
            }
            at &+= 1
        }
    }
}
