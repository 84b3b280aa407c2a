extension Tokenizer {
    /// Reads a tag whose name begins at `start`; the end of the file, should the tag not end.
    mutating func readTag(_ kind: Token.Kind, _ source: Span<UInt8>, nameAt start: Int) -> Token {
        var token = Token(kind)
        var at = readName(source, at: start, isAttribute: false, &token.name)
        let firstAttribute = attributes.count
        token.firstAttribute = UInt32(truncatingIfNeeded: firstAttribute)
        tagSerial &+= 1
        while at < source.count {
            let byte = source[at]
            if byte == 0x3E {
                position = at &+ 1
                finish(&token, firstAttribute)
                return token
            }
            if ASCII.isWhiteSpace(byte) {
                at &+= 1
            } else if byte == 0x2F {
                at &+= 1
                if at < source.count, source[at] == 0x3E { token.isSelfClosing = true }
            } else if isFull {
                // As at the end of the input, where the builder stops.
                hasDropped = true
                at = source.count
            } else {
                at = readAttribute(source, at: at)
            }
        }
        position = at
        attributes.removeLast(attributes.count &- firstAttribute)
        return Token(.endOfFile)
    }

    @inline(__always)
    private mutating func finish(_ token: inout Token, _ firstAttribute: Int) {
        if token.kind == .startTag {
            token.attributeCount = UInt32(truncatingIfNeeded: attributes.count &- firstAttribute)
            lastStartTag = token.name
        } else if attributes.count > firstAttribute {
            attributes.removeLast(attributes.count &- firstAttribute)
        }
    }

    /// Reads a name in lower case up to white space, `/`, `>` or, in attributes after the first byte, `=`; its end.
    @inline(__always)
    private mutating func readName(_ source: Span<UInt8>, at start: Int, isAttribute: Bool, _ name: inout NameID) -> Int
    {
        let low = start &+ 8 <= source.count ? ByteScan.word(source, start) : ByteScan.lastWord(source, start)
        let lowMask = Self.nameEnds(low, isAttribute: isAttribute)
        if lowMask != 0 {
            let length = lowMask.trailingZeroBitCount >> 3
            let end = start &+ length
            guard length > 0, end >= source.count || Self.endsName(source[end], isAttribute: isAttribute) else {
                return readLongName(source, at: start, isAttribute: isAttribute, &name)
            }
            let kept = low & (1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1)
            name = names.intern(short: NameTable.Key(low: ByteScan.lowercased(kept), high: 0))
            return end
        }
        let next = start &+ 8
        let high = next &+ 8 <= source.count ? ByteScan.word(source, next) : ByteScan.lastWord(source, next)
        let highMask = Self.nameEnds(high, isAttribute: isAttribute)
        let length = highMask.trailingZeroBitCount >> 3
        let end = next &+ length
        guard highMask != 0, end >= source.count || Self.endsName(source[end], isAttribute: isAttribute) else {
            return readLongName(source, at: start, isAttribute: isAttribute, &name)
        }
        let kept = high & (1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1)
        name = names.intern(short: NameTable.Key(low: ByteScan.lowercased(low), high: ByteScan.lowercased(kept)))
        return end
    }

    /// Bytes that end a name, and control characters, which have to be looked at.
    @inline(__always)
    private static func nameEnds(_ word: UInt64, isAttribute: Bool) -> UInt64 {
        let mask = ByteScan.below(word, 0x21) | ByteScan.equal(word, 0x2F) | ByteScan.equal(word, 0x3E)
        return isAttribute ? mask | ByteScan.equal(word, 0x3D) : mask
    }

    @inline(__always)
    private static func endsName(_ byte: UInt8, isAttribute: Bool) -> Bool {
        ASCII.isWhiteSpace(byte) || byte == 0x2F || byte == 0x3E || (isAttribute && byte == 0x3D)
    }

    @inline(never)
    private mutating func readLongName(
        _ source: Span<UInt8>,
        at start: Int,
        isAttribute: Bool,
        _ name: inout NameID
    ) -> Int {
        scratch.removeAll(keepingCapacity: true)
        var at = start
        while at < source.count {
            let byte = source[at]
            if Self.endsName(byte, isAttribute: isAttribute), at > start || byte != 0x3D { break }
            if byte == 0 {
                scratch += UTF8.encodedReplacementCharacter
            } else {
                scratch.append(ASCII.lowercased(byte))
            }
            at &+= 1
        }
        name = names.intern(scratch)
        return at
    }

    /// Reads an attribute, dropping a second one of the same name; the index after it.
    @inline(__always)
    private mutating func readAttribute(_ source: Span<UInt8>, at start: Int) -> Int {
        var name = NameID.none
        var at = readName(source, at: start, isAttribute: true, &name)
        var value = TextRange.empty
        let afterName = at
        if at < source.count, source[at] != 0x3D { at = ByteScan.skipWhiteSpace(source, from: at) }
        if at < source.count, source[at] == 0x3D {
            at &+= 1
            if at < source.count, source[at] <= 0x20 { at = ByteScan.skipWhiteSpace(source, from: at) }
            if at < source.count {
                let byte = source[at]
                if byte == 0x22 || byte == 0x27 {
                    at = readQuotedValue(source, at: at &+ 1, quote: byte, &value)
                } else if byte != 0x3E {
                    at = readUnquotedValue(source, at: at, &value)
                }
            }
        } else {
            at = afterName
        }
        if name.index >= stamps.count {
            stamps.append(contentsOf: repeatElement(0, count: names.count &* 2 &- stamps.count))
        }
        if stamps[name.index] != tagSerial {
            stamps[name.index] = tagSerial
            attributes.append(HTMLAttribute(name: name, value: value))
        }
        return at
    }

    @inline(__always)
    private mutating func readQuotedValue(
        _ source: Span<UInt8>,
        at start: Int,
        quote: UInt8,
        _ value: inout TextRange
    ) -> Int {
        var run = CharacterRun(start: start)
        var at = start
        while true {
            at = ByteScan.find(quote, or: 0x26, in: source, from: at)
            if at >= source.count { return at }
            if source[at] == quote { break }
            at = readReference(source, at: at, inAttribute: true, into: &run)
        }
        value = repairedRange(of: &run, at: at, source)
        return at &+ 1
    }

    private mutating func readUnquotedValue(_ source: Span<UInt8>, at start: Int, _ value: inout TextRange) -> Int {
        var run = CharacterRun(start: start)
        var at = start
        while at < source.count {
            let byte = source[at]
            if byte == 0x26 {
                at = readReference(source, at: at, inAttribute: true, into: &run)
            } else if byte == 0x3E || ASCII.isWhiteSpace(byte) {
                break
            } else {
                at &+= 1
            }
        }
        value = repairedRange(of: &run, at: at, source)
        return at
    }
}
