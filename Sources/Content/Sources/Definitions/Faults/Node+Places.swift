import Yams

/// Pairs and items of a file by their places, and the file with others.
///
/// A way names a pair or an item: its index in the mapping or list of each level, from the file down.
extension Node {
    /// Where something begins, as the parser counts.
    struct Place: Hashable {
        let line: Int
        let column: Int
    }

    /// A pair, or an item, which has no key.
    typealias Member = (key: Node?, value: Node)

    /// What a mapping or list is made of.
    var members: [Member] {
        switch self {
        case .mapping(let pairs): pairs.map { ($0.key, $0.value) }
        case .sequence(let items): items.map { (nil, $0) }
        case .scalar, .alias: []
        }
    }

    /// Whether it is an item that was left out: what a file holds has a place.
    var isLeftOut: Bool { mark == nil }

    /// Where it begins; nil: it is no part of the file.
    var place: Place? { mark.map { Place(line: $0.line, column: $0.column) } }

    func isAt(_ place: Place) -> Bool { self.place == place }

    // MARK: Finding

    /// The way to the innermost pair or item that begins at a place, or whose value does; nil: none does.
    func way(to place: Place) -> [Int]? {
        for (index, member) in members.enumerated() {
            if let inner = member.value.way(to: place) { return [index] + inner }
            if member.key?.isAt(place) == true || member.value.isAt(place) { return [index] }
        }
        return nil
    }

    /// The way to the outermost mapping that begins at a place; nil: none does.
    func wayToMapping(at place: Place) -> [Int]? {
        if mapping != nil, isAt(place) { return [] }
        for (index, member) in members.enumerated() {
            if let inner = member.value.wayToMapping(at: place) { return [index] + inner }
        }
        return nil
    }

    /// The pair or item that a way leads to; nil: none, or the way has no steps.
    func member(at way: [Int]) -> Member? {
        var members = members
        var last: Member?
        for index in way {
            guard members.indices.contains(index) else { return nil }
            last = members[index]
            members = members[index].value.members
        }
        return last
    }

    /// The keys of the pairs on a way.
    func keys(along way: [Int]) -> [String] {
        way.indices.compactMap { member(at: Array(way[...$0]))?.key?.scalar?.string }
    }

    /// Whether of the list that a way leads to no more than one item is not left out.
    func hasOneItem(at way: [Int]) -> Bool {
        guard let list = member(at: way)?.value else { return false }
        return list.members.count { !$0.value.isLeftOut } <= 1
    }

    // MARK: Changing

    /// What an example in a message shows: a word, or words in braces.
    init(example: String) {
        guard example.hasPrefix("{") else {
            self.init(example)
            return
        }
        let pairs: [(Node, Node)] = example.dropFirst().dropLast().split(separator: ", ").compactMap { pair in
            let words = pair.split(separator: ": ", maxSplits: 1).map { Node(String($0)) }
            return words.count == 2 ? (words[0], words[1]) : nil
        }
        self.init(pairs)
    }

    /// The same, with an edit of what a way leads to.
    func edited(at way: ArraySlice<Int>, _ edit: (Node) -> Node) -> Node {
        guard let index = way.first else { return edit(self) }
        var members = members
        guard members.indices.contains(index) else { return self }
        members[index].value = members[index].value.edited(at: way.dropFirst(), edit)
        return with(members)
    }

    /// The mapping with a value for a key, which may be there already.
    func with(_ value: Node, at key: String) -> Node {
        if let index = members.firstIndex(where: { $0.key?.scalar?.string == key }) { return with(value, at: index) }
        return with(members + [(key: Node(key), value: value)])
    }

    /// The same with another value of a pair.
    func with(_ value: Node, at index: Int) -> Node {
        var members = members
        members[index].value = value
        return with(members)
    }

    /// The same with another word for the key or value at a place; without the pair where such a key is there already.
    func saying(_ word: String, at index: Int, _ place: Place) -> Node {
        var members = members
        if let key = members[index].key, key.isAt(place) {
            if members.contains(where: { $0.key?.scalar?.string == word }) { return without(index) }
            members[index].key = key.saying(word)
        } else {
            members[index].value = members[index].value.saying(word)
        }
        return with(members)
    }

    /// The mapping without a pair, or the list with nothing in place of an item, as others keep their numbers in messages.
    func without(_ index: Int) -> Node {
        var members = members
        if members[index].key == nil { members[index].value = Node("") } else { members.remove(at: index) }
        return with(members)
    }

    /// The mapping with a pair that is a member of another key's value; without it where that value has such a member, or can have none.
    func wrapping(_ index: Int, into home: String) -> Node {
        var members = members
        guard let key = members[index].key else { return without(index) }
        if let outer = members.firstIndex(where: { $0.key?.scalar?.string == home }) {
            let held = members[outer].value
            let isFree = !held.members.contains { $0.key?.scalar?.string == key.scalar?.string }
            guard held.mapping != nil, isFree else { return without(index) }
            members[outer].value = held.with(held.members + [members[index]])
            members.remove(at: index)
            return with(members)
        }
        let inner = Mapping([(key, members[index].value)], .implicit, .flow, key.mark)
        members[index] = (key.saying(home), .mapping(inner))
        return with(members)
    }

    /// Another word at the same place.
    private func saying(_ word: String) -> Node {
        guard case .scalar(var scalar) = self else { return Node(word) }
        scalar.string = word
        scalar.style = .plain
        return .scalar(scalar)
    }

    private func with(_ members: [Member]) -> Node {
        switch self {
        case .mapping(let old):
            let pairs = members.compactMap { member in member.key.map { ($0, member.value) } }
            return .mapping(Mapping(pairs, old.tag, old.style, old.mark))
        case .sequence(let old):
            return .sequence(Sequence(members.map { $0.value }, old.tag, old.style, old.mark))
        case .scalar, .alias: return self
        }
    }
}
