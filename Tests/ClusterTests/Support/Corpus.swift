import Foundation
import Testing

/// Real answers of APIs, kept beside the repository and not in it.
enum Corpus {
    private static let folder: String = {
        let shared =
            ProcessInfo.processInfo.environment["LARDER_SHARED"]
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/shared"
        return shared + "/corpus/apis"
    }()

    static let isThere = FileManager.default.fileExists(atPath: folder + "/README.md")

    static func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)) }

    static func object(_ name: String) throws -> [String: Any] { try object(data(name)) }

    static func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    static func text(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
    }
}
