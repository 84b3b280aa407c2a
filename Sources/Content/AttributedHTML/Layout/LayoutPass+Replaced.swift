import LarderAttributedText
import LarderHTML

extension LayoutPass {
    /// An image, a form control, a video: a box that has no text.
    mutating func replaced(_ node: NodeID, _ entry: UserAgentEntry, _ style: ComputedStyle) {
        var kind: Insertion.Kind?
        if style.isVisible,
            attachments.count >= options.limits.maxAttachments || linkBytes >= options.limits.maxLinkBytes
        {
            omissions.attachments += 1
        } else if style.isVisible, let attachment = attachment(for: node, entry.role) {
            linkBytes += attachment.url.utf8.count + (attachment.alternative?.utf8.count ?? 0)
            linkBytes += attachment.candidates?.utf8.count ?? 0
            if linkBytes <= options.limits.maxLinkBytes {
                attachments.append(attachment)
                kind = .attachment(attachments.count - 1)
            } else {
                omissions.attachments += 1
            }
        }
        let index = currentAttributes()
        if style.display.isBlockLevel {
            let plain = attributes.withoutLines(index)
            writer.boundary(breaks: style.isVisible ? 1 : 0, attributes: plain)
            if kind != nil { writer.atom(kind, attributes: index) }
            writer.boundary(breaks: style.isVisible ? 1 : 0, attributes: plain)
        } else {
            writer.atom(kind, attributes: index)
        }
    }

    /// An `object` that shows an image has no fallback.
    mutating func imageObject(_ node: NodeID, _ style: ComputedStyle) -> Bool {
        guard let data = document.value(of: .data, on: node), !CSSText.trimmed(data).isEmpty,
            let type = document.value(of: .type, on: node), type.lowercased().utf8.starts(with: "image/".utf8)
        else { return false }
        replaced(node, resolver.entry(for: node), style)
        return true
    }

    private func attachment(for node: NodeID, _ role: ElementRole) -> TextAttachment? {
        let name = document.name(of: node)
        let kind: TextAttachment.Kind
        var reference: String?
        switch name {
        case .img:
            kind = .image
            reference = source(of: node)
        case .object:
            kind = .image
            reference = document.value(of: .data, on: node)
        case .video, .audio:
            kind = name == .video ? .video : .audio
            reference =
                document.value(of: .src, on: node)
                ?? document.children(of: node).first { document.isElement($0, .source) }
                .flatMap { document.value(of: .src, on: $0) }
        case .iframe:
            kind = .frame
            reference = document.value(of: .src, on: node)
        default: return nil
        }
        guard let reference, !CSSText.trimmed(reference).isEmpty else { return nil }
        return TextAttachment(
            kind: kind,
            url: base.resolve(reference),
            alternative: document.value(of: .alt, on: node) ?? document.value(of: .title, on: node),
            width: pixels(.width, node),
            height: pixels(.height, node),
            candidates: document.value(of: .srcset, on: node)
        )
    }

    /// The `src`, or what pages that load images late put in its stead.
    private func source(of node: NodeID) -> String? {
        let plain = document.value(of: .src, on: node)
        if let plain, !plain.isEmpty, !plain.utf8.starts(with: "data:".utf8) { return plain }
        return document.value(of: "data-src", on: node) ?? plain
    }

    private func pixels(_ name: NameID, _ node: NodeID) -> Int? {
        document.value(of: name, on: node).flatMap { ListCounter.integer($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
