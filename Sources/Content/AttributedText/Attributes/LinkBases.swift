/// What the URLs of a text's links begin with, each once: most links of a page lead to a few folders.
struct LinkBases {
    /// The beginnings as UTF-8; the first is empty.
    private(set) var all: [[UInt8]] = [[]]

    /// More would be looked through for each link.
    private static let most = 32
    /// A base is worth its bytes and those that tell that it is used where it is longer by so much.
    private static let gain = 12

    /// The place in ``all`` of the longest that a URL begins with; the URL's folder is added where that is much longer.
    mutating func place(of url: [UInt8]) -> Int {
        var place = 0
        for (number, base) in all.enumerated()
        where base.count > all[place].count && base.count <= url.count && Self.begins(url, with: base) {
            place = number
        }
        let folder = Self.folder(of: url)
        guard folder - all[place].count >= Self.gain, all.count < Self.most else { return place }
        all.append(Array(url[..<folder]))
        return all.count - 1
    }

    /// Compares from the end: what begins alike mostly ends differently.
    private static func begins(_ url: [UInt8], with base: [UInt8]) -> Bool {
        var index = base.count
        while index > 0, url[index - 1] == base[index - 1] { index -= 1 }
        return index == 0
    }

    /// How many bytes of a URL its last slash ends, those after `?` and `#` not counted; 0 where it has no path.
    private static func folder(of url: [UInt8]) -> Int {
        var folder = 0
        for (index, byte) in url.enumerated() {
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: "/") { folder = index + 1 }
        }
        return folder > "https://".utf8.count ? folder : 0
    }
}
