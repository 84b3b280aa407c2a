import Foundation
import LarderTestSupport

/// The parts of the shared test data that these tests read.
enum Corpus {
    static let html5lib = existing("html5lib")
    static let recipes = existing("recipes")

    /// Whether the long runs are wanted.
    static let isFull = ProcessInfo.processInfo.environment["LARDER_FULL"] == "1"

    private static func existing(_ name: String) -> URL? { SharedCorpus.path(name).map { URL(fileURLWithPath: $0) } }

    static func files(in folder: URL?, suffix: String) -> [URL] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder.appending(path: $0) }
    }
}
