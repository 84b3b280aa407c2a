internal import NIOCore
internal import Synchronization

/// Pages that were made of the same state of the catalog.
final class PageCache: Sendable {
    private struct State {
        var revision: Int64 = -1
        var pages: [String: ByteBuffer] = [:]
        var bytes = 0
    }

    private static let mostBytes = 32 << 20
    private let state = Mutex(State())

    /// The page of an address, made unless it is there.
    ///
    /// - Parameter revision: Of the catalog; pages of another one are dropped.
    func page(
        _ address: String,
        revision: Int64,
        make: () throws -> ByteBuffer
    ) throws -> ByteBuffer {
        let known = state.withLock { state in state.revision == revision ? state.pages[address] : nil }
        if let known { return known }
        let page = try make()
        state.withLock { state in
            if state.revision != revision || state.bytes > Self.mostBytes { state = State(revision: revision) }
            if state.pages.updateValue(page, forKey: address) == nil {
                state.bytes += page.readableBytes + address.utf8.count
            }
        }
        return page
    }
}
