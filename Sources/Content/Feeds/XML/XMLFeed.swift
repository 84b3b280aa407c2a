internal import LarderModel
internal import LarderXML

/// Reads a feed in XML in one pass: what an element means is decided by where it stands.
struct XMLFeed {
    /// The owner of an element's children.
    enum Scope {
        case outside, feed, entry, person, ignored
        /// An unknown element of an entry: its content counts where the entry itself has none.
        case nested
    }

    struct Frame {
        let name: Range<Int>
        let element: FeedElement
        let scope: Scope
        let base: Int
        let bindings: Int
    }

    struct Binding {
        let prefix: Range<Int>
        let vocabulary: FeedVocabulary
    }

    /// A text that is being collected, up to the end of its element.
    struct Capture {
        let element: FeedElement
        let name: Range<Int>
        let scope: Scope
        let base: Int
        let bindings: Int
        let holdsMarkup: Bool
        let type: ContentType
        var depth = 0
        /// Elements inside with the name of the entry.
        var entries = 0
        /// Whether the text has unescaped markup.
        var isInline: Bool
    }

    /// The search depth for an end tag's element.
    private static let maxUnclosed = 64
    private static let maxBindings = 64
    /// Further base addresses are not read.
    private static let maxBases = 1_000
    /// A deeper feed is read up to there.
    private static let maxDepth = 250_000

    var tokenizer: XMLTokenizer
    var references = XMLReferences(room: 65_536)
    var feed = Feed(format: .rss)
    var entry: EntryBuilder?
    var frames: [Frame] = []
    var entryPlaces: [Int] = []
    var bindings: [Binding] = []
    var bases: [String]
    var capture: Capture?
    /// The text of the capture, or of a person, source or picture.
    var buffer: [UInt8] = []
    var person = FeedPerson()
    var hasRoot = false
    var isPage = false
    /// How sure the feed's link is.
    var feedLinkRank = 0
    /// Of a link whose address is its text.
    var linkRelation = "alternate"
    var linkType: String?

    init(_ bytes: [UInt8], url: String) {
        tokenizer = XMLTokenizer(bytes)
        bases = [url]
    }

    var scope: Scope { frames.last?.scope ?? .outside }
    var base: Int { frames.last?.base ?? 0 }

    /// Reads to the end; nil where no feed begins.
    mutating func read() -> Feed? {
        while !isPage {
            switch tokenizer.next() {
            case .start: start()
            case .end: end()
            case .text: text(isLiteral: false)
            case .literal: text(isLiteral: true)
            case .none: return finished()
            }
            if frames.count > Self.maxDepth { return finished() }
        }
        return nil
    }

    private mutating func finished() -> Feed? {
        if capture != nil { finishCapture() }
        closeFrames(downTo: 0)
        return hasRoot ? feed : nil
    }

    /// By the namespace, else by the prefix.
    func element(_ name: Range<Int>) -> (element: FeedElement, vocabulary: FeedVocabulary) {
        let bytes = tokenizer.bytes
        guard let colon = bytes[name].firstIndex(of: UInt8(ascii: ":")) else {
            let vocabulary = bindings.last { $0.prefix.isEmpty }?.vocabulary ?? .plain
            return (FeedElementTable.element(bytes[name], in: vocabulary), vocabulary)
        }
        let prefix = bytes[name.lowerBound..<colon]
        let bound = bindings.last { !$0.prefix.isEmpty && bytes[$0.prefix].elementsEqual(prefix) }
        let vocabulary = bound?.vocabulary ?? FeedVocabulary(prefix: prefix)
        return (FeedElementTable.element(bytes[(colon + 1)..<name.upperBound], in: vocabulary), vocabulary)
    }

