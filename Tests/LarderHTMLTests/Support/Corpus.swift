import Foundation

/// The folder of shared test data beside the repository, where there is one.
enum Corpus {
    static let folder: URL? = {
        let environment = ProcessInfo.processInfo.environment["LARDER_SHARED"].map { URL(fileURLWithPath: $0) }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let candidates = [environment, root.appending(path: "../shared")]
        return candidates.compactMap { $0?.appending(path: "corpus").standardizedFileURL }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    static let html5lib = existing("html5lib")
    static let recipes = existing("recipes")

    /// Whether the long runs are wanted.
    static let isFull = ProcessInfo.processInfo.environment["LARDER_FULL"] == "1"

    private static func existing(_ name: String) -> URL? {
        guard let url = folder?.appending(path: name), FileManager.default.fileExists(atPath: url.path) else {
            return nil
        }
        return url
    }

    static func files(in folder: URL?, suffix: String) -> [URL] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { folder.appending(path: $0) }
    }
}
