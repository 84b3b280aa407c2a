internal import LarderHTML
internal import LarderModel
internal import LarderSourceDefinitions

/// Reads an item's own web page: the bytes are HTML that becomes a text.
enum PageReading {
    static let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"

    /// Finds the text job of a page or stores its plain text; false, with a note: the page is not there or a file.
    static func read(_ work: PageWork, into builder: inout EffectBuilder) throws(ReadFailure) -> Bool {
        let (definition, answer) = (builder.definition, builder.answer)
        let rules = builder.rules()
        switch rules.meaning {
        case .refused, .paymentRequired, .legallyRefused:
            let isItem = definition.kind == .pages || definition.kind == .sitemap
            let stays = "Its record stays; `pages: false` in the source's file leaves pages alone."
            let message =
                "the page is not given out (status \(answer.status)). "
                + (isItem ? "The site wants a login for it, or keeps programs out." : stays)
            throw rules.failure(.permanent, .pageRefused, message)
        default:
            if [404, 410].contains(answer.status), definition.kind.isWebsite, !isStart(work, definition) {
                noteMissing(work, "status \(answer.status)", into: &builder)
                return false
            }
            if let failure = rules.statusFailure("the page") { throw failure }
        }
        if answer.body.isEmpty, answer.contentType.map(MediaType.isFile) == true {
            addFile(work, into: &builder)
            return false
        }
        guard !answer.body.isEmpty, let digest = answer.bodyDigest else {
            throw rules.failure(.retryable, .unreadable, "the page is empty.")
        }
        guard isHTML(answer) else {
            guard MediaType.essence(answer.contentType ?? "") == "text/plain", !answer.body.contains(0) else {
                addFile(work, into: &builder)
                return false
            }
            addText(work, into: &builder)
            return true
        }
        let askedURL = answer.finalURL.map { _ in answer.redactedURL }
        let type = answer.contentType ?? ""
        let page = CachedPage(url: answer.baseURL, digest: digest, contentType: type, askedURL: askedURL)
        let text = FurtherPageReading.textWork(page, work, definition)
        builder.add(FoundJob(spec: JobSpec(source: definition.name, work: .text(text))))
        builder.addProvenance(of: text.textURN)
        if let end = openEnd(of: answer) {
            builder.note(.pageCut, "The page at \(answer.redactedURL) \(end): it may break off.", of: work.itemURN)
        }
        return true
    }

    /// How a page ends that may break off; nil: it does not.
    private static func openEnd(of answer: SourceAnswer) -> String? {
        guard !endsAfterBody(answer.body) else { return nil }
        let page = HTMLPage(answer.body, contentType: answer.contentType ?? "").document.sourceBytes
        guard !endsAfterBody(page) else { return nil }
        let name = "page-end"
        let document = HTMLDocument(parsing: page + Array("<\(name)>".utf8))
        guard document.reachedLimits.isEmpty else { return nil }
        guard let id = document.nameID(for: name), let end = document.firstElement(named: id) else {
            return "ends inside of a tag, a comment or a script"
        }
        guard !document.hasBodyEnd else { return nil }
        // The elements whose own end tags may be left out.
        let mayStayOpen: [NameID] = [.html, .body, .p]
        var around = document.parent(of: end)
        while let node = around, document.kind(of: node) == .element {
            guard mayStayOpen.contains(document.name(of: node)) else { return "ends inside of an element" }
            around = document.parent(of: node)
        }
        return answer.isEndOpen ? "has no end tag, and the server told no length" : nil
    }

    /// Whether nothing but white space and whole comments follows an end tag of the body or the document.
    private static func endsAfterBody(_ page: [UInt8]) -> Bool {
        var end = String(decoding: page.suffix(4_096), as: UTF8.self).lowercased()[...]
        while true {
            while end.last?.isWhitespace == true { end.removeLast() }
            guard end.hasSuffix("-->"), let comment = end.ranges(of: "<!--").last else { break }
            end = end[..<comment.lowerBound]
        }
        return end.hasSuffix("</body>") || end.hasSuffix("</html>")
    }

