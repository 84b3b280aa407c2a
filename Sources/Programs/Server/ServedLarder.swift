internal import Foundation
internal import Larder
internal import LarderPages
internal import LarderViewer
internal import Synchronization

/// The larder that a server reads: opened when it is there, which may be after the first sync.
final class ServedLarder: Sendable {
    /// The larder's folder.
    let folder: String
    private let opened = Mutex<Viewer?>(nil)

    init(folder: String) { self.folder = folder }

    /// The pages of the larder.
    ///
    /// - Throws: ``LarderError`` where it cannot be opened; the next request tries again.
    func viewer() async throws -> Viewer {
        if let viewer = opened.withLock({ $0 }) { return viewer }
        let larder = try await Larder(readingFrom: URL(filePath: folder, directoryHint: .isDirectory))
        let viewer = Viewer(larder, addresses: .served, hasStatus: true)
        opened.withLock { $0 = viewer }
        return viewer
    }

    /// Runs `body` on one snapshot of the larder; where its file was replaced, the new one is opened.
    func read<Result: Sendable>(_ body: @escaping @Sendable (ViewerPages) throws -> Result) async throws -> Result {
        do {
            return try await viewer().read(body)
        } catch let error as LarderError where error.code != .busy {
            opened.withLock { $0 = nil }
            throw error
        }
    }
}
