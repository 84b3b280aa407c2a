internal import LarderHTML
internal import LarderModel

/// Reads the properties of a schema.org Recipe in the shapes that real pages give them.
struct SchemaRecipe {
    let graph: SchemaGraph
    let recipe: JSONValue

    /// The first text of a property.
    func text(_ name: String) -> String? {
        guard let value = recipe[name],
            let text = Self.texts(value).lazy.map(SchemaText.line).first(where: { !$0.isEmpty })
        else { return nil }
        return text
    }

    /// The comma-separated words of a property.
    func words(_ name: String) -> [String] {
        guard let value = recipe[name] else { return [] }
        return Self.texts(value).flatMap { SchemaText.parts(SchemaText.line($0)) }.distinct
    }

    /// All strings and numbers of a value; of objects their `@value`, `text`, `name` or `@id`.
    private static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text), .number(let text): [text]
        case .array(let items): items.flatMap { texts($0) }
        case .object:
            ["@value", "text", "name", "url", "@id"].lazy.compactMap { value[$0].map { texts($0) } }.first {
                !$0.isEmpty
            } ?? []
        default: []
        }
    }

    var ingredients: [String] {
        let value = [recipe["recipeIngredient"], recipe["ingredients"], recipe["recipeingredient"]]
            .compactMap { $0 }.first { !SchemaGraph.isEmpty($0) }
        guard let value else { return [] }
        let texts = Self.texts(value)
        var lines = texts.flatMap { text in
            texts.count == 1 ? SchemaText.lines(text) : [SchemaText.line(text)]
        }
        // A whole list in one string, parted by commas: one ingredient does not hold three of them.
        if lines.count == 1, case let parts = SchemaText.parts(lines[0]), parts.count > 3 { lines = parts }
        return Array(lines.map(Self.tidied).filter { !$0.isEmpty }.prefix(SourceLimits.maxIngredients))
    }

    /// A line without a bullet before it, and with doubled brackets, which a widespread plug-in writes, made single.
    ///
    /// Headings in Markdown ("## Sauce") are no ingredients and become empty.
    private static func tidied(_ line: String) -> String {
        if line.utf8.starts(with: "##".utf8) { return "" }
        let bullets: Set<Unicode.Scalar> = ["-", "–", "•", "*", "·", "▢", "□"]
        var rest = line.unicodeScalars[...]
        if let first = rest.first, bullets.contains(first), rest.dropFirst().first == " " { rest = rest.dropFirst(2) }
        rest.replace("((".unicodeScalars, with: "(".unicodeScalars)
        rest.replace("))".unicodeScalars, with: ")".unicodeScalars)
        return String(rest)
    }

    var instructions: [String] {
        guard let value = recipe["recipeInstructions"] ?? recipe["instructions"] else { return [] }
        var budget = Self.maxVisits
        return Array(steps(value, depth: 0, &budget).prefix(2_000))
    }

    private func steps(_ value: JSONValue, depth: Int, _ budget: inout Int) -> [String] {
        budget -= 1
        guard depth < 20, budget > 0 else { return [] }
        switch graph.resolved(value) {
        case .string(let text): return SchemaText.lines(text)
        case .array(let items): return items.flatMap { steps($0, depth: depth + 1, &budget) }
        case .object(let members):
            let object = JSONValue.object(members)
            let name = (object["name"] ?? object["Name"])?.text.map(SchemaText.line) ?? ""
            let text = object["text"].map { steps($0, depth: depth + 1, &budget) } ?? []
            let inner =
                (object["itemListElement"] ?? object["steps"] ?? object["item"]).map {
                    steps($0, depth: depth + 1, &budget)
                } ?? []
            if SchemaGraph.isType(object, ["HowToSection"]) {
                return (name.isEmpty ? [] : [name]) + (inner.isEmpty ? text : inner)
            }
            let body = inner.isEmpty ? text : inner
            guard !body.isEmpty else {
                let other = object["description"]?.text.map(SchemaText.lines) ?? []
                return name.isEmpty ? other : [name]
            }
            return Self.says(name, moreThan: body) ? [name] + body : body
        default: return []
        }
    }

    /// Whether a step's name is worth a line of its own: it is no counting word and its text does not begin with it.
    private static func says(_ name: String, moreThan body: [String]) -> Bool {
        guard !name.isEmpty else { return false }
        if name.utf8.count <= 200 {
            let isCount = name.wholeMatch(of: /#?\d+[.:)]?/) != nil
            let countedStep = /(?i)\b(?:step|schritt|étape|etape|paso|stap|passo)\s*#?\d*[.:)]?$/
            if isCount || name.firstMatch(of: countedStep) != nil { return false }
        }
        var stem = name.unicodeScalars[...]
        while let last = stem.last, ".…:!".unicodeScalars.contains(last) { stem.removeLast() }
        return !body.joined(separator: " ").lowercased().utf8.starts(with: Substring(stem).lowercased().utf8)
    }

    /// How many values of one property are visited: references may lead in circles, and lists of them multiply.
    private static let maxVisits = 10_000

    var authors: [String] {
        let own = recipe["author"].map { names($0) } ?? []
        if !own.isEmpty { return own }
        for types in [["Article", "BlogPosting", "NewsArticle"], ["WebPage"]] as [Set<String>] {
            if let author = graph.first(ofType: types)?["author"] {
                let found = names(author)
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    /// The publisher of the recipe, who stands in for an author that is not named.
    var publisher: String? { recipe["publisher"].flatMap { names($0).first } }

    private func names(_ value: JSONValue) -> [String] {
        var budget = Self.maxVisits
        return names(value, depth: 0, &budget)
    }

    private func names(_ value: JSONValue, depth: Int, _ budget: inout Int) -> [String] {
        budget -= 1
        guard depth < 8, budget > 0 else { return [] }
        let all: [String]
        switch graph.resolved(value) {
        case .string(let text): all = [SchemaText.line(text)]
        case .array(let items): all = items.flatMap { names($0, depth: depth + 1, &budget) }
        case .object(let members):
            all = JSONValue.object(members)["name"].map { names($0, depth: depth + 1, &budget) } ?? []
        default: all = []
        }
        return all.distinct
    }

    /// The pictures, the largest by stated or written size first, in their order otherwise.
    func images(_ head: PageHead) -> [String] {
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
        if let value = recipe["image"] ?? recipe["thumbnailUrl"] { add(value, depth: 0) }
        var sized: [(url: String, size: Int, order: Int)] = []
        func place(_ image: (url: String, size: Int), unknown: Int) {
            let url = head.absolute(CharacterReferences.decoding(image.url))
            guard !url.isEmpty, url.utf8.count <= SourceLimits.maxURLBytes else { return }
            let known = max(image.size, Self.writtenSize(image.url))
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

    static func pixels(_ value: JSONValue?) -> Int {
        let text = value?.text ?? value?["value"]?.text ?? ""
        return min(max(Int(text.prefix { $0.isASCII && $0.isNumber }) ?? 0, 0), 100_000)
    }

    /// The area that a URL names, as in `photo-1200x800.jpg`, `?w=1200&h=800` and, of squares, `?w=1200` and `/w1200/`.
    private static func writtenSize(_ url: String) -> Int {
        let sizes = url.matches(of: /\b(?:_)?(\d{2,5})x(\d{2,5})(?![0-9a-zA-Z])/)
        if let match = sizes.last { return (Int(match.output.1) ?? 0) * (Int(match.output.2) ?? 0) }
        let width = url.firstMatch(of: /[?&\/,](?:w|wid|width)[=_]?(\d{2,5})\b/).flatMap { Int($0.output.1) }
        let height = url.firstMatch(of: /[?&\/,](?:h|hei|height)[=_]?(\d{2,5})\b/).flatMap { Int($0.output.1) }
        return (width ?? height ?? 0) * (height ?? width ?? 0)
    }

    var nutrients: [(name: String, text: String)] {
        guard let value = recipe["nutrition"] else { return [] }
        let object = (value.items?.first).map(graph.resolved) ?? graph.resolved(value)
        var seen = Set(["@type", "@id", "@context", "type"].map { Array($0.utf8) })
        return (object.members ?? []).prefix(60).compactMap { member in
            guard seen.insert(Array(member.name.utf8)).inserted else { return nil }
            let text = Self.texts(member.value).map(SchemaText.line).joined(separator: ", ")
            return text.isEmpty ? nil : (member.name, text)
        }
    }

    var rating: (Double?, Int?) {
        let own = recipe["aggregateRating"].map { $0.items?.first ?? $0 }.map(graph.resolved)
        guard let rating = own ?? graph.first(ofType: ["AggregateRating"]) else { return (nil, nil) }
        func number(_ name: String) -> Double? {
            guard let text = rating[name].flatMap({ Self.texts($0).first }) else { return nil }
            let digits = SchemaText.line(text).replacing(",", with: ".").prefix {
                $0.isASCII && ($0.isNumber || $0 == ".")
            }
            return Double(digits)
        }
        let value = number("ratingValue").flatMap { $0 > 0 ? ($0 * 100).rounded() / 100 : nil }
        let count = (number("ratingCount") ?? number("reviewCount")).flatMap { Int(exactly: $0.rounded()) }
        return (value, count.flatMap { $0 > 0 ? $0 : nil })
    }
}
