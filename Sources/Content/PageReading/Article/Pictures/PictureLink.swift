internal import LarderHTML

extension PageTree {
    /// The link that a picture stands in, at most six elements up; nil where none is near.
    func link(round leaf: PageLeaf) -> PageElement? {
        ancestors(of: Int(leaf.element)).prefix(7).first { elements[$0].isLink }.map { elements[$0] }
    }

    /// The innermost element of a name that is or holds an element, the first element of the page excluded.
    func ancestor(_ name: NameID, of element: Int) -> Int? {
        ancestors(of: element).first { elements[$0].name == name && $0 > 0 }
    }
}

extension PageElement {
    /// Whether the link leads to anything but a larger picture.
    func leadsToPage(_ document: HTMLDocument) -> Bool {
        guard let target = document.attribute(.href, of: node) else { return true }
        let end = document.withBytes(of: target) { bytes in
            (max(0, bytes.count - 5)..<bytes.count).map { bytes[$0] | 0x20 }
        }
        return !PictureSources.endings.contains { end.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}
