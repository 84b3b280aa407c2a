internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderPages

/// Turns the attributed text of a block into spans, with its links resolved.
struct ProseSpans {
    /// What each address of the text's links leads to.
    let links: [URL: LinkView]
    let pictures: [Int: PictureView]
    /// What the page says of pictures, where that is not in the text; by their place in the text.
    let captions: [Int: String]
    /// Places within blocks that links of the text lead to.
    let anchors: Set<Int>

    /// The name on a page of a place in the text.
    static func anchor(at place: Int) -> String { "c\(place)" }

    /// - Parameters:
    ///   - start: The place of the first character in the whole text, in Unicode scalars; nil: it has no anchors.
    ///   - inHeading: Whether weight and size say nothing, as all of the text is a heading.
    func spans(_ text: AttributedString, from start: Int? = nil, inHeading: Bool = false) -> [SpanView] {
        var spans: [SpanView] = []
        var place = start
        for run in text.runs {
            let characters = String(text.characters[run.range])
            let length = characters.unicodeScalars.count
            defer { place = place.map { $0 + length } }
            if let attachment = run[TextAttachmentKey.self] {
                spans.append(attached(attachment, at: place, run.link))
                continue
            }
            let attributes = run[TextAttributesKey.self] ?? TextAttributes()
            for part in parts(of: characters, from: place) {
                var span = SpanView(part.text)
                span.anchor = part.anchor
                span.isBold = attributes.weight >= 600 && !inHeading
                span.isItalic = attributes.isItalic
                span.isCode = attributes.isMonospace
                span.isStruck = attributes.isStruck
                span.script = attributes.script
                span.link = run.link.flatMap { links[$0] }
                spans.append(span)
            }
        }
        return spans
    }

    /// A stretch of text, split where anchors are.
    private func parts(of text: String, from start: Int?) -> [(text: String, anchor: String?)] {
        let length = text.unicodeScalars.count
        guard let start, !anchors.isEmpty else { return [(text, nil)] }
        let places = anchors.filter { $0 >= start && $0 < start + length }.sorted()
        guard !places.isEmpty else { return [(text, nil)] }
        let scalars = text.unicodeScalars
        func part(_ from: Int, _ end: Int) -> String {
            let first = scalars.index(scalars.startIndex, offsetBy: from - start)
            return String(scalars[first..<scalars.index(first, offsetBy: end - from)])
        }
        var found: [(String, String?)] = places[0] > start ? [(part(start, places[0]), nil)] : []
        for (place, next) in zip(places, places.dropFirst() + [start + length]) {
            found.append((part(place, next), Self.anchor(at: place)))
        }
        return found
    }

    private func attached(_ attachment: TextAttachment, at place: Int?, _ link: URL?) -> SpanView {
        var span = SpanView("")
        span.link = link.flatMap { links[$0] }
        span.picture = place.flatMap { pictures[$0] }
        if span.picture == nil { span.text = attachment.alternative ?? "" }
        return span
    }
}
