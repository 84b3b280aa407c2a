/// The name of a job. Two jobs with one URN are one job; the key begins with the source's name.
extension JobSpec {
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

    package var urn: JobURN { JobURN(kind: kind, key: key) }

    /// Unique within the kind; includes the digests of input in the cache, as changed bytes are another job.
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

    /// The end of the key of a job for several pages of an article.
    private static func end(of pages: [CachedPage]) -> String {
        guard !pages.isEmpty else { return "" }
        return ":\(pages.count):\(StableHash.hex(pages.map(\.digest.hex).joined()).prefix(16))"
    }

    /// The record, picture or text that the job works for; nil while it is unknown.
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

    /// Queries escape the equals sign, outlets do not.
    private static func subject(of work: SearchWork) -> String {
        guard !work.outlet.isEmpty else { return RecordURN.word(work.query) }
        return "outlet=\(RecordURN.word(work.outlet))" + (work.sort.isEmpty ? "" : ",sort=\(RecordURN.word(work.sort))")
    }
}
