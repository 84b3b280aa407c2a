import LarderHTML
internal import LarderModel

extension SchemaRecipe {
    /// The addresses of the recipe's own pictures as they are written.
    var pictures: [(url: String, size: Int)] { value("image", "thumbnailurl", "photo").map { pictures($0) } ?? [] }

    /// The addresses in a value as they are written, with the area in pixels that stands beside them; zero: none does.
    func pictures(_ value: JSONValue) -> [(url: String, size: Int)] {
        var found: [(url: String, size: Int)] = []
        visit(value) { value in
            guard found.count < 100 else { return nil }
            if let text = value.string {
                found.append((text.trimmedSpace, 0))
                return nil
            }
            guard let url = value["url"] ?? value["contentUrl"] ?? value["@id"] else { return nil }
            guard let text = url.string else { return url }
            found.append((text.trimmedSpace, Self.pixels(value["width"]) * Self.pixels(value["height"])))
            return nil
        }
        return found
    }

    /// The addresses of the videos, files before pages of players.
    func videos(_ head: PageHead) -> [String] {
        guard let value = value("video") else { return [] }
        var found: [String] = []
        visit(value) { value in
            guard found.count < RecordBound.recipeWords.limit else { return nil }
            let urls = [value] + ["contentUrl", "embedUrl", "url"].map { value[$0] ?? .null }
            found += urls.compactMap { $0.string?.trimmedSpace.nonEmpty }.prefix(2)
            return nil
        }
        return found.map { head.absolute(CharacterReferences.decoding($0)) }.distinct
    }

    static func pixels(_ value: JSONValue?) -> Int {
        let text = value?.text ?? value?["value"]?.text ?? ""
        return min(max(Int(text.prefix { $0.isASCII && $0.isNumber }) ?? 0, 0), 100_000)
    }
}
