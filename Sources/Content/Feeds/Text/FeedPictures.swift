internal import LarderHTML
internal import LarderModel

extension FeedFile {
    /// Whether it is a picture, by its type, else by the end of its address.
    package var isPicture: Bool {
        if let type { return type.lowercased().hasPrefix("image") }
        let path = url.prefix { $0 != "?" && $0 != "#" }.suffix(6).lowercased()
        return [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"].contains { path.hasSuffix($0) }
    }
}

extension FeedText {
    /// The address of the first picture in the text that is more than a counting pixel; nil where there is none.
    package var firstPicture: String? {
        guard isHTML, text.utf8.count <= 1 << 20, text.lowercased().contains("<img") else { return nil }
        let document = HTMLDocument.fragment(parsing: Array(text.utf8))
        for image in document.elements(named: .img) {
            let isPixel = [NameID.width, .height].contains { name in
                document.value(of: name, on: image).flatMap { Int($0.trimmedASCII) }.map { $0 < 3 } ?? false
            }
            if !isPixel, let url = document.value(of: .src, on: image)?.trimmedASCII, url.hasPrefix("http") {
                return url
            }
        }
        return nil
    }
}
