import Foundation
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

@testable import LarderSources

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
            bodyDigest: [UInt8](repeating: 7, count: 32),
            fetchedAtMs: 1_500_000_000_000,
            validator: "\"v\""
        )
    }

    static func search(_ query: String = "pasta", page: UInt32 = 1, facet: String = "") -> WireJobSpec {
        var spec = WireJobSpec()
        spec.source = "t"
        spec.search.query = query
        spec.search.page = page
        spec.search.facet = facet
        return spec
    }

    static func discover() -> WireJobSpec {
        var spec = WireJobSpec()
        spec.discover.target = "sources"
        return spec
    }

    static func record(_ id: String) -> WireJobSpec {
        var spec = WireJobSpec()
        spec.detail.recordID = id
        spec.detail.itemUrn = "recipe:t:\(id)"
        return spec
    }

    static func page(_ url: String, item: String) -> WireJobSpec {
        var spec = WireJobSpec()
        spec.detail.url = url
        spec.detail.itemUrn = item
        return spec
    }
}

extension WireEffect {
    func found(_ kind: JobKind) -> [WireFoundJob] { found.filter { $0.kind == kind.rawValue } }
    var noteCodes: [String] { notes.map(\.code) }
}
