internal import Foundation

/// Test data in files: our own in `Tests/Corpus`, and what lies beside the repository and not in it, `corpus/` in the
/// folder that `LARDER_SHARED` names, else in `../shared`.
///
/// Tests read our own always; those that need a part of the other are left out where that part is missing.
package enum SharedCorpus {
    /// The folder of our own data.
    package static let own = root + "/Tests/Corpus"

    /// The shared folder; nil: there is none.
    ///
    /// A folder that `LARDER_SHARED` names and that holds no `corpus` stands for none.
    package static let folder: String? = {
        let shared = ProcessInfo.processInfo.environment["LARDER_SHARED"] ?? root + "/../shared"
        return FileManager.default.fileExists(atPath: shared + "/corpus") ? shared + "/corpus" : nil
    }()

    /// Four folders above this file's.
    private static let root = (1...5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    .path

    /// The path of a file or folder of the shared data, such as `text/dev.jsonl`; nil: it is not there.
    package static func path(_ name: String) -> String? {
        folder.map { "\($0)/\(name)" }.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    }

    /// The paths of a file or folder of that name, our own first.
    package static func paths(_ name: String) -> [String] {
        [own + "/" + name, path(name)].compactMap { $0 }.filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// The bytes of a file of the shared data.
    ///
    /// - Throws: ``Missing`` when there is no corpus, or an error of the file system.
    package static func bytes(_ name: String) throws -> [UInt8] {
        guard let folder else { throw Missing() }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }

    /// The bytes of a file of our own.
    ///
    /// - Throws: An error of the file system.
    package static func ownBytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(own)/\(name)")))
    }

    /// There is no folder of shared test data.
    package struct Missing: Error, CustomStringConvertible {
        /// With the way out.
        package var description: String { "The shared test data is missing; name its folder with LARDER_SHARED." }
    }
}
