internal import LarderHTML
internal import LarderModel

/// Reads what a page offers for one picture.
struct PictureFinder {
    private let page: WebPage
    private let document: HTMLDocument
    private let addresses: [NameID]
    private let sets: [NameID]

    /// Widths and heights up to this many pixels are those of icons and of pixels that count visitors.
    private static let maxIcon = 32
    /// References longer than this are not read, in bytes.
    private static let maxReference = 4_000
    /// A file that a `srcset` says to be narrower than this, in pixels, gives way to the widest.
    private static let minWidth = 480
    /// Widths beyond this are not believed, in pixels.
    private static let maxWidth = 100_000
    /// Densities beyond this are not believed.
    private static let maxDensity = 10.0
    private static let maxFiles = 50
    /// How many elements round a picture may be its link.
    private static let maxLinkDepth = 3

    init(_ page: WebPage) {
        self.page = page
        let document = page.document
        self.document = document
        addresses = PictureSources.addresses.compactMap { document.nameID(for: $0) }
        sets = PictureSources.sets.compactMap { document.nameID(for: $0) }
    }

    /// Whether the element says that it is an icon, at most as many pixels wide or high, or shows nothing.
    func isIcon(_ node: NodeID, upTo size: Int = PictureFinder.maxIcon) -> Bool {
        let sizes = [NameID.width, .height].compactMap { pixels($0, of: node) }
        // A single size of 0 is one that the page does not know.
        return sizes.contains { $0 > 0 && $0 <= size } || sizes.count == 2 && sizes.allSatisfy { $0 == 0 }
    }

    /// The number of pixels in an attribute; nil where it holds none, or a share.
    private func pixels(_ name: NameID, of node: NodeID) -> Int? {
        guard let range = document.attribute(name, of: node), range.count < 8 else { return nil }
        let text = document.string(range)
        return text.hasSuffix("%") ? nil : Int(text.prefix { $0.isNumber })
    }

    /// Whether the `type` of a `source` is none, or of a format that is decoded.
    private func isDecoded(_ source: NodeID) -> Bool {
        guard document.isElement(source, .source), let type = document.value(of: .type, on: source).nonEmpty else {
            return true
        }
        return PictureSources.types.contains(type.lowercased())
    }

    /// Whether the classes of the element say that scripts load its file, so that `src` is a placeholder.
    private func isLazy(_ node: NodeID) -> Bool {
        guard let names = document.attribute(.class, of: node), names.count <= ClassWordCache.maxBytes else {
            return false
        }
        return document.string(names).utf8.map { $0 | 0x20 }.index(of: Array("lazy".utf8)) != nil
    }

    /// The files of a picture, the best first; empty where it has only a placeholder.
    ///
    /// `src` comes first, unless it is narrow or scripts replace it; then what scripts load, then the widest file of a
    /// `srcset`, then its others, last the files with a density.
    func candidates(of node: NodeID) -> [ReaderPictureCandidate] {
        var wide: [ReaderPictureCandidate] = []
        var dense: [ReaderPictureCandidate] = []
        var sources = [node]
        if let picture = document.parent(of: node), document.isElement(picture, .picture) {
            sources += document.children(of: picture).prefix(20).filter { document.isElement($0, .source) }
        }
        let shown = min(pixels(.width, of: node) ?? 0, Self.maxWidth)
        for source in sources where isDecoded(source) {
            for name in sets {
                if let range = document.attribute(name, of: source) { set(range, shownAt: shown, &wide, &dense) }
            }
        }
        var plain: [ReaderPictureCandidate] = []
        func add(_ range: TextRange, isFile: Bool) {
            guard range.count <= Self.maxReference,
                let url = address(Array(document.string(range).utf8)[...], isFile: isFile)
            else { return }
            let written = PictureOrder.writtenSize(url).width
            let width = wide.first { $0.url.isSame(as: url) }?.width ?? 0
            let known = width > 0 ? width : written > 0 ? written : plain.isEmpty ? shown : 0
            plain.append(ReaderPictureCandidate(url: url, width: known))
        }
        for name in isLazy(node) ? addresses + [.src] : [.src] + addresses {
            if let range = document.attribute(name, of: node) { add(range, isFile: name != .src) }
        }
        if plain.allSatisfy({ isPreview($0.url) }), wide.isEmpty, dense.isEmpty {
            for range in otherFiles(of: node) { add(range, isFile: true) }
        }
        // A preview is the picture only where nothing else is.
        if (plain + wide + dense).contains(where: { !isPreview($0.url) }) {
            plain.removeAll { isPreview($0.url) }
            wide.removeAll { isPreview($0.url) }
            dense.removeAll { isPreview($0.url) }
        }
        let first = plain.first.flatMap { best in wide.first { $0.url.isSame(as: best.url) } }
        let widest = wide.max { $0.width < $1.width }.flatMap { $0.width > 0 ? [$0] : nil } ?? []
        let isNarrow = (first?.width ?? 0) > 0 && (first?.width ?? 0) < Self.minWidth
        var result = (isNarrow ? widest + plain : plain + widest) + wide + dense
        if let best = result.first, let linked = linkedFile(of: node) ?? PictureChoice.unscaled(best.url) {
            result.append(ReaderPictureCandidate(url: linked, width: 0, isLinked: true))
        }
        var seen: Set<[UInt8]> = []
        return result.filter { seen.insert(Array($0.url.utf8)).inserted }
    }

