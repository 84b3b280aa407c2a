internal import LarderModel
import Yams

/// A mapping of a definition's file, whose keys are read one by one.
struct YAMLMapping {
    typealias Pair = (key: String, place: YAMLValue, value: YAMLValue)

    let value: YAMLValue
    private(set) var pairs: [Pair] = []

    /// - Parameter keys: The allowed keys; each other one is a fault, and is read as the key that was probably meant.
    ///   Nil: any.
    init(_ value: YAMLValue, keys: [String]? = nil) throws(SourceError) {
        self.value = value
        guard let mapping = value.node.mapping else { throw value.noMapping }
        for (keyNode, node) in mapping {
            let place = YAMLValue(node: keyNode, path: value.path, reading: value.reading)
            guard let key = keyNode.scalar?.string else {
                place.report(.wrongType, "A key in \(value.name) must be a word.")
                value.reading.leaveOut(within: value.top)
                continue
            }
            pairs.append((key, place, value.member(key, node)))
        }
        if let keys { readUnknown(keys) }
    }

    var keys: [String] { pairs.map(\.key) }

    /// A key's value; nil: the key is missing, or was left out because of a fault.
    subscript(key: String) -> YAMLValue? { pair(key)?.value }

    private func pair(_ key: String) -> Pair? {
        pairs.first { $0.key == key && !value.reading.isLeftOut($0.place) }
    }

    // MARK: Reading

    /// Reads a key's value where there is one; a fault in it is recorded, and the key left out.
    func read(_ key: String, _ body: (YAMLValue) throws(SourceError) -> Void) {
        guard let pair = pair(key) else { return }
        do throws(SourceError) {
            try body(pair.value)
        } catch {
            value.reading.record(error, within: pair.value.top)
            value.reading.leaveOut(pair.place)
            value.reading.leaveOut(within: pair.value.top)
        }
    }

    /// Reads the keys of a table, and records which needed ones are missing.
    func read<Target>(_ table: [DefinitionKey<Target>], into target: inout Target) {
        for key in table where key.kinds.contains(value.reading.kind) {
            if let example = key.neededExample { required(key.name, example) }
            read(key.name) { value throws(SourceError) in try key.read(&target, value) }
        }
    }

    /// A needed key; where it is missing, that is recorded and the example is read in its place.
    ///
    /// - Parameter more: What the message says behind the example.
    @discardableResult
    func required(_ key: String, _ example: String, more: String = "") -> YAMLValue {
        if let found = self[key] { return found }
        let isIndependent = value.path.isEmpty && SourceDefinition.required.contains(key)
        let message = "The key \"\(key)\" is missing; add a line such as `\(key): \(example)`.\(more)"
        value.report(.missingKey, message, isIndependent: isIndependent)
        return value.member(key, Node(example: example))
    }

    /// Records a fault of a key, and leaves the key out.
    func refuse(_ key: String, _ message: String, _ code: SourceError.Code = .conflict) {
        guard let pair = pair(key) else { return }
        let isOfFile = value.path.isEmpty
        value.reading.record(pair.place.error(code, message), within: isOfFile ? key : value.top, isOfKey: isOfFile)
        value.reading.leaveOut(pair.place)
    }

    /// Records a fault of a key's value, or of the whole mapping where it lacks the key.
    func report(_ code: SourceError.Code, at key: String, _ message: String) {
        (self[key] ?? value).report(code, message)
    }

    func report(ofKey key: String, _ code: SourceError.Code, _ message: String) {
        pair(key)?.place.report(code, message)
    }

    mutating func rename(_ key: String, to name: String) {
        guard let index = pairs.firstIndex(where: { $0.key == key }) else { return }
        pairs[index] = (name, pairs[index].place, value.member(name, pairs[index].value.node))
    }

    // MARK: Unknown keys

    /// Records every key that is not allowed or repeated, and reads it as the key that was probably meant.
    ///
    /// Of the file's own keys a message names only those that its kind has a use for.
    private mutating func readUnknown(_ allowed: [String]) {
        var index = 0
        var seen: Set<String> = []
        while index < pairs.count {
            if value.reading.isFull { return pairs.removeSubrange(index...) }
            let (key, place, held) = pairs[index]
            if allowed.contains(key) {
                // The composer compares tags too, so `name` and `!x name` reach this point together.
                if seen.insert(key).inserted {
                    index += 1
                } else {
                    place.report(.duplicateKey, YAMLMapping.repeated(key))
                    pairs.remove(at: index)
                }
                continue
            }
            let kind = value.path.isEmpty ? (try? self["kind"]?.word()).flatMap(SourceKind.init) : nil
            let shown = kind.map(SourceDefinition.keyNames) ?? allowed
            let meaning = UnknownKey(key, in: self, allowed: allowed, shown: shown)
            place.report(.unknownKey, meaning.message)
            if let meant = meaning.meant, self[meant] == nil {
                if !meaning.isCertain { value.reading.doubt(held) }
                pairs[index] = (meant, place, value.member(meant, held.node))
            } else if let home = meaning.home {
                move(index, into: home)
            } else {
                pairs.remove(at: index)
            }
        }
    }

    static func repeated(_ key: String) -> String {
        "The key \"\(key.shortened(to: 60))\" stands twice in the same mapping; keep one of them."
    }

    /// Moves a pair into the mapping of another key; drops the pair where that is impossible.
    private mutating func move(_ index: Int, into home: String) {
        let (key, place, held) = pairs.remove(at: index)
        value.reading.markIncomplete(home)
        guard let outer = pairs.firstIndex(where: { $0.key == home }) else {
            let inner = Node.mapping(Node.Mapping([(place.node, held.node)], .implicit, .flow, place.node.mark))
            return pairs.insert((home, place, value.member(home, inner)), at: index)
        }
        guard var mapping = pairs[outer].value.node.mapping, mapping[Node(key)] == nil else { return }
        mapping[place.node] = held.node
        pairs[outer].value = value.member(home, .mapping(mapping))
    }
}

extension Node {
    /// An example in a message: a word, or words in braces.
    fileprivate init(example: String) {
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
}
