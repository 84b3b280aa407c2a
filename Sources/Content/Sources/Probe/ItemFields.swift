internal import LarderModel
internal import LarderSourceDefinitions

/// Which members of items are which field, by their names and by the form of their values.
struct ItemFields {
    /// The pointer to what tells items apart; nil: nothing does.
    private(set) var id: String?
    /// Pointers by the names of `fields`.
    private(set) var members: [String: String] = [:]

    private static let maxItems = 50

    init(_ items: [JSONPointer.Found]) {
        let items = items.prefix(Self.maxItems)
        var values: [String: [JSONValue]] = [:]
        var order: [(pointer: String, name: String)] = []
        for item in items {
            for leaf in item.value.leaves(maxDepth: 2) {
                if values[leaf.pointer] == nil { order.append((leaf.pointer, leaf.name)) }
                values[leaf.pointer, default: []].append(leaf.value)
            }
        }
        var taken: Set<String> = []
        func texts(_ pointer: String) -> [String] { (values[pointer] ?? []).compactMap(\.text).filter { !$0.isEmpty } }
        func find(_ names: [String], where fits: ([String]) -> Bool) -> String? {
            for name in names {
                // The name itself before names that end with it, outer members before inner members.
                let exact = order.filter { $0.name.lowercased() == name }
                let inner = order.filter { Self.isValue($0.pointer, of: name) }
                let ending = order.filter { $0.name.nameWords.last == name }
                for candidate in exact + inner + ending where !taken.contains(candidate.pointer) {
                    let found = texts(candidate.pointer)
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
        for (name, names, fits) in fields { members[name] = find(names, where: fits) }
        let bodies = ["body", "content", "text", "html", "instructions", "description", "summary", "abstract"]
        if let body = find(bodies, where: { areWords($0) && $0.contains { $0.utf8.count > 40 } }) {
            let isHTML = texts(body).contains { $0.contains("</") || $0.contains("<br") }
            members[isHTML ? "html" : "text"] = body
        }
        // Without a telling name: an address that differs from item to item is the item's own.
        if members["url"] == nil, id == nil {
            id = order.first { areAddresses(texts($0.pointer)) && Set(texts($0.pointer)).count == items.count }?.pointer
            members["url"] = id
        }
    }

    /// Adds the fields of an item's own record that the list lacks.
    mutating func fill(from record: ItemFields) { members.merge(record.members) { own, _ in own } }

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
    /// A text, number or truth value below a value.
    struct Leaf {
        var pointer: String
        var name: String
        var value: JSONValue
    }

    /// The leaves of an object, by levels, without the leaves of lists.
    func leaves(maxDepth: Int) -> [Leaf] {
        var leaves: [Leaf] = []
        var level = [(pointer: "", value: self)]
        for _ in 0..<maxDepth {
            var next: [(pointer: String, value: JSONValue)] = []
            for (pointer, value) in level {
                for member in value.members ?? [] {
                    let place = pointer + "/" + member.name.pointerWord
                    if member.value.members != nil {
                        next.append((place, member.value))
                    } else if member.value.items == nil {
                        leaves.append(Leaf(pointer: place, name: member.name, value: member.value))
                    }
                }
            }
            level = next
        }
        return leaves
    }

    /// What stands at a pointer; nil where nothing does.
    func value(at pointer: String) -> JSONValue? { JSONPointer(pointer)?.value(in: self) }
}

extension String {
    var pointerWord: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
