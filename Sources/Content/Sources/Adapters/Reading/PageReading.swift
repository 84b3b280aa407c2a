internal import LarderModel
internal import LarderSourceDefinitions

/// Reads an item's own web page: the bytes are HTML that becomes a text.
enum PageReading {
    static let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"

    /// Finds the text job of a page; false, with a note: the page is not there or no HTML.
    static func read(_ work: PageWork, into builder: inout EffectBuilder) throws(ReadFailure) -> Bool {
        let (definition, answer) = (builder.definition, builder.answer)
        let rules = builder.rules()
        switch rules.meaning {
        case .refused, .paymentRequired, .legallyRefused:
            let message =
                "the page is not given out (status \(answer.status)). Its record stays; "
                + "`pages: false` in the source's file leaves pages alone."
            throw rules.failure(.permanent, .pageRefused, message)
        default:
            if [404, 410].contains(answer.status), definition.kind.isWebsite, !isStart(work, definition) {
                noteMissing(work, "status \(answer.status)", into: &builder)
                return false
            }
            if let failure = rules.statusFailure("the page") { throw failure }
        }
        guard !answer.body.isEmpty, let digest = answer.bodyDigest else {
            throw rules.failure(.retryable, .unreadable, "the page is empty.")
        }
        guard isHTML(answer) else {
            let type = answer.contentType?.shortened(to: 60) ?? "unknown"
            let message = "\(answer.redactedURL) is no HTML (content type \(type)), so there is no text of it."
            builder.note(.pageNotHTML, message)
            return false
        }
        let askedURL = answer.finalURL.map { _ in answer.redactedURL }
        let type = answer.contentType ?? ""
        let page = CachedPage(url: answer.baseURL, digest: digest, contentType: type, askedURL: askedURL)
        let text = FurtherPageReading.textWork(page, work, definition)
        builder.add(FoundJob(spec: JobSpec(source: definition.name, work: .text(text))))
        builder.addProvenance(of: text.textURN)
        return true
    }

    /// Notes that a page is not there: this is the site's state and no failure of the sync.
    static func noteMissing(_ work: PageWork, _ why: String, into builder: inout EffectBuilder) {
        let definition = builder.definition
        let isKnown = definition.kind == .pages && work.depth > definition.crawl.maxDepth
        let what = isKnown ? "had pages that no link leads to and" : "names pages that"
        builder.note(.pageMissing, "\(definition.name) \(what) are not there")
        builder.note(.pageMissing, "\(builder.answer.redactedURL) is not there (\(why)).", of: work.itemURN)
    }

    private static func isStart(_ work: PageWork, _ definition: SourceDefinition) -> Bool {
        definition.kind == .pages && work.depth == 0
    }

    /// Whether the body is HTML, by its type; where that says nothing, by its first bytes.
    static func isHTML(_ answer: SourceAnswer) -> Bool {
        let type = (answer.contentType ?? "").prefix { $0 != ";" }.lowercased().trimmedASCII
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
