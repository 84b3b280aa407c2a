internal import LarderHTML

/// The link that a picture stands in.
enum PictureLink {
    /// How many elements may stand between a picture and its link.
    private static let maxDepth = 6

    /// The index of the link; nil where none is near.
    static func element(round leaf: PageLeaf, _ tree: PageTree) -> Int? {
        var element = Int(leaf.element)
        for _ in 0..<maxDepth where element >= 0 && !tree.elements[element].isLink {
            element = Int(tree.elements[element].parent)
        }
        return element >= 0 && tree.elements[element].isLink ? element : nil
    }

    /// Whether a link leads to anything but a larger picture.
    static func leadsToPage(_ link: PageElement, _ document: HTMLDocument) -> Bool {
        guard let target = document.attribute(.href, of: link.node) else { return true }
        let end = document.withBytes(of: target) { bytes in
            (max(0, bytes.count - 5)..<bytes.count).map { bytes[$0] | 0x20 }
        }
        return !PictureSources.endings.contains {
            end.elementsEqual($0.utf8) || end.suffix(4).elementsEqual($0.utf8)
        }
    }
}
