internal import LarderModel
internal import LarderPages

/// A script of data, which pages that are opened as files can load.
enum SiteScript {
    /// - Parameters:
    ///   - name: As the script of the folder asks for it.
    ///   - body: Writes one value.
    static func file(_ name: String, _ body: (inout JSONWriter) -> Void) -> SiteFile {
        var writer = JSONWriter(capacity: 32_768)
        body(&writer)
        var bytes = Array("larderData(\"\(name)\",".utf8)
        bytes.reserveCapacity(writer.bytes.count + 64)
        for byte in writer.bytes {
            let start = bytes.suffix(2)
            if byte == UInt8(ascii: "/"), start.last == UInt8(ascii: "<") {
                bytes += "\\/".utf8
            } else if byte == 0xA8 || byte == 0xA9, start.elementsEqual([0xE2, 0x80]) {
                // JSON is a part of JavaScript but for U+2028 and U+2029, which older programs take for line ends.
                bytes.removeLast(2)
                bytes += (byte == 0xA8 ? "\\u2028" : "\\u2029").utf8
            } else {
                bytes.append(byte)
            }
        }
        bytes += ");\n".utf8
        return SiteFile(path: "data/\(name).js", bytes: bytes)
    }

    /// Numbers from 0 on as text: digits to the base of 28, the lowest first, each but the last one 28 higher, as the
    /// characters from U+0023 on.
    static func text(_ numbers: some Sequence<Int>) -> String {
        var bytes: [UInt8] = []
        for number in numbers {
            var rest = number
            while rest >= 28 {
                bytes.append(UInt8(35 + 28 + rest % 28))
                rest /= 28
            }
            bytes.append(UInt8(35 + rest))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Rising numbers as the differences between them.
    static func rising(_ numbers: [Int]) -> String {
        var last = 0
        return text(
            numbers.map { number in
                defer { last = number }
                return number - last
            }
        )
    }
}

enum SitePicture {
    /// The pictures that markup shows, as paths from the first page on.
    static func paths(in html: HTML, root: String) -> [String] {
        let start = Array("\(root)pictures/".utf8)
        var isSource = false
        var paths: [String] = []
        // Texts have no quotation marks, see ``HTML``: each part is one attribute's value, or what is between two.
        for part in html.text.utf8.split(separator: 0x22, omittingEmptySubsequences: false) {
            if isSource, part.starts(with: start), let path = String(part.dropFirst(root.utf8.count)) {
                paths.append(path)
            }
            isSource = part.suffix(5).elementsEqual(" src=".utf8)
        }
        return paths
    }

    /// The name of its file in the cache; nil where the path is none of a picture.
    static func digest(ofPath path: String) -> String? {
        let name = path.split(separator: "/").last?.split(separator: ".").first
        return name.flatMap { Digest(hex: String($0))?.hex }
    }
}
