import Foundation
import LarderTestSupport

/// The parts of the test data that these tests read.
enum Corpus {
    /// Our own tests in html5lib's form, and html5lib's where they are.
    static let html5lib = SharedCorpus.paths("html5lib").map { URL(fileURLWithPath: $0) }
    static let recipes = SharedCorpus.path("recipes").map { URL(fileURLWithPath: $0) }

    /// Whether the long runs are wanted.
    static let isFull = ProcessInfo.processInfo.environment["LARDER_FULL"] == "1"

    static func isOwn(_ folder: URL) -> Bool { folder.path.hasPrefix(SharedCorpus.own) }

    static func files(in folder: URL?, suffix: String) -> [URL] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder.appending(path: $0) }
    }
}
