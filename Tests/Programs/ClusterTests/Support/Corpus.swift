import Foundation
import LarderTestSupport
import Testing

/// Real answers of APIs, kept beside the repository and not in it.
enum Corpus {
    static let isThere = SharedCorpus.path("apis/README.md") != nil

    static func data(_ name: String) throws -> Data { Data(try SharedCorpus.bytes("apis/" + name)) }

    static func object(_ name: String) throws -> [String: Any] { try object(data(name)) }

    static func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    static func text(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
    }
}
