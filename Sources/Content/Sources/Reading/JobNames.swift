public import LarderProtocol

/// The names under which people know a job, made again from what a worker is given of it.
public enum JobNames {
    /// The job's URN, and the URN of the record, picture or text that it works for.
    ///
    /// A job's description does not hold its URN, and in a few cases two kinds of source would have named it differently:
    /// then there is one name for each.
    public static func names(of kind: JobKind, _ spec: WireJobSpec) -> [String] {
        var keys: [String] = []
        var subjects: [String] = []
        switch spec.work {
        case .discover(let work): keys = ["\(spec.source):\(work.target)"]
        case .search(let work):
            keys = searches(work).map { "\(spec.source):\($0):\(work.page)" }
        case .detail(let work):
            keys = [
                work.url.isEmpty
                    ? "\(spec.source):\(Names.word(work.recordID))"
                    : "\(spec.source):page:\(Names.tail(work.itemUrn).dropFirst(spec.source.count + 1))"
            ]
            subjects = [work.itemUrn]
        case .imageDownload(let work):
            keys = [String(Names.tail(work.imageUrn))]
            subjects = [work.imageUrn]
        case .imageDecode(let work):
            keys = ["\(Names.tail(work.imageUrn)):\(hex(work.digest.prefix(8)))"]
            subjects = [work.imageUrn]
        case .text(let work):
            keys = ["\(Names.tail(work.textUrn)):\(hex(work.digest.prefix(8)))"]
            subjects = [work.itemUrn]
        case nil: break
        }
        return keys.map { JobURN(kind: kind, key: $0).description } + subjects
    }

    private static func searches(_ work: WireSearchWork) -> [String] {
        let (query, facet) = (Names.word(work.query), Names.word(work.facet))
        if work.query.isEmpty { return ["outlet=\(facet)"] }
        return [query, "outlet=\(query)" + (work.facet.isEmpty ? "" : ",sort=\(facet)")]
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
