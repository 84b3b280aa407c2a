internal import LarderModel
internal import LarderSourceDefinitions

/// The list of items in an answer, and where it is.
struct AnswerList {
    /// `items` of a source's file: a JSON Pointer, with `/*` behind a map; empty: the answer itself.
    var pointer: String
    var items: [JSONPointer.Found]

    /// Whether the items are ids alone.
    var isOfIDs: Bool { items.allSatisfy { $0.value.text != nil } }

    /// The longest list of objects at most three names deep; of equally long lists the outer, then the first.
    ///
    /// Where there is none, the largest map of like objects counts, and then the longest list of texts or numbers.
    static func longest(in json: JSONValue) -> AnswerList? {
        var (objects, map, ids): (AnswerList?, AnswerList?, AnswerList?)
        var level = [(pointer: "", value: json)]
        for _ in 0...3 {
            var next: [(pointer: String, value: JSONValue)] = []
            for (pointer, value) in level {
                if let items = value.items {
                    objects.takeLonger(pointer, items.filter { $0.members != nil }.map { JSONPointer.Found(value: $0) })
                    guard items.allSatisfy({ $0.integer != nil || $0.string != nil }) else { continue }
                    ids.takeLonger(pointer, items.map { JSONPointer.Found(value: $0) })
                } else if let members = value.members {
                    if areAlike(members) {
                        let items = members.map { JSONPointer.Found(value: $0.value, key: $0.name) }
                        map.takeLonger(pointer + "/*", items)
                    }
                    next += members.map { (pointer + "/" + $0.name.pointerWord, $0.value) }
                }
            }
            level = next
        }
        return objects ?? map ?? ids
    }

    /// Whether the members of an object are items by their keys: objects that share most of their own members.
    private static func areAlike(_ members: [JSONMember]) -> Bool {
        guard members.count > 1, let first = members.first?.value.members, !first.isEmpty else { return false }
        let shared = members.dropFirst().reduce(Set(first.map(\.name))) { names, member in
            names.intersection((member.value.members ?? []).map(\.name))
        }
        return 2 * shared.count >= first.count && members.allSatisfy { $0.value.members != nil }
    }

    /// The same list in another answer; nil: it has none.
    func items(in json: JSONValue) -> [JSONPointer.Found]? {
        guard let place = JSONPointer(pointer) else { return nil }
        let found = place.found(in: JSONPointer.Found(value: json)).compactMap { $0 }
        guard place.steps.last != .every else { return found.isEmpty ? nil : found }
        return found.first?.value.items?.map { JSONPointer.Found(value: $0) }
    }

    /// The texts of a field of the items.
    static func texts(_ pointer: String, of items: [JSONPointer.Found]) -> [String] {
        guard let place = JSONPointer(pointer) else { return [] }
        return items.compactMap { place.found(in: $0).first??.value.text }
    }
}

extension AnswerList? {
    fileprivate mutating func takeLonger(_ pointer: String, _ items: [JSONPointer.Found]) {
        guard items.count > (self?.items.count ?? 0) else { return }
        self = AnswerList(pointer: pointer, items: items)
    }
}
