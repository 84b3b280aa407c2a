import Foundation
import LarderModel
import LarderProtocol
import Testing

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// Definitions, answers and a small generator for the tests.
enum Samples {
    /// A source with every key, each in one of its odder forms.
    static let everyKey = """
        # a comment
        name: world-news-2
        kind: newsapi-v2
        base: HTTPS://News.Example.org:443/proxy/
        key: {environment: NEWS_API_KEY}
        queries: [bitcoin, "crème brûlée", no, 1.50]
        outlets: [bbc-news, abc-news]
        language: no
        sort: publishedAt
        limit: 1_000
        page-size: 50
        pages: no
        images: false
        politeness: {concurrency: 2, delay: 250ms}
        retry: {attempts: 3, base: 2s, cap: 1m30s}
        timeout: 1.5s
        allow: ["10.0.0.7:8080", "[::1]:9000"]
        """

    static func definition(_ yaml: String) throws -> SourceDefinition {
        try SourceDefinition.parse(yaml: yaml, file: "test.yaml")
    }

    static func definition(_ kind: SourceKind, more: String = "") throws -> SourceDefinition {
        let queries = kind.isNews || more.contains("queries") ? "" : "queries: [pasta]\n"
        return try definition("name: t\nkind: \(kind.rawValue)\nbase: http://api.test\n\(queries)\(more)")
    }

    static func reader(_ kind: SourceKind, more: String = "", key: String? = nil) throws -> any SourceReader {
        SourceReaders.reader(for: try definition(kind, more: more), apiKey: key)
    }

    /// The digest of every answer's body.
    static let digest = Digest(bytes: [UInt8](repeating: 7, count: 32))

    static func answer(
        _ body: String,
        status: Int = 200,
        headers: [(String, String)] = [],
        type: String? = "application/json"
    ) -> SourceAnswer {
        SourceAnswer(
            status: status,
            headers: headers.map { HeaderField(name: $0.0, value: $0.1) },
            body: Array(body.utf8),
            contentType: type,
            redactedURL: "http://api.test/shown",
            bodyDigest: digest,
            fetchedAtMs: 1_500_000_000_000,
            validator: "\"v\""
        )
    }

    static func search(_ query: String = "pasta", outlet: String = "", sort: String = "", page: Int = 1) -> JobSpec {
        JobSpec(source: "t", work: .search(SearchWork(query: query, outlet: outlet, sort: sort, page: page)))
    }

    static func discover() -> JobSpec { JobSpec(source: "t", work: .discover(DiscoverWork(target: "sources"))) }

    static func record(_ id: String) -> JobSpec {
        JobSpec(source: "t", work: .record(RecordWork(recordID: id, itemURN: "recipe:t:\(id)")))
    }

    static func page(_ url: String, item: String) -> JobSpec {
        JobSpec(source: "t", work: .page(PageWork(itemURN: item, url: url)))
    }
}

extension JobEffect {
    func found(_ kind: JobKind) -> [FoundJob] { found.filter { $0.urn.kind == kind } }
    var noteCodes: [String] { notes.map(\.code) }
}

/// The parts of a job's description, nil where it is for other work.
extension FoundJob {
    var key: String { urn.key }
    var search: SearchWork? { if case .search(let work) = spec.work { work } else { nil } }
    var record: RecordWork? { if case .record(let work) = spec.work { work } else { nil } }
    var page: PageWork? { if case .page(let work) = spec.work { work } else { nil } }
    var imageDownload: ImageDownloadWork? { if case .imageDownload(let work) = spec.work { work } else { nil } }
    var text: TextWork? { if case .text(let work) = spec.work { work } else { nil } }
}
