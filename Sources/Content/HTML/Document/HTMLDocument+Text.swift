extension HTMLDocument {
    /// Where the characters of a text node or comment are; empty for other nodes.
    @inlinable
    public func text(of node: NodeID) -> TextRange {
        let record = nodes[node.index]
        return record.kind == .text || record.kind == .comment ? record.text : .empty
    }

    /// The characters of a range as a string.
    public func string(_ range: TextRange) -> String {
        String(decoding: bytes(of: range), as: UTF8.self)
    }

    private func bytes(of range: TextRange) -> ArraySlice<UInt8> {
        (range.isDecoded ? decodedBytes : sourceBytes)[range.bounds]
    }

    /// Lends the bytes of a range, without a copy.
    @inlinable
    public func withBytes<Result>(of range: TextRange, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        if range.isDecoded { return try decodedBytes.withSpan { try body($0.extracting(range.bounds)) } }
        return try sourceBytes.withSpan { try body($0.extracting(range.bounds)) }
    }

    /// Lends the bytes of a text node or comment, without a copy; no bytes for other nodes.
    @inlinable
    public func withTextBytes<Result>(of node: NodeID, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try withBytes(of: text(of: node), body)
    }

    /// All text below the node joined, as the DOM's `textContent`: no layout, `script` and `style` too, no templates.
    public func textContent(of node: NodeID) -> String {
        var bytes: [UInt8] = []
        appendTextContent(of: node, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends what ``textContent(of:)`` gives, as UTF-8.
    public func appendTextContent(of node: NodeID, to bytes: inout [UInt8]) {
        if kind(of: node) == .comment { return append(text(of: node), to: &bytes) }
        for node in descendants(of: node, andSelf: true) where kind(of: node) == .text {
            append(text(of: node), to: &bytes)
        }
    }

    func append(_ range: TextRange, to bytes: inout [UInt8]) { bytes += self.bytes(of: range) }

    /// Whether the bytes of a range are these.
    public func text(_ range: TextRange, equals other: String) -> Bool {
        range.count == other.utf8.count && bytes(of: range).elementsEqual(other.utf8)
    }

    /// Whether the words of a range, separated by ASCII white space, have this one among them; case counts.
    public func text(_ range: TextRange, hasWord word: String) -> Bool {
        withBytes(of: range) { bytes in
            let length = word.utf8.count
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, !ASCII.isWhiteSpace(bytes[end]) { end += 1 }
                if length > 0, end - start == length, zip(start..<end, word.utf8).allSatisfy({ bytes[$0] == $1 }) {
                    return true
                }
                start = end + 1
            }
            return false
        }
    }
}
