internal import Foundation

/// Which file a path names.
struct FileIdentity: Equatable {
    private let device: Int?
    private let inode: Int?

    init(of path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        device = attributes?[.systemNumber] as? Int
        inode = attributes?[.systemFileNumber] as? Int
    }
}
