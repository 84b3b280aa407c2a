internal import LarderModel
internal import LarderSourceDefinitions

/// Which members of items are which field, by their names and by the form of their values.
struct ItemFields {
    /// The pointer to what tells items apart; nil: nothing does.
    private(set) var id: String?
    /// Pointers by the names of `fields`.
    private(set) var members: [String: String] = [:]

    /// Pointers to members that are no field, in the order of the items.
    private(set) var leftOver: [String] = []

    private static let maxItems = 50
    /// Words of names that belong to pictures.
    private static let pictureWords: Set<String> = [
        "image", "images", "img", "picture", "pictures", "photo", "photos", "thumb", "thumbnail", "thumbnails", "cover",
        "poster", "icon", "avatar", "logo", "media",
    ]

    init(_ items: [JSONPointer.Found]) {
        let items = items.prefix(Self.maxItems)
        var values: [String: [JSONValue]] = [:]
        var order: [(pointer: String, name: String)] = []
        for item in items {
            for leaf in item.value.leaves(maxDepth: 2) where !leaf.value.isBlank {
                if values[leaf.pointer] == nil { order.append((leaf.pointer, leaf.name)) }
                values[leaf.pointer, default: []].append(leaf.value)
            }
        }
        var taken: Set<String> = []
        func texts(_ pointer: String) -> [String] { (values[pointer] ?? []).compactMap(\.text).filter { !$0.isEmpty } }
        /// The texts of lists whose elements are texts or objects with a name or an address.
        func words(_ pointer: String) -> [String] {
            (values[pointer] ?? []).flatMap { $0.items ?? [] }.compactMap { value in
                value.text ?? ["name", "url", "src"].firstNonNil { value[$0]?.string }
            }
        }
        func find(_ names: [String], inLists: Bool = false, where fits: ([String]) -> Bool) -> String? {
            for name in names {
                // The name itself before names that end with it, outer members before inner members.
                let exact = order.filter { $0.name.lowercased() == name }
                let inner = order.filter { Self.isValue($0.pointer, of: name) }
                let ending = order.filter { $0.name.nameWords.last == name }
                for candidate in exact + inner + ending where !taken.contains(candidate.pointer) {
                    let found = inLists ? words(candidate.pointer) : texts(candidate.pointer)
                    guard !found.isEmpty, fits(found) else { continue }
                    taken.insert(candidate.pointer)
                    return candidate.pointer
                }
            }
            return nil
        }
        func areAddresses(_ texts: [String]) -> Bool {
            texts.allSatisfy { WebAddress($0) != nil || $0.hasPrefix("/") && !$0.contains(" ") }
        }
        func areWords(_ texts: [String]) -> Bool { !texts.contains { WebAddress($0) != nil } }
        func areNames(_ texts: [String]) -> Bool { areWords(texts) && !texts.contains { Int($0) != nil } }
        id = find(["id", "_id", "uuid", "guid", "slug", "key", "code"]) { found in
            found.count == items.count && Set(found).count == found.count
        }
        if id == nil, items.allSatisfy({ $0.key != nil }) { id = "$key" }
        let fields: [(name: String, names: [String], fits: ([String]) -> Bool)] = [
            ("title", ["title", "name", "headline", "label", "rendered", "subject", "meal", "recipe"], areWords),
            (
                "image",
                ["image", "image_url", "imageurl", "picture", "photo", "thumbnail", "thumb", "img", "cover", "poster"],
                areAddresses
            ),
            (
                "url",
                ["url", "link", "href", "permalink", "web_url", "source_url", "sourceurl", "source", "canonical"],
                areAddresses
            ),
            (
                "published",
                ["published", "published_at", "publishedat", "date", "created_at", "createdat", "created"],
                Self.areDates
            ),
            (
                "updated", ["updated", "updated_at", "updatedat", "modified", "modified_gmt", "modified_at"],
                Self.areDates
            ),
            ("author", ["author", "creator", "byline", "publisher", "by"], areNames),
        ]
        // The address of a picture is no item's page.
        let pictures = Set(
            order.filter { leaf in
                let words = leaf.pointer.split(separator: "/").flatMap { String($0).nameWords }
                return words.contains(where: Self.pictureWords.contains)
                    || texts(leaf.pointer).contains(where: Self.isPicture)
            }.map(\.pointer)
        )
        for (name, names, fits) in fields {
            if name == "url" { taken.formUnion(pictures) }
            members[name] = find(names, where: fits)
            if name == "url" { taken.subtract(pictures.subtracting(members.values)) }
        }
        let bodies = ["content", "body", "html", "text", "instructions", "description", "summary", "abstract"]
        let written = { (texts: [String]) in areWords(texts) && texts.contains { $0.utf8.count > 40 } }
        if let body = find(bodies, where: written) ?? find(bodies, where: areWords) {
            let isHTML = texts(body).contains { $0.contains("</") || $0.contains("<br") }
            members[isHTML ? "html" : "text"] = body
        }
        members["summary"] = find(
            ["summary", "excerpt", "description", "teaser", "abstract", "intro"],
            where: areWords
        )
        members["language"] = find(["language", "lang", "locale"], where: Self.areLanguages)
        members["tags"] = find(["tags", "keywords", "labels"], inLists: true, where: areWords)
        members["images"] = find(["images", "pictures", "photos", "gallery"], inLists: true, where: areAddresses)
        // Without a telling name: an address that differs from item to item is the item's own.
        if members["url"] == nil, id == nil {
            id = order.first { areAddresses(texts($0.pointer)) && Set(texts($0.pointer)).count == items.count }?.pointer
            members["url"] = id
        }
        let used = ([id].compactMap(\.self) + members.values).compactMap { JSONPointer($0) }
        leftOver = order.map(\.pointer).filter { pointer in
            JSONPointer(pointer).map { leaf in !used.contains { $0.meets(leaf) } } ?? false
        }
    }

