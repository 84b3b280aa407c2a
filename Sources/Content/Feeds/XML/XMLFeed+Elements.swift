internal import LarderModel
internal import LarderXML

extension XMLFeed {
    mutating func start() {
        let name = tokenizer.name
        if capture != nil, captureStart(name) { return }
        let kept = bindings.count
        var base = readScope()
        let (element, vocabulary) = element(name)
        if !hasRoot {
            guard startRoot(element, vocabulary) else {
                bindings.removeLast(bindings.count - kept)
                dropBases()
                return
            }
        }
        let outer = scope
        switch element {
        case .entry where outer != .ignored || entry == nil:
            // The bindings of the tag went with the entry that it ends.
            if closeOpenEntry() { base = readScope() }
            startEntry()
            push(name, .entry, .entry, base)
        case .feed, .rss, .rdf, .channel:
            if let language = value(of: "lang"), feed.language == nil { feed.language = language }
            push(name, element, .feed, base)
        case .image, .source: startIgnored(name, element, outer, base)
        case .ignored: push(name, element, .ignored, base)
        case .person where outer == .entry || outer == .feed || outer == .nested:
            person = FeedPerson()
            buffer.removeAll(keepingCapacity: true)
            push(name, element, .person, base)
        case .group: push(name, element, outer, base)
        case .mediaContent where outer == .entry || outer == .nested:
            addMedia(base)
            push(name, element, outer, base)
        case .picture, .enclosure:
            addFile(element, outer, base)
            push(name, .other, .ignored, base)
        default: startText(name, element, vocabulary, outer, base, kept)
        }
        if tokenizer.isEmptyElement, capture == nil { closeFrames(downTo: max(0, frames.count - 1)) }
    }

    /// - Returns: Whether a feed begins.
    private mutating func startRoot(_ element: FeedElement, _ vocabulary: FeedVocabulary) -> Bool {
        switch element {
        case .rss, .channel: feed.format = .rss
        case .rdf: feed.format = .rdf
        case .feed: feed.format = .atom
        case .entry where vocabulary == .plain: feed.format = .atom
        case .page:
            isPage = true
            return false
        default: return false
        }
        hasRoot = true
        references.declare(tokenizer.bytes[tokenizer.subset])
        return true
    }

    mutating func push(_ name: Range<Int>, _ element: FeedElement, _ scope: Scope, _ base: Int) {
        if element == .entry { entryPlaces.append(frames.count) }
        frames.append(Frame(name: name, element: element, scope: scope, base: base, bindings: bindings.count))
    }

    /// Closes an unclosed entry round the new entry.
    private mutating func closeOpenEntry() -> Bool {
        guard let open = entryPlaces.last, frames.count - open <= 8 else { return false }
        closeFrames(downTo: open)
        return true
    }

    private mutating func startEntry() {
        finishEntry()
        var entry = EntryBuilder()
        if let about = value(of: "about") { entry.entry.id = about }
        self.entry = entry
    }

    mutating func finishEntry() {
        guard let builder = entry else { return }
        feed.entries.append(builder.finished(base: bases[base]))
        entry = nil
    }

    private mutating func startIgnored(_ name: Range<Int>, _ element: FeedElement, _ outer: Scope, _ base: Int) {
        buffer.removeAll(keepingCapacity: true)
        if element == .image, outer == .entry, let address = value(of: "href") ?? value(of: "url") {
            entry?.addImage(FeedAddress.resolve(address, bases[base]))
        }
        push(name, element, .ignored, base)
    }

    /// Begins to collect a text, or skips an element without meaning.
    private mutating func startText(
        _ name: Range<Int>,
        _ element: FeedElement,
        _ vocabulary: FeedVocabulary,
        _ outer: Scope,
        _ base: Int,
        _ kept: Int
    ) {
        guard isWanted(element, in: outer) else {
            let inner: Scope = outer == .entry ? .nested : outer
            push(name, .other, element == .other ? inner : .ignored, base)
            return
        }
        var type = ContentType(declared: nil, mode: nil)
        switch element {
        case .link:
            if addLink(outer, base) {
                push(name, .other, .ignored, base)
                return
            }
        case .category: addCategory(outer)
        case .guid:
            let isAddress = value(of: "ispermalink").map { $0.lowercased() == "true" }
            entry?.isGuidAddress = isAddress
        case .thumbnail:
            if let address = value(of: "url") {
                entry?.add(FeedFile(url: FeedAddress.resolve(address, bases[base]), type: "image"), to: \.media)
                push(name, .other, .ignored, base)
                return
            }
        case .title, .description, .summary, .content:
            type = ContentType(declared: value(of: "type"), mode: value(of: "mode"))
            if element == .content, value(of: "src") != nil {
                push(name, .other, .ignored, base)
                return
            }
        case .encoded: type = .html
        case .body: type = .xhtml
        default: break
        }
        guard !tokenizer.isEmptyElement else {
            bindings.removeLast(bindings.count - kept)
            push(name, .other, .ignored, base)
            return
        }
        let holdsMarkup = [.title, .mediaTitle, .description, .summary, .content, .encoded, .body].contains(element)
        buffer.removeAll(keepingCapacity: true)
        capture = Capture(
            element: element,
            name: name,
            scope: outer,
            base: base,
            bindings: kept,
            holdsMarkup: holdsMarkup,
            type: type,
            isInline: type == .xhtml
        )
    }