    /// Notes that a page is not there: this is the site's state and no failure of the sync.
    static func noteMissing(_ work: PageWork, _ why: String, into builder: inout EffectBuilder) {
        let definition = builder.definition
        let isKnown = definition.kind == .pages && work.depth > definition.crawl.maxDepth
        let what = isKnown ? "had pages that no link leads to and" : "names pages that"
        builder.note(.pageMissing, "\(definition.name) \(what) are not there")
        builder.note(.pageMissing, "\(builder.answer.redactedURL) is not there (\(why)).", of: work.itemURN)
    }

    /// Notes that the address is a file and no page; an item that its source names by more than the address keeps the
    /// file as an attachment.
    private static func addFile(_ work: PageWork, into builder: inout EffectBuilder) {
        let (definition, answer) = (builder.definition, builder.answer)
        let type = MediaType.essence(answer.contentType ?? "").shortened(to: 60).nonEmpty ?? "unknown type"
        let size = answer.header("content-length").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        builder.note(.pageNotHTML, "\(definition.name) names files that are no pages and were not downloaded (\(type))")
        let told = size.map { "\(type), \($0.bytes)" } ?? type
        let message = "\(answer.redactedURL) is a file and no page (\(told)); it was not downloaded."
        builder.note(.pageNotHTML, message, of: work.itemURN)
        guard !definition.kind.isWebsite || definition.kind == .feed || definition.kind == .wordpress,
            work.itemURN.hasPrefix(RecordKind.article.rawValue + ":")
        else { return }
        var article = Article(urn: work.itemURN, title: "")
        article.attachments = [ItemAttachment(url: answer.redactedURL, mediaType: type, byteCount: size)]
        builder.add(article)
        builder.addProvenance(of: work.itemURN, origin: .page)
    }

    /// Stores a plain text as the item's body.
    private static func addText(_ work: PageWork, into builder: inout EffectBuilder) {
        let answer = builder.answer
        let bytes = Array("<plaintext>".utf8) + answer.body.prefix(RecordBound.htmlBytes.limit / 2)
        let document = HTMLPage(bytes, contentType: answer.contentType ?? "").document
        let text = document.textContent(of: document.root)
        let first = text.split(whereSeparator: \.isNewline).lazy.map { String($0).trimmedSpace }.first { !$0.isEmpty }
        let file = WebAddress(answer.baseURL)?.path.split(separator: "/").last.map { String($0).percentDecoded }
        let title = first.flatMap { $0.utf8.count <= maxTitleBytes ? $0 : nil } ?? file ?? answer.redactedURL
        builder.addBody(
            html: FragmentText.paragraphs(of: text),
            title: title,
            itemURN: work.itemURN,
            baseURL: answer.baseURL
        )
    }

    /// A longer first line of a plain text is a paragraph and no title.
    private static let maxTitleBytes = 200

    private static func isStart(_ work: PageWork, _ definition: SourceDefinition) -> Bool {
        definition.kind == .pages && work.depth == 0
    }

    /// Whether the body is HTML, by its type; where that says nothing, by its first bytes.
    static func isHTML(_ answer: SourceAnswer) -> Bool {
        let type = MediaType.essence(answer.contentType ?? "")
        switch type {
        case "text/html", "application/xhtml+xml": return true
        case "", "text/plain", "application/octet-stream", "text/xml", "application/xml", "*/*", "unknown/unknown":
            let start = answer.body.prefix(1_024).drop { $0 <= 0x20 || $0 >= 0xEF }
            let text = String(decoding: start, as: UTF8.self).lowercased()
            return text.hasPrefix("<!doctype html") || text.hasPrefix("<html") || text.hasPrefix("<head")
                || text.hasPrefix("<body") || text.hasPrefix("<!--") || text.contains("<html")
        default: return false
        }
    }
}