    /// The values of further `data-` attributes that end with the name of a picture file.
    private func otherFiles(of node: NodeID) -> [TextRange] {
        document.attributes(of: node).prefix(Self.maxFiles).filter { attribute in
            document.string(for: attribute.name).hasPrefix("data-")
                && attribute.value.count <= Self.maxReference
                && PictureChoice.hasPictureName(document.string(attribute.value))
        }.map(\.value)
    }

    /// Whether an address names a placeholder, such as a small blurred copy of the picture.
    func isPreview(_ url: String) -> Bool {
        let written = PictureOrder.writtenSize(url).width
        let width = written > 0 ? written : PictureOrder.suffixedWidth(url)
        if width > 0, width < PictureSources.minWidth { return true }
        let file = url.utf8.prefix { $0 != 0x3F }.map(\.lowerASCII)
        let words = file.split { !$0.isASCIILetter }
        return PictureSources.previews.contains { preview in words.contains { $0.elementsEqual(preview.utf8) } }
    }

    /// Whether scripts load the picture of an element, so that a `noscript` beside it holds the same picture.
    func isLoadedByScript(_ node: NodeID) -> Bool {
        isLazy(node) || addresses.contains { document.hasAttribute($0, on: node) }
            || sets.dropFirst().contains { document.hasAttribute($0, on: node) }
    }

    /// The address of the picture file that the link round a picture leads to; nil where there is none.
    private func linkedFile(of node: NodeID) -> String? {
        let round = sequence(first: node, next: document.parent(of:)).dropFirst().prefix(Self.maxLinkDepth)
        guard let link = round.first(where: { document.isElement($0, .a) }),
            let range = document.attribute(.href, of: link), range.count <= Self.maxReference
        else { return nil }
        guard let url = address(Array(document.string(range).utf8)[...]), PictureChoice.hasPictureName(url) else {
            return nil
        }
        // A wiki's page about a file has a colon in its name.
        let path = url.utf8.prefix { $0 != 0x3F }
        return path.reversed().prefix { $0 != 0x2F }.contains(0x3A) ? nil : url
    }

    /// - Parameter isFile: Whether a reference without a slash or dot is none.
    private func address(_ reference: ArraySlice<UInt8>, isFile: Bool = false) -> String? {
        let bytes = reference.trimmedBlanks
        guard let first = bytes.first, bytes.count <= Self.maxReference, !"#{[".utf8.contains(first),
            !Self.schemes.contains(where: { bytes.starts(with: $0) }),
            !isFile || bytes.contains(where: { $0 == 0x2F || $0 == 0x2E })
        else { return nil }
        let path = bytes.prefix { $0 != 0x3F && $0 != 0x23 }
        let slash = path.lastIndex(of: 0x2F).map { $0 + 1 } ?? path.startIndex
        let file = path[slash...].map(\.lowerASCII)
        if PictureSources.blankFiles.contains(String(decoding: file, as: UTF8.self)) { return nil }
        if file.count <= 5, file.suffix(4).elementsEqual(".gif".utf8) { return nil }
        if Self.blanks.contains(where: { file.index(of: $0) != nil }) { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // Where the page's address is known, what leads nowhere from it is none.
        return page.base == nil ? page.resolve(text) : WebURL(text, relativeTo: page.base)?.description
    }

    private static let schemes = ["data:", "about:", "javascript:", "blob:"].map { Array($0.utf8) }
    private static let blanks = PictureSources.blanks.map { Array($0.utf8) }

    /// Reads a `srcset` (HTML §4.8.4.2.1): files with a width or nothing, and files with a density, the densest first.
    ///
    /// - Parameter shown: The width in pixels at which the page shows the picture; 0 where that is unknown.
    private func set(
        _ range: TextRange,
        shownAt shown: Int,
        _ wide: inout [ReaderPictureCandidate],
        _ dense: inout [ReaderPictureCandidate]
    ) {
        guard range.count <= Self.maxReference * 10 else { return }
        var rest = Array(document.string(range).utf8)[...]
        for _ in 0..<Self.maxFiles {
            rest = rest.drop { $0 <= 0x20 || $0 == 0x2C }
            guard !rest.isEmpty else { break }
            var url = rest.prefix { $0 > 0x20 }
            rest = rest[url.endIndex...]
            var (width, density) = (0, 0.0)
            if url.last == 0x2C {
                while url.last == 0x2C { url.removeLast() }
            } else {
                let descriptors = rest.prefix { $0 != 0x2C }
                rest = rest[descriptors.endIndex...]
                for word in descriptors.split(whereSeparator: { $0 <= 0x20 }) {
                    let number = String(decoding: word.dropLast(), as: UTF8.self)
                    if word.last == 0x77, let value = Int(number), value > 0 { width = min(value, Self.maxWidth) }
                    if word.last == 0x78, let value = Double(number), value > 0 {
                        density = min(value, Self.maxDensity)
                    }
                }
            }
            guard let address = address(url) else { continue }
            if density > 0 {
                let width = Int(Double(shown) * density)
                dense.append(ReaderPictureCandidate(url: address, width: width, density: density))
            } else {
                wide.append(ReaderPictureCandidate(url: address, width: width))
            }
        }
        dense.sort { $0.density > $1.density }
    }
}
