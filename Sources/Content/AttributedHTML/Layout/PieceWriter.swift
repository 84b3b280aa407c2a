/// Something that stands between the characters of the document.
struct Insertion {
    enum Kind {
        /// The marker of the list item of this index.
        case item(Int)
        /// A quotation mark.
        case quote(String)
        case attachment(Int)
        /// The line break of a line that has nothing but insertions.
        case lineBreak
    }

    /// Byte offset in the characters of the document.
    var offset: Int
    let kind: Kind
    let attributes: Int
}

/// A place in the output that something else wants to know the final position of.
struct Landmark {
    enum Kind {
        case link(Int)
        /// An element that links may lead to, by its place in ``LayoutPass/targets``.
        case target(Int)
        case cellStart(table: Int, cell: Int)
        case cellEnd(table: Int, cell: Int)
    }

    let offset: Int
    /// How many insertions stand before it.
    let insertions: Int
    let kind: Kind
}

/// Collects the characters of the document as the rendered text collection steps of HTML §3.2.7 do, and what stands
/// between.
///
/// White space is collapsed as it comes (CSS Text 3 §4.1): a space waits until something follows it on its line.
/// Required line breaks wait too; the largest of neighbours wins, and those at the start and the end are dropped.
struct PieceWriter {
    /// The characters of the document as UTF-8, without insertions.
    private(set) var bytes: [UInt8] = []
    /// Where stretches of equal attributes begin.
    private(set) var runs: [(start: Int, attributes: Int)] = []
    private(set) var insertions: [Insertion] = []
    private(set) var landmarks: [Landmark] = []

    private var waiting: [Insertion] = []
    private var hasWaitingAttachment = false
    private var requiredBreaks = 0
    private var breakAttributes = 0
    private var hasSpace = false
    private var spaceAttributes = 0
    private var isLineStart = true

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// Whether the current line has no character of the document yet.
    private var isBlankLine: Bool { requiredBreaks > 0 || bytes.isEmpty }

    @inline(__always)
    private mutating func use(_ attributes: Int) {
        if let last = runs.last, last.attributes == attributes { return }
        runs.append((bytes.count, attributes))
    }

    /// Writes what must stand before a character: required breaks, insertions of this line, the space before it.
    @inline(__always)
    private mutating func settle() {
        if requiredBreaks > 0 || !waiting.isEmpty { settleLine() }
        if hasSpace {
            use(spaceAttributes)
            bytes.append(0x20)
            hasSpace = false
        }
    }

    @inline(never)
    private mutating func settleLine() {
        if requiredBreaks > 0, !bytes.isEmpty {
            use(breakAttributes)
            for _ in 0..<requiredBreaks { bytes.append(0x0A) }
        }
        requiredBreaks = 0
        for var insertion in waiting {
            insertion.offset = bytes.count
            insertions.append(insertion)
        }
        waiting.removeAll(keepingCapacity: true)
        hasWaitingAttachment = false
    }

    /// Text whose white space collapses; form feed is white space too.
    mutating func collapsed(_ text: ArraySlice<UInt8>, attributes: Int) {
        var start = text.startIndex
        let end = text.endIndex
        var index = start
        text.withContiguous { span in
            let base = text.startIndex
            while index < end {
                index = base + span.endOfSingleSpacedText(from: index - base, isAfterCharacter: index > start)
                if index == end { break }
                let byte = span[index - base]
                guard CSSText.isSpace(byte) else {
                    index += 1
                    continue
                }
                // A single space between two other characters stays where it is.
                if byte == 0x20, index > start, index + 1 < end, !CSSText.isSpace(span[index + 1 - base]) {
                    index += 1
                    continue
                }
                if index > start { append(text[start..<index], attributes) }
                if !isLineStart, !hasSpace {
                    hasSpace = true
                    spaceAttributes = attributes
                }
                index += 1
                while index < end, CSSText.isSpace(span[index - base]) { index += 1 }
                start = index
            }
        }
        if end > start { append(text[start..<end], attributes) }
    }

    /// Text whose spaces collapse and whose line breaks stay.
    mutating func keepingLines(_ text: ArraySlice<UInt8>, attributes: Int) {
        var start = text.startIndex
        while let lineEnd = text[start...].firstIndex(of: 0x0A) {
            collapsed(text[start..<lineEnd], attributes: attributes)
            lineBreak(attributes: attributes)
            start = lineEnd + 1
        }
        collapsed(text[start...], attributes: attributes)
    }

    /// Text that stays as it is.
    mutating func kept(_ text: ArraySlice<UInt8>, attributes: Int) {
        guard let last = text.last else { return }
        if text.first == 0x0A { hasSpace = false }
        append(text, attributes)
        if last == 0x0A { isLineStart = true }
    }

