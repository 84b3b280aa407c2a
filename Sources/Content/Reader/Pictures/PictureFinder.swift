internal import LarderHTML
internal import LarderModel

/// Reads what a page offers for one picture.
struct PictureFinder {
    private let document: HTMLDocument
    private let base: PageBase
    private let addresses: [NameID]
    private let sets: [NameID]

    /// Widths and heights up to this many pixels are those of icons and of pixels that count visitors.
    private static let maxIcon = 32
    /// References longer than this are not read, in bytes.
    private static let maxReference = 4_000
    /// The most files of one `srcset`.
    private static let maxFiles = 50

    init(_ document: HTMLDocument, _ base: PageBase) {
        self.document = document
        self.base = base
        addresses = PictureSources.addresses.compactMap { document.nameID(for: $0) }
        sets = PictureSources.sets.compactMap { document.nameID(for: $0) }
    }

    /// Whether the element says that it is an icon.
    func isIcon(_ node: NodeID) -> Bool {
        for name in [NameID.width, .height] {
            if let range = document.attribute(name, of: node), range.count < 8,
                let size = Int(document.string(range).prefix { $0.isNumber }), size <= Self.maxIcon
            {
                return true
            }
        }
        return false
    }

    /// The candidates of an `img`, the best first; empty where it has but a blank.
    ///
    /// The widest file of a `srcset` comes first, then what scripts would load, then `src`.
    func candidates(of node: NodeID) -> [ReaderPictureCandidate] {
        var wide: [ReaderPictureCandidate] = []
        for name in sets {
            if let range = document.attribute(name, of: node) { wide += set(range) }
        }
        if let picture = document.parent(of: node), document.isElement(picture, .picture) {
            for source in document.children(of: picture).prefix(20) where document.isElement(source, .source) {
                for name in sets {
                    if let range = document.attribute(name, of: source) { wide += set(range) }
                }
            }
        }
        var plain: [ReaderPictureCandidate] = []
        for name in addresses + [.src] {
            if let range = document.attribute(name, of: node), range.count <= Self.maxReference,
                let url = address(Array(document.string(range).utf8)[...], isFile: name != .src)
            {
                plain.append(ReaderPictureCandidate(url: url, width: 0))
            }
        }
        var result: [ReaderPictureCandidate] = []
        if let widest = wide.indices.max(by: { wide[$0].width < wide[$1].width }), wide[widest].width > 0 {
            result.append(wide[widest])
        }
        result += plain + wide
        var seen: Set<[UInt8]> = []
        return result.filter { seen.insert(Array($0.url.utf8)).inserted }
    }

    /// The absolute URL of a file that shows something.
    ///
    /// - Parameter isFile: Whether a reference without a slash or dot is none.
    private func address(_ reference: ArraySlice<UInt8>, isFile: Bool = false) -> String? {
        let bytes = reference.trimmedBytes
        guard let first = bytes.first, bytes.count <= Self.maxReference, !"#{[".utf8.contains(first),
            !Self.schemes.contains(where: { bytes.starts(with: $0) }),
            !isFile || bytes.contains(where: { $0 == 0x2F || $0 == 0x2E })
        else { return nil }
        let path = bytes.prefix { $0 != 0x3F && $0 != 0x23 }
        let slash = path.lastIndex(of: 0x2F).map { $0 + 1 } ?? path.startIndex
        let file = path[slash...].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        if file.count <= 5, file.suffix(4).elementsEqual(".gif".utf8) { return nil }
        if Self.blanks.contains(where: { file.index(of: $0) != nil }) { return nil }
        return base.resolve(String(decoding: bytes, as: UTF8.self))
    }

    private static let schemes = ["data:", "about:", "javascript:", "blob:"].map { Array($0.utf8) }
    private static let blanks = PictureSources.blanks.map { Array($0.utf8) }

    /// The candidates of a `srcset` (HTML §4.8.4.2.1); a density counts as that many thousand pixels.
    private func set(_ range: TextRange) -> [ReaderPictureCandidate] {
        guard range.count <= Self.maxReference * 10 else { return [] }
        var found: [ReaderPictureCandidate] = []
        var rest = Array(document.string(range).utf8)[...]
        while found.count < Self.maxFiles {
            rest = rest.drop { $0 <= 0x20 || $0 == 0x2C }
            guard !rest.isEmpty else { break }
            var url = rest.prefix { $0 > 0x20 }
            rest = rest[url.endIndex...]
            var width = 0
            if url.last == 0x2C {
                while url.last == 0x2C { url.removeLast() }
            } else {
                let descriptors = rest.prefix { $0 != 0x2C }
                rest = rest[descriptors.endIndex...]
                for word in descriptors.split(whereSeparator: { $0 <= 0x20 }) { width = max(width, Self.width(word)) }
            }
            if let address = address(url) { found.append(ReaderPictureCandidate(url: address, width: width)) }
        }
        return found
    }

    private static func width(_ descriptor: ArraySlice<UInt8>) -> Int {
        let number = String(decoding: descriptor.dropLast(), as: UTF8.self)
        switch descriptor.last {
        case 0x77: return Int(number).map { min(max($0, 0), 100_000) } ?? 0
        case 0x78:
            guard let density = Double(number), density > 0, density < 100 else { return 0 }
            return Int(density * 1_000)
        default: return 0
        }
    }
}
