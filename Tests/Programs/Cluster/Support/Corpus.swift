import Foundation
import LarderTestSupport
import Testing

/// Answers of APIs: made up ones of our own, and real ones where the shared data is.
enum Corpus: String, CaseIterable {
    case own
    case shared

    static let all: [Self] = SharedCorpus.path("apis/README.md") == nil ? [.own] : allCases

    /// The names that our own answers have in the shared data.
    private static let sharedNames = [
        "food2fork/search": "food2fork/search_page_30", "food2fork/none": "food2fork/search_none",
        "food2fork/get": "food2fork/get_35382", "forkify/v1_search": "forkify/v1_search_pizza_part",
        "newsapi-v1/sources": "newsapi-v1/sources_3", "newsapi-v1/articles_1": "newsapi-v1/articles_bbc-news_top",
        "newsapi-v1/articles_2": "newsapi-v1/articles_bbc-news_author_url",
        "newsapi-v2/sources": "newsapi-v2/sources_all", "newsapi-v2/everything": "newsapi-v2/everything_bitcoin_p1",
    ]

    func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

    func object(_ name: String) throws -> [String: Any] { try Self.object(data(name)) }

    private func data(_ name: String) throws -> Data {
        switch self {
        case .own: Data(try SharedCorpus.ownBytes("apis/\(name).json"))
        case .shared: Data(try SharedCorpus.bytes("apis/\(Self.sharedNames[name] ?? name).json"))
        }
    }

    static func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    static func text(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
    }
}
