internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LarderModel
internal import LarderViewer
internal import NIOCore

/// Answers that are made of one state of the catalog: kept until it changes, and not sent to a client that has them.
struct CatalogAnswers: Sendable {
    let library: ServedLarder
    private let cache = PageCache()
    /// Another program may make other answers of the same catalog.
    private static let startTag = ProcessInfo.processInfo.processIdentifier

    init(_ library: ServedLarder) { self.library = library }

    /// The answer, or 304 where the client has it.
    ///
    /// - Parameters:
    ///   - address: Names the answer; two answers have two addresses.
    ///   - make: Makes the body; nil: there is nothing at the address.
    /// - Throws: 404 with `missing`; `LarderError` where the larder cannot be read.
    func answer(
        _ request: Request,
        _ address: String,
        type: String,
        missing: String? = nil,
        _ make: @escaping @Sendable (ViewerPages) throws -> ByteBuffer?
    ) async throws -> Response {
        // One read for all: each one waits for a processor, which is what a page takes longest for beside a sync.
        let (tag, body) = try await library.readNumbered { [cache] pages, revision -> (String, ByteBuffer?) in
            let tag = Self.tag("\(revision) \(address)")
            if Conditional.isKnown(tag, request) { return (tag, nil) }
            let body = try cache.page(address, revision: revision) {
                guard let made = try make(pages) else {
                    throw missing.map { HTTPError(.notFound, message: $0) } ?? HTTPError(.notFound)
                }
                return made
            }
            return (tag, body)
        }
        guard let body else { return Conditional.notModified([.eTag: tag]) }
        return Conditional.answer(body, type: type, tag: tag, cache: "no-cache", request)
    }

    /// The entity tag of what only this program decides.
    static func tag(_ name: String) -> String { "\"\(StableHash.hex("\(startTag) \(name)"))\"" }
}
