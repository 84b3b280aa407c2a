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
            guard depth < 8, found.count < RecordBound.recipeWords.limit, budget > 0 else { return }
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
