package import LarderLedger
package import LarderModel

/// Finds jobs by the URNs that people type.
package struct JobFinder {
    private static let maxJobs = 50
    private static let maxNear = 5

    package let ledger: LedgerStore

    package init(ledger: LedgerStore) { self.ledger = ledger }

    /// The job of this URN, or the jobs of the record, picture or text of this URN.
    package func jobs(named urn: String) throws -> [JobURN] {
        if let exact = JobURN(urn), try ledger.report(exact) != nil { return [exact] }
        return try Self.names(of: urn).flatMap { try ledger.jobs(of: $0.kind, under: $0.key, limit: Self.maxJobs) }
    }

    /// Name prefixes of the jobs for the record, picture or text of this URN; names of parts and pictures are longer.
    package static func names(of urn: String) -> [JobURN] {
        guard let key = key(in: urn) else { return [] }
        // A page's job has the word `page` between source and record.
        let parts = key.split(separator: ":", maxSplits: 1)
        let page = parts.count == 2 ? "\(parts[0]):page:\(parts[1])" : key
        let keys = page == key ? [key] : [key, page]
        if urn.hasPrefix("outlet:"), parts.count == 2 {
            return [JobURN(kind: .search, key: "\(parts[0]):outlet=\(parts[1])")]
        }
        let kinds = subjects[String(urn.prefix { $0 != ":" })] ?? []
        return kinds.flatMap { kind in keys.map { JobURN(kind: kind, key: $0) } }
    }

    /// The jobs with the nearest names; empty if the first word is not close to any job kind.
    package func near(_ urn: String) throws -> [JobURN] {
        guard let key = Self.key(in: urn) else { return [] }
        let kinds = Self.kinds(meantBy: String(urn.prefix { $0 != ":" }))
        var near: [(distance: Int, urn: JobURN)] = []
        for kind in kinds {
            near += try ledger.jobs(of: kind, around: key, limit: Self.maxNear)
                .map { (-Self.shared($0.key, key), $0) }
        }
        return near.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .prefix(Self.maxNear).map(\.element.urn)
    }

    /// Kinds of jobs of a record, by the first word of its URN.
    private static let subjects: [String: [JobKind]] = [
        "recipe": [.detail, .text], "article": [.detail, .text], "image": [.imageDownload, .imageDecode],
        "text": [.text],
    ]

    /// The kinds that a first word means, a mistyped one included.
    private static func kinds(meantBy word: String) -> [JobKind] {
        let words = JobKind.allCases.map(\.name) + subjects.keys.sorted()
        let slip = NearestWord.lettersOfASlip(in: word)
        guard let meant = NearestWord.find(word, in: words, within: slip) else { return [] }
        return JobKind(name: meant).map { [$0] } ?? subjects[meant] ?? []
    }

    private static func shared(_ one: String, _ other: String) -> Int {
        zip(one.utf8, other.utf8).prefix { $0 == $1 }.count
    }

    private static func key(in urn: String) -> String? {
        urn.firstIndex(of: ":").map { String(urn[urn.index(after: $0)...]) }
    }
}
