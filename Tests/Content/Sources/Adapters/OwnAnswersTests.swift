import Foundation
import LarderLineFilters
import LarderTestSupport
import Testing

/// Answers of our own, read line by line as `worker extract` reads them.
@Suite("Own answers") struct OwnAnswersTests {
    private func extract(_ request: [String: String]) throws -> NSDictionary {
        let line = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        return try object(Array(ExtractLines.answer(line: line).utf8))
    }

    private func object(_ bytes: [UInt8]) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    }

    @Test(arguments: [
        ("food2fork", "search", "food2fork/search"), ("food2fork", "search", "food2fork/none"),
        ("food2fork", "get", "food2fork/get"), ("forkify-v1", "search", "forkify/v1_search"),
        ("forkify-v2", "search", "forkify/v2_search"), ("forkify-v2", "search", "forkify/v2_none"),
        ("forkify-v2", "get", "forkify/v2_recipe"), ("forkify-v2", "get", "forkify/v2_error_400"),
        ("forkify-v2", "get", "forkify/v2_error_404"), ("newsapi-v1", "sources", "newsapi-v1/sources"),
        ("newsapi-v1", "articles", "newsapi-v1/articles_1"), ("newsapi-v1", "articles", "newsapi-v1/articles_2"),
        ("newsapi-v2", "sources", "newsapi-v2/sources"), ("newsapi-v2", "everything", "newsapi-v2/everything"),
        ("newsapi-v2", "everything", "newsapi-v2/error_401"),
    ])
    func `an answer gives the records written beside it`(_ kind: String, _ op: String, _ name: String) throws {
        let body = String(decoding: try SharedCorpus.ownBytes("apis/\(name).json"), as: UTF8.self)
        let expected = try object(SharedCorpus.ownBytes("apis/\(name).expected.json"))
        #expect(try extract(["kind": kind, "op": op, "body": body]) == expected)
    }
}
