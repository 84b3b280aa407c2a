internal import LarderHTML

/// Reads what a page offers for one picture.
struct PictureFinder {
    private let document: HTMLDocument
    private let base: PageBase
    private let addresses: [NameID]
    private let sets: [NameID]

    /// Widths and heights up to this many pixels are those of icons and of pixels that count visitors.
    private static let maxIcon = 32

    init(_ document: HTMLDocument, _ base: PageBase) {
        self.document = document
        self.base = base
        addresses = PictureSources.addresses.compactMap { document.nameID(for: $0) }
        sets = PictureSources.sets.compactMap { document.nameID(for: $0) }
    }

    /// Whether the element says that it is an icon.
    func isIcon(_ node: NodeID) -> Bool {
        for name in [NameID.width, .height] {
            if let range = document.attribute(name, of: node), range.count < 8, let size = Int(document.string(range).prefix { $0.isNumber }), size <= Self.maxIcon, size >= 0 {
                return true
            }
        }
        return false
    }

    /// The candidates of an `img`, the best first; empty where it has but a blank.
    ///
    /// `src` comes first, unless it is a blank or the element names wider files.
    func candidates(of node: NodeID) -> [ReaderPictureCandidate] {
        var wide: [ReaderPictureCandidate] = []
        for name in sets {
            if let range = document.attribute(name, of: node) { wide += set(document.string(range)) }
        }
        if let picture = document.parent(of: node), document.isElement(picture, .picture) {
            for source in document.children(of: picture).prefix(20) where document.isElement(source, .source) {
                for name in sets {
                    if let range = document.attribute(name, of: source) { wide += set(document.string(range)) }
                }
            }
        }
        var plain: [ReaderPictureCandidate] = []
        var lazy: [ReaderPictureCandidate] = []
        if let range = document.attribute(.src, of: node), let candidate = address(document.string(range)) { plain.append(candidate) }
        for name in addresses {
            if let range = document.attribute(name, of: node), let candidate = address(document.string(range)), Self.isFile(candidate.url) { lazy.append(candidate) }
        }
        let widest = wide.indices.max { wide[$0].width < wide[$1].width }
        var result: [ReaderPictureCandidate] = []
        if let widest, wide[widest].width > 0 { result.append(wide[widest]) }
        result += lazy + plain + wide
        var seen: Set<String> = []
        return result.filter { seen.insert($0.url).inserted }
    }

    /// An absolute URL of a file that shows something.
    func address(_ reference: String) -> ReaderPictureCandidate? {
        let text = reference.drop { $0.isWhitespace }
        guard !text.isEmpty, !text.hasPrefix("data:"), !text.hasPrefix("about:"), !text.hasPrefix("javascript:"), !text.hasPrefix("#"), !text.hasPrefix("{"), !text.hasPrefix("["), text.utf8.count < 4_000 else { return nil }
        let url = base.resolve(String(text))
        let file = (url.split(separator: "?", maxSplits: 1).first ?? "").split(separator: "/").last?.lowercased() ?? ""
        if file.utf8.count <= 5, file.hasSuffix(".gif") { return nil }
        if PictureSources.blanks.contains(where: { file.contains($0) }) { return nil }
        return ReaderPictureCandidate(url: url, width: 0)
    }

    private static func isFile(_ url: String) -> Bool {
        url.hasPrefix("http") || url.contains("/") || url.contains(".")
    }

    /// The candidates of a `srcset` (HTML §4.8.4.2.1), at most 50; a density counts as that many thousand pixels.
    func set(_ text: String) -> [ReaderPictureCandidate] {
        var found: [ReaderPictureCandidate] = []
        var rest = Substring(text)
        while found.count < 50 {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { break }
            var url = rest.prefix { !$0.isWhitespace }
            rest = rest.dropFirst(url.count)
            var width = 0
            if url.hasSuffix(",") {
                while url.hasSuffix(",") { url.removeLast() }
            } else {
                let descriptor = rest.prefix { $0 != "," }
                rest = rest.dropFirst(descriptor.count)
                for word in descriptor.split(whereSeparator: \.isWhitespace) {
                    if word.hasSuffix("w") { width = Int(word.dropLast()) ?? 0 }
                    if word.hasSuffix("x"), let density = Double(word.dropLast()), density.isFinite, density < 100 { width = Int(density * 1_000) }
                }
            }
            if let candidate = address(String(url)) { found.append(ReaderPictureCandidate(url: candidate.url, width: width)) }
        }
        return found
    }
}
