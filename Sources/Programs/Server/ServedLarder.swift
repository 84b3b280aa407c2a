internal import Foundation
internal import Larder
internal import LarderPages
internal import LarderThreading
internal import LarderViewer
internal import Synchronization

/// The pages of a larder with whole addresses.
struct ServedPages: Sendable {
    let library: ServedLarder
    /// The address of the first page, as the client reaches it.
    let root: String

    func read<Result: Sendable>(_ body: @escaping @Sendable (ViewerPages) throws -> Result) async throws -> Result {
        try await library.read { [root] in try body($0.with(.absolute(root))) }
    }
}

/// The larder that a server reads: opened when it is there, which may be after the first sync.
final class ServedLarder: Sendable {
    /// The larder's folder.
    let folder: String
    private let state = Mutex(State())

    private struct State {
        var viewer: Viewer?
        /// Tells syncs that this larder is read.
        var mark: ReadingMark?
        /// Which file the catalog is.
        var file: FileNumber?
        /// How many catalogs were opened.
        var opened: Int64 = 0
    }

    init(folder: String) { self.folder = folder }

    /// The pages of the larder; where its catalog was replaced, the new one is opened.
    ///
    /// - Throws: ``LarderError`` where it cannot be opened; the next request tries again.
    func viewer() async throws -> Viewer {
        let file = FileNumber(folder + "/catalog.sqlite")
        if let viewer = state.withLock({ $0.file == file && file != nil ? $0.viewer : nil }) { return viewer }
        let larder = try await Larder(readingFrom: URL(filePath: folder, directoryHint: .isDirectory))
        let viewer = Viewer(larder, addresses: .served, hasStatus: true)
        state.withLock { state in
            state = State(viewer: viewer, mark: ReadingMark(in: folder), file: file, opened: state.opened + 1)
        }
        return viewer
    }

    /// A number that changes with each change of the catalog, and with the catalog itself.
    func revision() async throws -> Int64 { try await readNumbered { $1 } }

    /// Runs `body` on one snapshot of the larder, with its ``revision()``.
    func readNumbered<Result: Sendable>(
        _ body: @escaping @Sendable (ViewerPages, Int64) throws -> Result
    ) async throws -> Result {
        try await read { [self] pages in
            try body(pages, pages.reader.revision() &+ state.withLock(\.opened) << 48)
        }
    }

    /// Runs `body` on one snapshot of the larder.
    func read<Result: Sendable>(_ body: @escaping @Sendable (ViewerPages) throws -> Result) async throws -> Result {
        do {
            return try await viewer().read(body)
        } catch let error as LarderError where error.code != .busy {
            state.withLock { $0.viewer = nil }
            throw error
        }
    }
}
