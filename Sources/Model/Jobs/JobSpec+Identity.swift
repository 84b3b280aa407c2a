/// What a job is called: the one place where kind and key are decided.
///
/// Two jobs with one URN are one job; the key begins with the source's name.
extension JobSpec {
    /// The kind of work.
    package var kind: JobKind {
        switch work {
        case .discover: .discover
        case .search: .search
        case .record, .page: .detail
        case .imageDownload: .imageDownload
        case .imageDecode: .imageDecode
        case .text: .text
        }
    }

    /// The job's name.
    package var urn: JobURN { JobURN(kind: kind, key: key) }

    /// What is unique within the kind.
    ///
    /// Render jobs hold the digest of what they render: should the bytes change within one sync, that is another job. So do those for
    /// an article's further pages of the pages before.
    package var key: String {
        switch work {
        case .discover(let work): "\(source):\(work.target)"
        case .search(let work): "\(source):\(Self.subject(of: work)):\(work.page)"
        case .record(let work): "\(source):\(RecordURN.word(work.recordID))"
        case .page(let work):
            "\(source):page:\(RecordURN.tail(work.itemURN).dropFirst(source.count + 1))" + Self.end(of: work.earlier)
        case .imageDownload(let work): Self.key(ofDownload: work.imageURN)
        case .imageDecode(let work): Self.key(ofRendering: work.imageURN, work.digest)
        case .text(let work): Self.key(ofRendering: work.textURN, work.digest) + Self.end(of: work.further)
        }
    }

    /// The key of the job that puts a picture into the cache.
    package static func key(ofDownload imageURN: String) -> String { String(RecordURN.tail(imageURN)) }

    /// The key of the job that makes a picture's variants or a text out of these bytes.
    package static func key(ofRendering urn: String, _ digest: Digest) -> String {
        "\(RecordURN.tail(urn)):\(digest.hex.prefix(16))"
    }

    /// What a key ends with that goes on after an item's own; nothing where there are no pages.
    private static func end(of pages: [CachedPage]) -> String {
        guard !pages.isEmpty else { return "" }
        return ":\(pages.count):\(StableHash.hex(pages.map(\.digest.hex).joined()).prefix(16))"
    }

    /// The record, picture or text that the job works for; nil where it is not known yet.
    package var subjectURN: String? {
        switch work {
        case .discover, .search: nil
        case .record(let work): work.itemURN
        case .page(let work): work.itemURN
        case .imageDownload(let work): work.imageURN
        case .imageDecode(let work): work.imageURN
        case .text(let work): work.itemURN
        }
    }

    /// The equals sign keeps outlets apart from queries, in which it would be escaped.
    private static func subject(of work: SearchWork) -> String {
        guard !work.outlet.isEmpty else { return RecordURN.word(work.query) }
        return "outlet=\(RecordURN.word(work.outlet))" + (work.sort.isEmpty ? "" : ",sort=\(RecordURN.word(work.sort))")
    }
}
