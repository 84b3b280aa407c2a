internal import LarderModel
import Yams

/// What else is wrong with a file that has a fault.
extension SourceDefinition {
    /// The most faults of a file that are told at once.
    private static let maxFaults = 10
    /// How often a file is read again to find them.
    private static let maxReadings = 20

    /// The faults behind the first one that stand whatever becomes of that, at most nine.
    ///
    /// What is wrong is left out, or replaced where a file must have it, and the rest is read again. Where something that others depend
    /// on was left out, it is not told that those lack it or do not fit.
    static func furtherFaults(of root: YAMLMapping, after first: SourceError) -> [SourceError] {
        var (rest, fault) = (root, first)
        var further: [SourceError] = []
        var isWhole = true
        for _ in 0..<maxReadings where further.count < maxFaults - 1 {
            guard let mended = rest.mended(at: fault), let next = Self.fault(in: mended.mapping), next != fault else {
                break
            }
            isWhole = isWhole && mended.isWhole
            if isWhole || next.code != .missingKey && next.code != .conflict { further.append(next) }
            (rest, fault) = (mended.mapping, next)
        }
        return further
    }

    private static func fault(in root: YAMLMapping) -> SourceError? {
        do throws(SourceError) {
            _ = try read(root)
            return nil
        } catch {
            return error
        }
    }
}

extension YAMLMapping {
    /// Keys whose values say whether others are needed or fit.
    private static let decisive: Set<String> = [
        "base", "key", "queries", "queries-from", "outlets", "list", "detail", "fields", "own",
    ]

    /// The mapping without the key at which something is wrong, or with something right in its place.
    ///
    /// - Returns: The mapping, and whether what others depend on is there as it was; nil where nothing can be told of the rest.
    fileprivate func mended(at fault: SourceError) -> (mapping: YAMLMapping, isWhole: Bool)? {
        guard let line = fault.line, let column = fault.column else { return nil }
        if fault.code == .missingKey, value.node.isAt(line, column) {
            guard let name = ["name", "kind", "base", "fields"].first(where: { self[$0] == nil }),
                let right = standIn(for: name)
            else { return nil }
            var all = pairs
            // It stands nowhere in the file.
            all.append((name, YAMLValue(node: Node(name), path: "", file: value.file), right))
            return (YAMLMapping(value: value, pairs: all), name == "name")
        }
        let isBefore = { (pair: (key: String, keyValue: YAMLValue, value: YAMLValue)) in
            pair.keyValue.node.mark.map { ($0.line, $0.column) <= (line, column) } ?? false
        }
        guard let index = pairs.lastIndex(where: isBefore), pairs[index].key != "kind" else { return nil }
        let name = pairs[index].key
        // One that does not apply, or not beside others: nothing depends on it.
        let isNeedless = fault.code == .conflict && pairs[index].keyValue.node.isAt(line, column)
        var rest = pairs
        if fault.code != .duplicateKey, let right = standIn(for: name) {
            rest[index].value = right
            return (YAMLMapping(value: value, pairs: rest), name == "name")
        }
        rest.remove(at: index)
        let isWhole = SourceDefinition.keys.contains(name) && !Self.decisive.contains(name)
        return (YAMLMapping(value: value, pairs: rest), isWhole || isNeedless)
    }

    /// What is right for a key that a file must have; nil: it may be left out, or stands for nothing that could be guessed.
    private func standIn(for key: String) -> YAMLValue? {
        let id: [(Node, Node)] = [(Node("id"), Node("/id"))]
        let node: Node
        switch key {
        case "name": node = Node("a")
        case "base": node = Node("https://a.example")
        case "fields" where (try? self["kind"]?.word()) == SourceKind.json.rawValue: node = Node(id)
        default: return nil
        }
        return YAMLValue(node: node, path: key, file: value.file)
    }
}

extension Node {
    fileprivate func isAt(_ line: Int, _ column: Int) -> Bool { mark?.line == line && mark?.column == column }
}

extension SourceError {
    /// The error, with what else is wrong.
    init(_ error: SourceError, further: [SourceError]) {
        self.init(
            code: error.code,
            message: error.message,
            file: error.file,
            line: error.line,
            column: error.column,
            further: further
        )
    }
}
