internal import LarderModel

extension SourceKind {
    init(_ value: YAMLValue) throws(SourceError) {
        let word = try value.word()
        if let kind = SourceKind(rawValue: word) {
            self = kind
            return
        }
        let kinds = Self.allCases.map(\.rawValue)
        let nearest = NearestWord.find(word, in: kinds)
        let slip = NearestWord.lettersOfASlip(in: word)
        let isPlain = kinds.count { NearestWord.find(word, in: [$0], within: slip) != nil } == 1
        let message =
            "Unknown kind \"\(word.shortened(to: 60))\"\(nearest.map { "; did you mean \"\($0)\"?" } ?? ".") "
            + "Allowed kinds: \(kinds.joined(separator: ", "))."
        guard isPlain, let meant = nearest.flatMap(SourceKind.init) else { throw value.error(.outOfRange, message) }
        value.report(.outOfRange, message)
        self = meant
    }
}
