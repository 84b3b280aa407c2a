/// The tokenization stage of the standard (13.2.5) as a pull parser: each call of ``next(_:)`` gives one token.
///
/// The source is lent to each call, since a span cannot be stored. Texts are whole runs.
struct Tokenizer {
    /// The states in which a token can begin.
    enum State: UInt8 {
        case data, rcdata, rawText, scriptData, plainText, cdata
    }

    var state = State.data
    /// Whether `<![CDATA[` begins a section here: the adjusted current node is foreign.
    var allowsCDATA = false
    /// The name whose end tag ends RCDATA, raw text and script data.
    var lastStartTag = NameID.none
    /// The doctype token read last.
    var doctype = DoctypeToken()

    var attributes: [HTMLAttribute] = []
    var names = NameTable.known
    /// The decoded and repaired texts.
    var decoded: [UInt8] = []

    var position = 0
    /// The source again as an array, from which whole ranges can be copied at once.
    let sourceBytes: [UInt8]
    let sourceHasNull: Bool
    /// For each name the tag that had it last as an attribute.
    var stamps: [UInt32]
    var tagSerial: UInt32 = 0
    var scratch: [UInt8] = []
    let references = CharacterReferences.table
    let maxAttributes: Int
    let maxNames: Int

    /// A tag was dropped for want of room, and everything behind it.
    var hasDropped = false

    /// Whether there is no room for more attributes or names.
    @inline(__always)
    var isFull: Bool { attributes.count > maxAttributes || names.count > maxNames || hasDropped }

    init(_ input: InputText, _ limits: ParserLimits = ParserLimits()) {
        sourceBytes = input.bytes
        sourceHasNull = input.hasNull
        stamps = [UInt32](repeating: 0, count: names.count)
        maxAttributes = limits.maxAttributes
        maxNames = limits.maxNames
        attributes.reserveCapacity(16 + min(input.bytes.count / 64, limits.maxAttributes))
    }

    mutating func next(_ source: Span<UInt8>) -> Token {
        switch state {
        case .data: nextInData(source)
        case .rcdata: nextInRCDATA(source)
        case .rawText: nextInRawText(source)
        case .scriptData: nextInScript(source)
        case .plainText: nextInPlainText(source)
        case .cdata: nextInCDATA(source)
        }
    }

    private mutating func nextInData(_ source: Span<UInt8>) -> Token {
        var run = CharacterRun(start: position)
        var at = position
        while true {
            at = ByteScan.find(0x3C, or: 0x26, in: source, from: at)
            guard at < source.count else { return end(&run, at: at, source) }
            if source[at] == 0x26 {
                at = readReference(source, at: at, into: &run)
                continue
            }
            let following = at &+ 1 < source.count ? source[at &+ 1] : 0
            let isTag = ASCII.isLetter(following)
            if !isTag, !beginsMarkup(following, source, at: at) {
                at &+= 1
                continue
            }
            position = at
            if !run.isEmpty(at: at) { return text(of: &run, at: at, source) }
            if isTag { return readTag(.startTag, source, nameAt: at &+ 1) }
            if let token = readMarkup(following, source, at: at) { return token }
            if state == .cdata { return nextInCDATA(source) }
            at = position
            run = CharacterRun(start: at)
        }
    }

    @inline(__always)
    private func beginsMarkup(_ following: UInt8, _ source: Span<UInt8>, at: Int) -> Bool {
        following == 0x2F && at &+ 2 < source.count || following == 0x21 || following == 0x3F
    }

    /// The last text, then the end.
    mutating func end(_ run: inout CharacterRun, at: Int, _ source: Span<UInt8>) -> Token {
        position = at
        if run.isEmpty(at: at) { return Token(.endOfFile) }
        return text(of: &run, at: at, source)
    }

    /// The text token of a run that ends at `at`, NUL left as it is.
    @inline(__always)
    mutating func text(of run: inout CharacterRun, at: Int, _ source: Span<UInt8>) -> Token {
        let range = close(&run, at: at, source)
        var token = Token(.text, text: range)
        if sourceHasNull { token.hasNull = containsNull(range, source) }
        return token
    }

    /// The range of a run that ends at `at`, NUL replaced by U+FFFD.
    @inline(__always)
    mutating func repairedRange(of run: inout CharacterRun, at: Int, _ source: Span<UInt8>) -> TextRange {
        let range = close(&run, at: at, source)
        return sourceHasNull ? repaired(range, source) : range
    }

    @inline(__always)
    private mutating func close(_ run: inout CharacterRun, at: Int, _ source: Span<UInt8>) -> TextRange {
        if run.decodedStart >= 0 {
            appendDecoded(run.start..<at)
            return decodedRange(from: run.decodedStart)
        }
        return TextRange(
            position: UInt32(truncatingIfNeeded: run.start),
            length: UInt32(truncatingIfNeeded: at &- run.start)
        )
    }

    /// Copies a range of the source.
    @inline(__always)
    mutating func appendDecoded(_ range: Range<Int>) {
        if !range.isEmpty { decoded.append(contentsOf: sourceBytes[range]) }
    }

    func decodedRange(from start: Int) -> TextRange {
        TextRange(
            position: UInt32(truncatingIfNeeded: start) | TextRange.decodedMark,
            length: UInt32(truncatingIfNeeded: decoded.count &- start)
        )
    }

    func containsNull(_ range: TextRange, _ source: Span<UInt8>) -> Bool {
        if range.isDecoded { return decoded[range.bounds].contains(0) }
        return ByteScan.find(0, in: source.extracting(range.bounds), from: 0) < range.count
    }

    func bytes(of range: TextRange) -> ArraySlice<UInt8> { (range.isDecoded ? decoded : sourceBytes)[range.bounds] }

    /// Whether a text is `word`, given in small letters, in any case.
    func equals(_ text: TextRange, _ word: String) -> Bool {
        bytes(of: text).lazy.map(ASCII.lowercased).elementsEqual(word.utf8)
    }

    /// A keyed hash of an attribute's name and value.
    func hash(of attribute: HTMLAttribute) -> UInt64 {
        let value = attribute.value
        var state = names.hash(NameTable.Key(low: UInt64(attribute.bits), high: UInt64(value.length)))
        var word: UInt64 = 0
        for (index, byte) in bytes(of: value).enumerated() {
            word = word << 8 | UInt64(byte)
            if index & 7 == 7 { state = names.hash(NameTable.Key(low: state, high: word)) }
        }
        return names.hash(NameTable.Key(low: state, high: word))
    }

    /// The range with NUL replaced by U+FFFD; the same range where there is none.
    mutating func repaired(_ range: TextRange, _ source: Span<UInt8>) -> TextRange {
        guard sourceHasNull, containsNull(range, source) else { return range }
        let start = decoded.count
        for index in range.bounds {
            let byte = range.isDecoded ? decoded[index] : source[index]
            if byte == 0 {
                decoded += UTF8.encodedReplacementCharacter
            } else {
                decoded.append(byte)
            }
        }
        return decodedRange(from: start)
    }
}

/// A text being read: so far `start` up to the present position, or what was decoded and then that.
struct CharacterRun {
    var start: Int
    /// Where the text begins in the decoded bytes, -1 as long as nothing had to be decoded.
    var decodedStart = -1

    @inline(__always)
    func isEmpty(at: Int) -> Bool { decodedStart < 0 && at == start }
}