    @inline(__always)
    private mutating func append(_ text: ArraySlice<UInt8>, _ attributes: Int) {
        settle()
        use(attributes)
        bytes.append(contentsOf: text)
        isLineStart = false
    }

    /// A break that is a character: `br`, a kept line feed, the end of a table row.
    mutating func lineBreak(attributes: Int) {
        hasSpace = false
        settle()
        use(attributes)
        bytes.append(0x0A)
        isLineStart = true
    }

    mutating func tab(attributes: Int) {
        hasSpace = false
        settle()
        use(attributes)
        bytes.append(0x09)
        isLineStart = true
    }

    /// Text that takes room and is not seen.
    mutating func invisible(_ text: ArraySlice<UInt8>) {
        guard let last = text.last else { return }
        guard text.contains(where: { !CSSText.isSpace($0) }) else { return }
        if hasSpace { settle() }
        isLineStart = CSSText.isSpace(last)
    }

    /// A box inside the line that is no white space; `insertion` stands for it, if anything does.
    mutating func atom(_ kind: Insertion.Kind? = nil, attributes: Int = 0) {
        if hasSpace { settle() }
        if let kind { insert(kind, attributes: attributes) }
        isLineStart = false
    }

    /// The marker of a list item: it stands before the first character of the item and takes no part in white space.
    mutating func marker(item: Int, attributes: Int) {
        waiting.append(Insertion(offset: 0, kind: .item(item), attributes: attributes))
    }

    /// Whether the marker of this item still waits for a character.
    func isWaiting(item: Int) -> Bool {
        waiting.contains { insertion in
            if case .item(item) = insertion.kind { return true }
            return false
        }
    }

    /// A mark that belongs to the characters before it, as a closing quotation mark does.
    mutating func trailing(_ kind: Insertion.Kind, attributes: Int) {
        if waiting.isEmpty, !bytes.isEmpty {
            if hasSpace { settle() }
            insertions.append(Insertion(offset: bytes.count, kind: kind, attributes: attributes))
        } else {
            waiting.append(Insertion(offset: 0, kind: kind, attributes: attributes))
        }
        isLineStart = false
    }

    private mutating func insert(_ kind: Insertion.Kind, attributes: Int) {
        let insertion = Insertion(offset: bytes.count, kind: kind, attributes: attributes)
        if isBlankLine || !waiting.isEmpty {
            waiting.append(insertion)
            if case .attachment = kind { hasWaitingAttachment = true }
        } else {
            insertions.append(insertion)
        }
    }

    /// The content of a box inside the line begins.
    mutating func beginBox() {
        if hasSpace { settle() }
        isLineStart = true
    }

    mutating func endBox() {
        hasSpace = false
        isLineStart = false
    }

    /// A block, cell or the like begins or ends: white space does not reach across, and `breaks` line breaks are
    /// required.
    @inline(__always)
    mutating func boundary(breaks: Int, attributes: Int) {
        hasSpace = false
        isLineStart = true
        if hasWaitingAttachment { seal() }
        if breaks > requiredBreaks {
            if requiredBreaks == 0 { breakAttributes = attributes }
            requiredBreaks = breaks
        }
    }

    /// Gives the waiting insertions a line of their own.
    mutating func seal() {
        guard !waiting.isEmpty else { return }
        hasWaitingAttachment = false
        let lineBreak = Insertion(offset: bytes.count, kind: .lineBreak, attributes: waiting[0].attributes)
        if !bytes.isEmpty { insertions.append(lineBreak) }
        for var insertion in waiting {
            insertion.offset = bytes.count
            insertions.append(insertion)
        }
        if bytes.isEmpty { insertions.append(lineBreak) }
        waiting.removeAll(keepingCapacity: true)
    }

    mutating func land(_ kind: Landmark.Kind) {
        landmarks.append(Landmark(offset: bytes.count, insertions: insertions.count, kind: kind))
    }

    mutating func finish() { seal() }

    /// The last character written, for word boundaries; nil at the start of a line.
    var lastScalarIsLetter: Bool {
        guard !hasSpace, !isLineStart, let last = bytes.last else { return false }
        return last >= 0x80 || (0x30...0x39).contains(last) || (0x61...0x7A).contains(last | 0x20)
    }
}

extension ArraySlice<UInt8> {
    /// Lends the elements, counted from 0.
    @inline(__always)
    func withContiguous(_ body: (Span<UInt8>) -> Void) {
        unsafe withUnsafeBufferPointer { unsafe body($0.span) }
    }
}