    private func isWanted(_ element: FeedElement, in scope: Scope) -> Bool {
        switch element {
        case .other, .rss, .rdf, .feed, .channel, .entry, .group, .mediaContent, .page, .person: false
        case .name, .email: scope == .person
        case .url: scope == .ignored && frames.last?.element == .image
        default: scope == .entry || scope == .nested || scope == .feed
        }
    }

    /// - Returns: Whether the link needs no text.
    private mutating func addLink(_ outer: Scope, _ base: Int) -> Bool {
        let type = value(of: "type")
        let relation = value(of: "rel")?.lowercased()
        guard let reference = value(of: "href") else {
            linkRelation = relation ?? "alternate"
            linkType = type
            return false
        }
        let address = FeedAddress.resolve(reference, bases[base])
        // What feeds forget to call an enclosure is no page; it stands in where an entry has no other link.
        let file = FeedFile(url: address, type: type, length: value(of: "length"), title: value(of: "title"))
        if relation == nil, file.isMedia, outer == .entry || outer == .nested {
            entry?.add(file, to: \.enclosures)
            if entry?.entry.link == nil { entry?.add(link: address, rank: 0) }
        } else {
            add(link: address, relation ?? "alternate", type, outer, file)
        }
        return true
    }

    mutating func add(
        link address: String,
        _ relation: String,
        _ type: String?,
        _ scope: Scope,
        _ file: FeedFile? = nil
    ) {
        let isPage =
            type.map {
                ["text/html", "application/xhtml+xml", "html", "xhtml", "text/plain"].contains($0.lowercased())
            } ?? true
        switch (relation, scope) {
        case ("enclosure", .entry), ("enclosure", .nested):
            entry?.add(file ?? FeedFile(url: address, type: type), to: \.enclosures)
        case ("alternate", .entry): entry?.add(link: address, rank: isPage ? 2 : 1)
        case ("alternate", .nested): entry?.add(link: address, rank: 0)
        case ("alternate", .feed):
            let rank = isPage ? 2 : 1
            if rank >= feedLinkRank {
                feed.link = address
                feedLinkRank = rank
            }
        case ("next", .feed): feed.nextPage = feed.nextPage ?? address
        default: break
        }
    }

    private mutating func addCategory(_ outer: Scope) {
        guard outer == .entry || outer == .nested, let term = value(of: "term") else { return }
        entry?.add(category: term)
    }

    private mutating func addMedia(_ base: Int) {
        guard let address = value(of: "url") else { return }
        let type = value(of: "type") ?? value(of: "medium")
        let url = FeedAddress.resolve(address, bases[base])
        let file = FeedFile(url: url, type: type, length: value(of: "filesize"))
        entry?.add(file, to: \.media)
    }

    private mutating func addFile(_ element: FeedElement, _ outer: Scope, _ base: Int) {
        guard outer == .entry || outer == .nested, let address = value(of: "url") ?? value(of: "href") else { return }
        let url = FeedAddress.resolve(address, bases[base])
        if element == .enclosure {
            let type = value(of: "type")
            let file = FeedFile(url: url, type: type, length: value(of: "length"))
            entry?.add(file, to: \.enclosures)
        } else {
            entry?.addImage(url)
        }
    }

    mutating func close(_ frame: Frame) {
        switch frame.element {
        case .entry: finishEntry()
        case .person: closePerson()
        case .image where scope == .entry:
            let address = String(decoding: buffer, as: UTF8.self).trimmedSpace
            if !address.isEmpty { entry?.addImage(FeedAddress.resolve(address, bases[frame.base])) }
            buffer.removeAll(keepingCapacity: true)
        case .source: buffer.removeAll(keepingCapacity: true)
        default: break
        }
    }

    private mutating func closePerson() {
        if person.isEmpty { person = FeedPerson(String(decoding: UTF8Repair.once(buffer), as: UTF8.self)) }
        buffer.removeAll(keepingCapacity: true)
        guard !person.isEmpty else { return }
        switch scope {
        case .entry, .nested: entry?.add(person, to: \.authors)
        case .feed: feed.add(author: person)
        default: break
        }
        person = FeedPerson()
    }
}