    /// Adds the fields of an item's own record that the list lacks.
    mutating func fill(from record: ItemFields) {
        members.merge(record.members) { own, _ in own }
        leftOver += record.leftOver.filter { !leftOver.contains($0) && !members.values.contains($0) }
        leftOver.removeAll { members.values.contains($0) }
    }

    private static func isPicture(_ text: String) -> Bool {
        let path = text.lowercased().prefix { $0 != "?" && $0 != "#" }
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"].contains { path.hasSuffix($0) }
    }

    /// `en`, `en-GB` or `pt_BR`.
    private static func areLanguages(_ texts: [String]) -> Bool {
        texts.allSatisfy { text in
            let words = text.split { $0 == "-" || $0 == "_" }
            return (1...3).contains(words.count) && (2...3).contains(words[0].utf8.count)
                && words.allSatisfy { $0.utf8.count <= 8 && $0.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } }
                && words[0].utf8.allSatisfy(\.isASCIILetter)
        }
    }

    /// Whether the pointer leads to what an object of that name is, as in `/author/name` and `/image/src`.
    private static func isValue(_ pointer: String, of name: String) -> Bool {
        let words = pointer.lowercased().split(separator: "/")
        return words.count > 1 && words[words.count - 2] == name
            && ["name", "url", "src", "href", "rendered", "value"].contains(words[words.count - 1])
    }

    /// `2026-05-01…`, or seconds or milliseconds since 1970 of this century.
    private static func areDates(_ texts: [String]) -> Bool {
        texts.allSatisfy { text in
            if let number = Int(text) {
                return (946_684_800...4_102_444_800).contains(number > 100_000_000_000 ? number / 1000 : number)
            }
            let digits = text.utf8.prefix(10)
            return digits.count == 10 && digits.filter { $0.isASCIIDigit }.count == 8
        }
    }
}

extension JSONValue {
    /// What stands at a pointer; nil where nothing does.
    func value(at pointer: String) -> JSONValue? { JSONPointer(pointer)?.value(in: self) }
}
