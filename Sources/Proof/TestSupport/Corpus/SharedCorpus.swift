internal import Foundation

/// Test data that lies beside the repository and not in it: `corpus/` in the folder that `LARDER_SHARED` names, else in
/// `../shared`.
///
/// Tests that need a part of it are left out where that part is missing.
public enum SharedCorpus {
    /// The folder; nil: there is none.
    public static let folder: String? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let beside = root.deletingLastPathComponent().appendingPathComponent("shared").path
        return [ProcessInfo.processInfo.environment["LARDER_SHARED"], beside].compactMap { $0.map { $0 + "/corpus" } }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()

    /// The path of a file or folder of it, such as `text/dev.jsonl`; nil: it is not there.
    public static func path(_ name: String) -> String? {
        folder.map { "\($0)/\(name)" }.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    }

    /// The bytes of a file of it.
    ///
    /// - Throws: ``Missing`` when there is no corpus, or what the file system says.
    public static func bytes(_ name: String) throws -> [UInt8] {
        guard let folder else { throw Missing() }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }

    /// There is no folder of shared test data.
    public struct Missing: Error, CustomStringConvertible {
        /// With the way out.
        public var description: String { "The shared test data is missing; name its folder with LARDER_SHARED." }
    }
}