    /// Reads the namespaces and the base of a tag; the index of its base.
    mutating func readScope() -> Int {
        var base = self.base
        for attribute in tokenizer.attributes {
            let name = tokenizer.bytes[attribute.name]
            guard name.count >= 5, name.first == UInt8(ascii: "x") else { continue }
            if name.starts(with: "xmlns".utf8) {
                bind(name.dropFirst(5), tokenizer.bytes[attribute.value])
            } else if bases.count < Self.maxBases, name.elementsEqual("xml:base".utf8) {
                let found = FeedAddress.resolve(value(attribute), bases[base])
                if found.utf8.count <= FeedAddress.maxBaseBytes, found != bases[base] {
                    bases.append(found)
                    base = bases.count - 1
                }
            }
        }
        return base
    }

    private mutating func bind(_ rest: ArraySlice<UInt8>, _ uri: ArraySlice<UInt8>) {
        guard rest.isEmpty || rest.first == UInt8(ascii: ":"), bindings.count < Self.maxBindings else { return }
        let prefix = rest.dropFirst()
        // Unknown namespace URI: go by the usual prefix. Unknown default namespace: treat as none.
        let vocabulary = FeedVocabulary(uri: uri) ?? (prefix.isEmpty ? .plain : FeedVocabulary(prefix: prefix))
        bindings.append(Binding(prefix: prefix.startIndex..<prefix.endIndex, vocabulary: vocabulary))
    }

    mutating func value(_ attribute: XMLTokenizer.Attribute) -> String {
        references.decoded(tokenizer.bytes, attribute.value)
    }

    /// The value of the first attribute with a local name; nil where it is missing or blank.
    mutating func value(of name: String) -> String? {
        tokenizer.attribute(named: name).flatMap { value($0).trimmedASCII.nonEmpty }
    }

    func isSameName(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        let span = tokenizer.bytes.span
        var offset = 0
        while offset < left.count {
            let (one, other) = (span[left.lowerBound &+ offset], span[right.lowerBound &+ offset])
            if one != other, one | 0x20 != other | 0x20 || (one | 0x20) &- 0x61 >= 26 { return false }
            offset &+= 1
        }
        return true
    }

    private mutating func end() {
        let name = tokenizer.name
        if var open = capture {
            if isSameName(open.name, name) {
                guard open.depth == 0 else {
                    open.depth -= 1
                    capture = open
                    captureEnd()
                    return
                }
                finishCapture()
                return
            }
            guard let ancestor = openFrame(name, within: 8), frames[ancestor].element != .other else {
                captureEnd()
                return
            }
            if open.entries > 0, frames[ancestor].element == .entry {
                open.entries -= 1
                capture = open
                captureEnd()
                return
            }
            // The element was never closed, and its parent ends.
            finishCapture()
        }
        if let place = openFrame(name, within: Self.maxUnclosed) { closeFrames(downTo: place) }
    }

    /// The innermost open element of that name, among the last ones.
    private func openFrame(_ name: Range<Int>, within count: Int) -> Int? {
        frames.suffix(count).lastIndex { isSameName($0.name, name) }
    }

    mutating func closeFrames(downTo place: Int) {
        while frames.count > place, let frame = frames.popLast() {
            if entryPlaces.last == frames.count { entryPlaces.removeLast() }
            close(frame)
            let kept = frames.last?.bindings ?? 0
            if bindings.count > kept { bindings.removeLast(bindings.count - kept) }
            dropBases()
        }
    }

    /// Forgets the bases of elements that are closed.
    mutating func dropBases() {
        if bases.count > base + 1 { bases.removeLast(bases.count - base - 1) }
    }

    private mutating func text(isLiteral: Bool) {
        let range = tokenizer.text
        if let capture {
            switch (capture.isInline, isLiteral) {
            case (true, true): appendEscaped(range)
            case (false, false): references.append(tokenizer.bytes, range, to: &buffer)
            default: buffer.append(contentsOf: tokenizer.bytes[range])
            }
        } else if let element = frames.last?.element, element == .person || element == .source || element == .image {
            references.append(tokenizer.bytes, range, to: &buffer)
        }
    }

    private mutating func appendEscaped(_ range: Range<Int>) {
        for byte in tokenizer.bytes[range] {
            switch byte {
            case UInt8(ascii: "&"): buffer.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): buffer.append(contentsOf: "&lt;".utf8)
            default: buffer.append(byte)
            }
        }
    }
}
