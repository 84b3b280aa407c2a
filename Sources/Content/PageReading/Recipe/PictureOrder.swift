import LarderHTML
internal import LarderModel

enum PictureOrder {
    static func isUsable(_ url: String) -> Bool { !url.isEmpty && url.utf8.count <= RecordBound.urlBytes.limit }

    /// The absolute addresses by stated or written size, the largest first; equal sizes keep their order.
    static func ordered(_ found: [(url: String, size: Int)], _ head: PageHead) -> [String] {
        var sized: [(url: String, size: Int, order: Int)] = []
        func place(_ image: (url: String, size: Int), unknown: Int) {
            let url = head.absolute(CharacterReferences.decoding(image.url))
            guard isUsable(url) else { return }
            let written = writtenSize(image.url)
            let known = max(image.size, written.width * written.height)
            let size = known > 0 ? known : unknown
            if let index = sized.firstIndex(where: { $0.url.isSame(as: url) }) {
                sized[index].size = max(sized[index].size, size)
            } else {
                sized.append((url, size, sized.count))
            }
        }
        // An unknown size counts as about 480 x 360: larger than a thumbnail, smaller than most stated sizes.
        for image in found { place(image, unknown: 170_000) }
        for image in head.images { place((image.url, image.area), unknown: 160_000) }
        sized.sort { $0.size == $1.size ? $0.order < $1.order : $0.size > $1.size }
        return sized.map(\.url)
    }

    /// The size in pixels that a URL names, as in `photo-1200x800.jpg`, `?w=1200&h=800` and, of squares, `?w=1200` and
    /// `/w1200/`; zeros where it names none.
    static func writtenSize(_ url: String) -> (width: Int, height: Int) {
        let bytes = Array(url.utf8.prefix(RecordBound.urlBytes.limit))
        var size: (width: Int, height: Int)?
        var width = 0
        var height = 0
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "x"):
                let before = digits(bytes, endingAt: index)
                guard before > 0, let (after, end) = digits(bytes, from: index + 1) else { continue }
                if end < bytes.count, bytes[end].isAlphanumericASCII { continue }
                size = (before, after)
            case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "/"), UInt8(ascii: ","):
                if width == 0 { width = parameter(["width", "wid", "w"], bytes, index + 1) }
                if height == 0 { height = parameter(["height", "hei", "h"], bytes, index + 1) }
            default: break
            }
        }
        return size ?? (width > 0 ? width : height, height > 0 ? height : width)
    }

    /// The width in the name of a file, such as 20 of `tram-20w.jpg` and `/20w/tram.jpg`; 0 where it names none.
    static func suffixedWidth(_ url: String) -> Int {
        let bytes = Array(url.utf8.prefix(RecordBound.urlBytes.limit))
        for index in bytes.indices.dropFirst(2) where bytes[index] | 0x20 == UInt8(ascii: "w") {
            if index + 1 < bytes.count, bytes[index + 1].isAlphanumericASCII { continue }
            let width = digits(bytes, endingAt: index)
            if width > 0 { return width }
        }
        return 0
    }

    /// The number of two to five digits behind one of the names and perhaps `=` or `_`; 0 for none.
    private static func parameter(_ names: [StaticString], _ bytes: [UInt8], _ start: Int) -> Int {
        for name in names {
            let word = name.description.utf8
            guard bytes[min(start, bytes.count)...].starts(with: word) else { continue }
            var index = start + word.count
            if index < bytes.count, bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: "_") {
                index += 1
            }
            guard let (number, end) = digits(bytes, from: index) else { continue }
            if end == bytes.count || !(bytes[end].isASCIILetter || bytes[end] == UInt8(ascii: "_")) { return number }
        }
        return 0
    }

    /// The number of two to five digits that begins at an index, and where it ends; nil for all else, and for 0.
    private static func digits(_ bytes: [UInt8], from start: Int) -> (number: Int, end: Int)? {
        var end = start
        var number = 0
        while end < bytes.count, end - start < 6, bytes[end].isASCIIDigit {
            number = number * 10 + Int(bytes[end] - 0x30)
            end += 1
        }
        return (2...5).contains(end - start) && number > 0 ? (number, end) : nil
    }

    /// The number of two to five digits that ends before an index; 0 for none.
    private static func digits(_ bytes: [UInt8], endingAt end: Int) -> Int {
        var start = end
        while start > 0, end - start < 6, bytes[start - 1].isASCIIDigit { start -= 1 }
        guard (2...5).contains(end - start), start == 0 || !bytes[start - 1].isASCIILetter else { return 0 }
        return bytes[start..<end].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
