internal import LarderHTML
internal import LarderModel

/// Which of the files that a page offers for one picture is fetched.
package enum PictureChoice {
    /// The addresses to ask for a picture, the best first.
    ///
    /// An address is asked if those before it bring no picture. The widest file of at most twice `width` comes first.
    /// Only a `src` wider than that gives way to a narrower file, and only to one that is at least as wide as `width`.
    /// If all files may be narrower than `width`, the file that the picture links to comes first. The others follow
    /// in this order: files of at least `width`; a `src` of unknown width; narrower files, the widest first.
    ///
    /// - Parameters:
    ///   - candidates: The first is what the page shows without scripts.
    ///   - width: The widest variant that is wanted, in pixels.
    package static func files(_ candidates: [ReaderPictureCandidate], for width: Int) -> [String] {
        guard let own = candidates.first else { return [] }
        let bound = 2 * width
        let stated = candidates.filter { $0.width > 0 }
        let fitting = stated.filter { $0.width <= bound }.sorted { $0.width > $1.width }
        let larger = stated.filter { $0.width > bound }.sorted { $0.width < $1.width }
        var best: ReaderPictureCandidate =
            if own.width > 0, own.width <= bound {
                fitting.first ?? own
            } else if let widest = fitting.first, widest.width >= width {
                widest
            } else if own.width > 0 {
                larger.first ?? own
            } else {
                candidates.filter { $0.density > 1 && $0.width == 0 }.max { $0.density < $1.density } ?? own
            }
        if best.width < width, let linked = candidates.first(where: \.isLinked) { best = linked }
        let wide = fitting.prefix { $0.width >= width }
        let unstated = own.width > 0 ? [] : [own]
        return ([best] + wide + larger + unstated + fitting.dropFirst(wide.count) + candidates).map(\.url).distinct
    }

    /// Whether two addresses name one picture, perhaps in different sizes: `a/tram-300x200.jpg` and `a/tram.jpg?w=900`.
    package static func isSamePicture(_ first: String, _ second: String) -> Bool {
        first.isSame(as: second) || subject(of: first).map { $0 == subject(of: second) } ?? false
    }

    /// Whether an address ends with the name of a picture file.
    static func hasPictureName(_ url: String) -> Bool { subject(of: url) != nil }

    /// The address of a picture that DokuWiki scales by parameters of its address, without them; nil for any other.
    ///
    /// See DokuWiki's `fetch.php`: `w` and `h` are the size, `tok` allows this size.
    static func unscaled(_ url: String) -> String? {
        guard let mark = url.firstIndex(of: "?"), wikiFiles.contains(where: url.contains) else { return nil }
        let parameters = url[mark...].dropFirst().split(separator: "&")
        let others = parameters.filter { parameter in !["w=", "h=", "tok="].contains { parameter.hasPrefix($0) } }
        guard others.count < parameters.count else { return nil }
        return url[..<mark] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    }

    private static let wikiFiles = ["/lib/exe/fetch.php?", "/_media/"]

    /// An address up to its file's name, without size and query; nil where it does not end with a picture file's name.
    private static func subject(of url: String) -> [UInt8]? {
        var path = Array(url.utf8.prefix { $0 != 0x3F && $0 != 0x23 })
        guard let dot = path.lastIndex(of: 0x2E), path.count - dot <= 6,
            PictureSources.endings.contains(String(decoding: path[dot...], as: UTF8.self).lowercased())
        else { return nil }
        path.removeLast(path.count - dot)
        if path.suffix(scaled.count) == scaled[...] { path.removeLast(scaled.count) }
        guard let mark = path.lastIndex(where: { $0 == 0x2D || $0 == 0x5F }) else { return path }
        let numbers = path[(mark + 1)...].split(separator: 0x78, omittingEmptySubsequences: false)
        let areDigits = numbers.allSatisfy { (1...5).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }
        return numbers.count == 2 && areDigits ? Array(path[..<mark]) : path
    }

    /// What WordPress writes behind the name of an upload that it has made smaller.
    private static let scaled = Array("-scaled".utf8)
}

extension ReaderPicture {
    /// The candidates with another file of the same picture, such as the page's lead picture; nil: it is another
    /// picture.
    package func candidates(with file: String) -> [ReaderPictureCandidate]? {
        guard !candidates.contains(where: { $0.url.isSame(as: file) }) else { return candidates }
        guard candidates.contains(where: { PictureChoice.isSamePicture($0.url, file) }) else { return nil }
        let other = ReaderPictureCandidate(url: file, width: PictureOrder.writtenSize(file).width)
        // A file whose name states no size is the picture that the sizes were made of.
        return other.width > 0 ? candidates + [other] : [other] + candidates
    }
}

/// The first picture in a piece of HTML.
package enum FragmentPicture {
    private static let maxBytes = 1 << 20

    /// The files of the first picture that is no icon, the best first; empty where there is none.
    ///
    /// - Parameter base: What relative addresses are relative to.
    package static func candidates(in html: String, base: String?) -> [ReaderPictureCandidate] {
        guard html.utf8.count <= maxBytes, html.utf8.contains(UInt8(ascii: "<")) else { return [] }
        let document = HTMLDocument.fragment(parsing: Array(html.utf8))
        guard document.firstElement(named: .img) != nil else { return [] }
        let finder = PictureFinder(WebPage(document, url: base))
        for image in document.elements(named: .img) where !finder.isIcon(image) {
            let candidates = finder.candidates(of: image).filter { $0.url.hasPrefix("http") }
            if !candidates.isEmpty { return candidates }
        }
        return []
    }
}
