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

    var nutrients: [NutritionFact] {
        guard let value = value("nutrition") else { return [] }
        let object = (value.items?.first).map(graph.resolved) ?? graph.resolved(value)
        var seen = Set(["@type", "@id", "@context", "type"].map { Array($0.utf8) })
        return (object.members ?? []).prefix(RecordBound.nutrition.limit).compactMap { member in
            guard seen.insert(Array(member.name.utf8)).inserted else { return nil }
            let text = Self.texts(member.value).map(SchemaText.line).joined(separator: ", ")
            guard !text.isEmpty else { return nil }
            let (number, unit) = NumberText.amount(text)
            return NutritionFact(name: member.name, amount: number, unit: unit, text: text)
        }
    }

    var rating: (value: Double?, best: Double?, count: Int?)? {
        let own = value("aggregaterating", "review").map { $0.items?.first ?? $0 }.map(graph.resolved)
        guard let rating = own ?? graph.first(ofType: ["AggregateRating", "Review-aggregate"]) else { return nil }
        func number(_ names: String...) -> Double? {
            names.firstNonNil { rating[$0].flatMap { Self.texts($0).first } }.flatMap {
                NumberText.amount(SchemaText.line($0)).number
            }
        }
        let value = number("ratingValue", "rating").flatMap { $0 > 0 ? ($0 * 100).rounded() / 100 : nil }
        let count = number("ratingCount", "reviewCount", "count").flatMap { Int(exactly: $0.rounded()) }
        guard value != nil || count ?? 0 > 0 else { return nil }
        return (value, number("bestRating", "best").flatMap { $0 > 0 ? $0 : nil }, count.flatMap { $0 > 0 ? $0 : nil })
    }
}

enum NumberText {
    /// The first number of a short text and the word behind it: `1,200 mg` is 1200 and `mg`.
    ///
    /// A comma or full stop before three last digits separates thousands, unless the number begins with 0.
    static func amount(_ text: String) -> (number: Double?, unit: String?) {
        let scalars = Array(text.unicodeScalars.prefix(200))
        guard let start = scalars.firstIndex(where: isDigit) else { return (nil, nil) }
        var digits = ""
        var index = start
        while index < scalars.count, isDigit(scalars[index]) || scalars[index] == "," || scalars[index] == "." {
            digits.unicodeScalars.append(scalars[index])
            index += 1
        }
        while let last = digits.last, last == "," || last == "." { digits.removeLast() }
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        let isThousands = parts.count > 1 && parts.dropFirst().allSatisfy { $0.count == 3 } && digits.contains(",")
        let plain =
            isThousands && parts.first != "0"
            ? parts.joined() : parts.count > 1 ? parts.dropLast().joined() + "." + (parts.last ?? "") : digits
        var unit = String.UnicodeScalarView()
        let rest = scalars[index...].drop { $0 == " " || $0 == "\u{A0}" }
        unit.append(contentsOf: rest.prefix { $0.properties.isAlphabetic || $0 == "%" || $0 == "µ" }.prefix(24))
        guard let number = Double(plain), number.isFinite, number < 1e12 else { return (nil, nil) }
        return (number, String(unit).nonEmpty)
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
