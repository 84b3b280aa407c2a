internal import LarderModel
internal import LarderXML

extension XMLFeed {
    /// Reads a tag inside a text.
    ///
    /// - Returns: False where the text was never closed and another field of the entry begins.
    mutating func captureStart(_ name: Range<Int>) -> Bool {
        guard var open = capture else { return false }
        if !open.holdsMarkup || open.element == .title {
            let (element, vocabulary) = element(name)
            let isField = ![.other, .name, .url, .body, .summary, .page].contains(element) && vocabulary == .plain
            if isField, open.element != element || element == .link {
                finishCapture()
                return false
            }
            guard open.holdsMarkup else { return true }
        }
        if isSameName(open.name, name), !tokenizer.isEmptyElement { open.depth += 1 }
        if !tokenizer.isEmptyElement, let place = entryPlaces.last, isSameName(frames[place].name, name) {
            open.entries += 1
        }
        if !open.isInline {
            // A wrapper round escaped markup.
            guard open.type == .unknown || !tokenizer.bytes[name].suffix(3).elementsEqual("div".utf8) else {
                capture = open
                return true
            }
            open.isInline = true
        }
        capture = open
        appendTag(name, isEnd: false)
        return true
    }

    /// Reads an end tag inside a text.
    mutating func captureEnd() {
        guard let capture, capture.isInline, capture.holdsMarkup else { return }
        appendTag(tokenizer.name, isEnd: true)
    }

    /// Writes a tag as HTML has it: without the prefix of its namespace.
    private mutating func appendTag(_ name: Range<Int>, isEnd: Bool) {
        let bytes = tokenizer.bytes
        let colon = bytes[name].firstIndex(of: UInt8(ascii: ":"))
        let local = (colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
        buffer.append(UInt8(ascii: "<"))
        if isEnd { buffer.append(UInt8(ascii: "/")) }
        buffer.append(contentsOf: bytes[local])
        if !isEnd {
            for attribute in tokenizer.attributes where !bytes[attribute.name].starts(with: "xmlns".utf8) {
                appendAttribute(attribute)
            }
            if tokenizer.isEmptyElement { buffer.append(contentsOf: " /".utf8) }
        }
        buffer.append(UInt8(ascii: ">"))
    }

    private mutating func appendAttribute(_ attribute: XMLTokenizer.Attribute) {
        let bytes = tokenizer.bytes
        buffer.append(UInt8(ascii: " "))
        buffer.append(contentsOf: bytes[attribute.name])
        buffer.append(contentsOf: "=\"".utf8)
        for byte in bytes[attribute.value] {
            if byte == UInt8(ascii: "\"") { buffer.append(contentsOf: "&quot;".utf8) } else { buffer.append(byte) }
        }
        buffer.append(UInt8(ascii: "\""))
    }

    /// Gives the collected text to the entry or the feed.
    mutating func finishCapture() {
        guard let done = capture else { return }
        capture = nil
        if done.holdsMarkup {
            if let text = markup(done) { assign(text, done) }
        } else {
            let text = UTF8Repair.once(Array(buffer.trimmedBlanks))
            assign(String(decoding: text, as: UTF8.self), done)
        }
        buffer.removeAll(keepingCapacity: true)
        if bindings.count > done.bindings { bindings.removeLast(bindings.count - done.bindings) }
        dropBases()
    }

    /// The collected text with its kind; nil for an empty one.
    private func markup(_ capture: Capture) -> FeedText? {
        var bytes = Array(buffer.trimmedBlanks)
        guard !bytes.isEmpty else { return nil }
        if capture.type == .base64, !capture.isInline, let decoded = Base64.decoded(bytes), !decoded.contains(0),
            String(validating: decoded, as: UTF8.self) != nil
        {
            bytes = Array(decoded.trimmedBlanks)
        }
        bytes = UTF8Repair.once(bytes)
        let isAtom = feed.format == .atom
        let isHTML =
            switch capture.type {
            case .html, .xhtml, .base64: true
            case .plain where isAtom: capture.isInline
            case .unknown where isAtom: capture.isInline || capture.element == .description
            default: capture.isInline || capture.element == .description || MarkupShape.isMarkup(bytes)
            }
        if isHTML { bytes = MarkupAddresses.absolute(bytes, base: bases[capture.base], isPage: capture.base > 0) }
        return FeedText(String(decoding: bytes, as: UTF8.self), isHTML: isHTML)
    }

    private mutating func assign(_ text: FeedText, _ capture: Capture) {
        switch capture.scope {
        case .entry, .nested: entry?.add(text, capture.element, isNested: capture.scope == .nested)
        case .feed where capture.element == .title: feed.title = feed.title ?? text
        default: break
        }
    }

    private mutating func assign(_ text: String, _ capture: Capture) {
        guard !text.isEmpty else { return }
        switch (capture.scope, capture.element) {
        case (.person, .name): person.name = text
        case (.person, .email): person.email = text
        case (.ignored, .url):
            // A picture of an entry; that of a feed is not kept.
            if entry != nil, frames.count >= 2, frames[frames.count - 2].scope == .entry {
                entry?.addImage(FeedAddress.resolve(text, bases[capture.base]))
            }
        case (_, .link):
            add(link: FeedAddress.resolve(text, bases[capture.base]), linkRelation, linkType, capture.scope)
        case (.entry, _), (.nested, _):
            entry?.add(text, capture.element, base: bases[capture.base], isNested: capture.scope == .nested)
        case (.feed, .language): feed.language = feed.language ?? text
        case (.feed, .author): feed.add(author: FeedPerson(text))
        case (.feed, .id):
            if feedLinkRank == 0, FeedAddress.hasScheme(Array(text.utf8)[...]) { feed.link = feed.link ?? text }
        default: break
        }
    }
}
