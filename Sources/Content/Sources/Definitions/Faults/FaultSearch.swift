internal import LarderModel
import Yams

/// Finds what else is wrong with a file that has a fault: reads it again and again, with what was found mended, or left out where
/// nobody can tell what was meant.
///
/// Where something was left out that others depend on, it is not told that those lack it or do not fit.
struct FaultSearch {
    /// The most faults of a file that are told at once.
    private static let maxTold = 10
    /// How often a file is read again to find them.
    private static let maxReadings = 40
    /// Keys whose values say whether others are needed or fit.
    private static let decisive: Set<String> = [
        "kind", "base", "key", "queries", "queries-from", "outlets", "list", "detail", "fields", "own",
    ]
    /// Keys of several kinds, each of which takes other values.
    private static let readByKind: Set<String> = ["page-size", "since", "max-pages"]

    private let file: String
    private var root: Node
    /// Whether all that others depend on is there.
    private var isWhole = true
    private var isKindGuessed = false
    /// The keys of the file within which something was left out.
    private var lacking: Set<String> = []
    /// Values of keys that were read as others of which they are a part, such as `image-size` as `images`.
    private var doubtful: Set<Node.Place> = []

    private init(file: String, root: Node) {
        (self.file, self.root) = (file, root)
    }

    /// The faults behind the first one that stand whatever becomes of that.
    ///
    /// - Returns: At most nine, and a line about those beyond; nil: there are none.
    static func further(of root: YAMLMapping, after first: SourceError) -> (told: [SourceError], rest: String?) {
        var search = FaultSearch(file: root.value.file, root: root.value.node)
        var (last, isAgain) = (first, false)
        var found: [SourceError] = []
        var readings = 0
        while readings < maxReadings, search.goOn(behind: last, isAgain: isAgain), let next = search.fault {
            isAgain = next.isOnceMore(last)
            if !isAgain, search.isTold(next) { found.append(next) }
            last = next
            readings += 1
        }
        let untold = found.count - (maxTold - 1)
        guard untold > 0 else { return (found, nil) }
        let least = readings < maxReadings ? "" : "at least "
        return (Array(found.prefix(maxTold - 1)), "and \(least)\(untold.counted("more fault"))")
    }

    /// What is found first in the file as it is by now.
    private var fault: SourceError? {
        do throws(SourceError) {
            _ = try SourceDefinition.read(YAMLMapping(YAMLValue(node: root, path: "", file: file)))
            return nil
        } catch {
            return error
        }
    }

    /// Whether a fault stands whatever becomes of those before it.
    private func isTold(_ fault: SourceError) -> Bool {
        guard let place = fault.place else { return false }
        if fault.code == .wrongType, doubtful.contains(place) { return false }
        let way = root.way(to: place)
        let top = way.flatMap { root.keys(along: $0).first } ?? ""
        guard fault.code == .missingKey || fault.code == .conflict else {
            return !(isKindGuessed && Self.readByKind.contains(top))
        }
        if fault.code == .missingKey, root.isAt(place) {
            guard case .member(let key, _)? = fault.mend else { return isWhole }
            return isWhole || SourceDefinition.required.contains(key)
        }
        // One that says of a key of the file that it does not fit.
        let isKey = way.map { $0.count == 1 && root.member(at: $0)?.key?.isAt(place) == true } ?? false
        return isWhole && (isKey || !lacking.contains(top))
    }

    // MARK: Going on

    /// Mends a fault, or leaves out where it is.
    ///
    /// - Parameter isAgain: Whether it was found once more after that.
    /// - Returns: Whether something was changed; else nothing can be told of the rest.
    private mutating func goOn(behind fault: SourceError, isAgain: Bool) -> Bool {
        guard let place = fault.place else { return false }
        if !isAgain, let mend = fault.mend, apply(mend, at: place) { return true }
        // What the whole file lacks stands nowhere.
        if fault.code == .missingKey, root.isAt(place) { return false }
        guard let way = root.way(to: place) else { return false }
        leaveOut(way, for: fault, at: place)
        return true
    }

    private mutating func apply(_ mend: SourceError.Mend, at place: Node.Place) -> Bool {
        switch mend {
        case .member(let key, let example):
            guard let way = root.wayToMapping(at: place) else { return false }
            var value = Node(example: example)
            if way.isEmpty, key == "kind" {
                value = Node(likelyKind.rawValue)
                (isKindGuessed, isWhole) = (true, false)
            }
            root = root.edited(at: way[...]) { $0.with(value, at: key) }
        case .word(let word):
            guard let way = root.way(to: place), let index = way.last else { return false }
            if let member = root.member(at: way), member.key?.isAt(place) == true, let value = member.value.place,
                Self.isGuess(member.key?.scalar?.string ?? "", word)
            {
                doubtful.insert(value)
            }
            root = root.edited(at: way.dropLast()) { $0.saying(word, at: index, place) }
        case .inside(let home):
            guard let way = root.way(to: place), way.count == 1 else { return false }
            lacking.insert(home)
            root = root.wrapping(way[0], into: home)
        }
        return true
    }

    /// Whether a key that was taken for another one may be meant otherwise.
    private static func isGuess(_ key: String, _ word: String) -> Bool {
        !SourceDefinition.required.contains(word) && KeyPlaces.usual(for: key) != word
            && !NearestWord.isSlip(key, of: word)
    }

    /// Leaves out a pair or an item, or puts something right in its place where others are checked against it.
    private mutating func leaveOut(_ way: [Int], for fault: SourceError, at place: Node.Place) {
        guard let index = way.last, let member = root.member(at: way) else { return }
        let keys = root.keys(along: way)
        let isKey = member.key?.isAt(place) == true
        let top = keys.first ?? ""
        if member.key == nil, root.hasOneItem(at: Array(way.dropLast())) {
            return leaveOut(Array(way.dropLast()), for: fault, at: place)
        }
        // One that nobody knows, that does not apply, or that stands twice: nothing depends on it.
        let isNeedless = isKey && [.unknownKey, .conflict, .duplicateKey].contains(fault.code)
        if !isNeedless, member.key != nil {
            lacking.insert(top)
            if Self.decisive.contains(top) { isWhole = false }
            if top == "kind" { isKindGuessed = true }
        }
        let right = isKey || member.key == nil ? nil : standIn(for: keys.joined(separator: "."))
        root = root.edited(at: way.dropLast()) { node in
            right.map { node.with($0, at: index) } ?? node.without(index)
        }
    }

    /// What is right for a key that has to be there; nil: it may be left out.
    private func standIn(for path: String) -> Node? {
        switch path {
        case "name": Node("a")
        case "base": Node("https://a.example")
        case "kind": Node(likelyKind.rawValue)
        case "retry.base": Node("1ms")
        default: nil
        }
    }

    /// The kind that has a use for the most of the file's keys.
    private var likelyKind: SourceKind {
        let keys = root.members.compactMap { $0.key?.scalar?.string }
        func unfit(_ kind: SourceKind) -> Int {
            let known = Set(SourceDefinition.keys(of: kind))
            return keys.count { !known.contains($0) }
        }
        // Of those alike the ones that ask the least of the others.
        return ([.feed, .json] + SourceKind.allCases).min { unfit($0) < unfit($1) } ?? .feed
    }
}

extension SourceError {
    fileprivate var place: Node.Place? {
        guard let line, let column else { return nil }
        return Node.Place(line: line, column: column)
    }

    /// Whether it is another error over again, perhaps in other words.
    fileprivate func isOnceMore(_ other: SourceError) -> Bool {
        if mend != nil { return self == other }
        return code == other.code && place == other.place
    }
}
