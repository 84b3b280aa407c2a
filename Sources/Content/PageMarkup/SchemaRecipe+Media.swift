import LarderHTML
internal import LarderModel

extension SchemaRecipe {
    /// Whether the markup itself has pictures.
    var hasImage: Bool { imageValue.map { !pictures($0).isEmpty } ?? false }

    private var imageValue: JSONValue? { value("image", "thumbnailurl", "photo") }

    /// The addresses in a value as they are written, with the area in pixels that stands beside them; zero: none does.
    func pictures(_ value: JSONValue) -> [(url: String, size: Int)] {
        var found: [(url: String, size: Int)] = []
        var budget = Self.maxVisits
        func add(_ value: JSONValue, depth: Int) {
            budget -= 1
            guard depth < 8, found.count < 100, budget > 0 else { return }
            switch graph.resolved(value) {
            case .string(let text): found.append((text.trimmedSpace, 0))
            case .array(let items): for item in items { add(item, depth: depth + 1) }
            case .object(let members):
                let object = JSONValue.object(members)
                guard let url = object["url"] ?? object["contentUrl"] ?? object["@id"] else { return }
                let size = Self.pixels(object["width"]) * Self.pixels(object["height"])
                if let text = url.string { found.append((text.trimmedSpace, size)) } else { add(url, depth: depth + 1) }
            default: break
            }
        }
        add(value, depth: 0)
        return found
    }

    /// The pictures, the largest by stated or written size first, in their order otherwise.
    func images(_ head: PageHead) -> [String] {
        PictureOrder.ordered(imageValue.map { pictures($0) } ?? [], head)
    }

    /// The addresses of the videos, files before pages of players.
    func videos(_ head: PageHead) -> [String] {
        var found: [String] = []
        var budget = Self.maxVisits
        func add(_ value: JSONValue, depth: Int) {
            budget -= 1
            guard depth < 8, found.count < PageRecipe.Limits.maxVideos, budget > 0 else { return }
            switch graph.resolved(value) {
            case .string(let text): found.append(text.trimmedSpace)
            case .array(let items): for item in items { add(item, depth: depth + 1) }
            case .object(let members):
                let object = JSONValue.object(members)
                let urls = ["contentUrl", "embedUrl", "url"].compactMap { object[$0]?.string?.trimmedSpace.nonEmpty }
                found += urls.prefix(2)
            default: break
            }
        }
        if let value = value("video") { add(value, depth: 0) }
        return found.map { head.absolute(CharacterReferences.decoding($0)) }.filter { !$0.isEmpty }.distinct
    }

    static func pixels(_ value: JSONValue?) -> Int {
        let text = value?.text ?? value?["value"]?.text ?? ""
        return min(max(Int(text.prefix { $0.isASCII && $0.isNumber }) ?? 0, 0), 100_000)
    }
}

/// Which of a page's pictures come first.
enum PictureOrder {
    /// The addresses, absolute, the largest by stated or written size first, in their order otherwise.
    static func ordered(_ found: [(url: String, size: Int)], _ head: PageHead) -> [String] {
        var sized: [(url: String, size: Int, order: Int)] = []
        func place(_ image: (url: String, size: Int), unknown: Int) {
            let url = head.absolute(CharacterReferences.decoding(image.url))
            guard !url.isEmpty, url.utf8.count <= PageRecipe.Limits.maxURLBytes else { return }
            let known = max(image.size, writtenSize(image.url))
            let size = known > 0 ? known : unknown
            if let index = sized.firstIndex(where: { $0.url.isSame(as: url) }) {
                sized[index].size = max(sized[index].size, size)
            } else {
                sized.append((url, size, sized.count))
            }
        }
        // A picture of unknown size is taken for one of about 480 x 360: larger than a thumbnail, smaller than a known one.
        for image in found { place(image, unknown: 170_000) }
        for image in head.images { place((image.url, image.area), unknown: 160_000) }
        sized.sort { $0.size == $1.size ? $0.order < $1.order : $0.size > $1.size }
        return sized.map(\.url)
    }

    /// The area that a URL names, as in `photo-1200x800.jpg`, `?w=1200&h=800` and, of squares, `?w=1200` and `/w1200/`.
    private static func writtenSize(_ url: String) -> Int {
        let sizes = url.matches(of: /\b(?:_)?(\d{2,5})x(\d{2,5})(?![0-9a-zA-Z])/)
        if let match = sizes.last { return (Int(match.output.1) ?? 0) * (Int(match.output.2) ?? 0) }
        let width = url.firstMatch(of: /[?&\/,](?:w|wid|width)[=_]?(\d{2,5})\b/).flatMap { Int($0.output.1) }
        let height = url.firstMatch(of: /[?&\/,](?:h|hei|height)[=_]?(\d{2,5})\b/).flatMap { Int($0.output.1) }
        return (width ?? height ?? 0) * (height ?? width ?? 0)
    }
}
