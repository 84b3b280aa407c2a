internal import LarderModel
import Yams

/// The state of reading a definition's file: its faults so far, and what was left out because of them.
///
/// Reading goes on after a fault, so that one pass finds all. A fault that follows from an earlier one is not recorded.
final class FileReading {
    /// A line and a column, as the parser counts.
    struct Place: Hashable {
        let line: Int
        let column: Int

        init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
        init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
    }

    /// Keys whose values decide whether other keys are needed or fit.
    private static let decisive: Set<String> = [
        "kind", "base", "key", "queries", "queries-from", "outlets", "list", "detail", "fields", "own",
    ]
    /// Keys of several kinds of sources that take other values for each kind.
    private static let readByKind: Set<String> = ["page-size", "since", "max-pages"]

    let file: String
    /// The source's kind; a guess where the file does not say it.
    var kind = SourceKind.feed
    /// The address that others in the file are relative to.
    var base = SourceDefinition.standInBase
    var warnings: [String] = []
    /// In the order in which they were found.
    private var faults: [SourceError] = []
    /// Whether nothing that other keys depend on was left out.
    private var isWhole = true
    private(set) var isKindGuessed = false
    /// Whether the file names an API key.
    var hasKey = false
    /// The file's keys within which something was left out.
    private var incomplete: Set<String> = []
    private var leftOut: Set<Place> = []
    /// Places of values whose keys are misspelt and may be meant otherwise than they are read.
    private var doubtful: Set<Place> = []

    init(file: String) { self.file = file }

    /// Whether no further fault is recorded, which bounds the time that a file of faults takes.
    var isFull: Bool { faults.count >= 100 }

    /// Records a fault, unless it only follows from an earlier one.
    ///
    /// - Parameters:
    ///   - top: The file's key within which the fault lies; empty: the file as a whole.
    ///   - isOfKey: Whether the fault says that this key itself does not fit.
    ///   - isIndependent: Whether the fault stands whatever is wrong besides.
    func record(_ fault: SourceError, within top: String, isOfKey: Bool = false, isIndependent: Bool = false) {
        let isRecorded =
            switch fault.code {
            case .missingKey, .conflict: isIndependent || isWhole && (isOfKey || !incomplete.contains(top))
            case .wrongType where doubtful.contains(Place(line: fault.line ?? 0, column: fault.column ?? 0)): false
            default: !(isKindGuessed && Self.readByKind.contains(top))
            }
        if isRecorded, !isFull, !faults.contains(fault) { faults.append(fault) }
    }

    /// Records that something within a key of the file was left out, so that what depends on it is not checked.
    func leaveOut(within top: String) {
        markIncomplete(top)
        if Self.decisive.contains(top) { isWhole = false }
    }

    func markIncomplete(_ top: String) { incomplete.insert(top) }

    /// Continues with the kind that fits most of the file's keys.
    func guessKind(by keys: [String]) {
        leaveOut(within: "kind")
        isKindGuessed = true
        func unfit(_ kind: SourceKind) -> Int {
            let known = Set(SourceDefinition.keyNames(of: kind))
            return keys.count { !known.contains($0) }
        }
        // Of kinds that fit equally, prefer kinds with fewer needed keys.
        kind = ([.feed, .json] + SourceKind.allCases).min { unfit($0) < unfit($1) } ?? .feed
    }

    func leaveOut(_ key: YAMLValue) { if let place = key.place { leftOut.insert(place) } }

    func isLeftOut(_ key: YAMLValue) -> Bool { key.place.map(leftOut.contains) ?? false }

    /// Does not judge the type of a value whose key is only probably the right one.
    func doubt(_ value: YAMLValue) { if let place = value.place { doubtful.insert(place) } }

    /// The first fault with at most nine further ones and the number of the rest; nil: no fault.
    var error: SourceError? {
        guard var error = faults.first else { return nil }
        error.further = Array(faults.dropFirst().prefix(9))
        let more = faults.count - 10
        if more > 0 { error.rest = "and \(isFull ? "at least " : "")\(more.counted("more fault"))" }
        return error
    }
}
