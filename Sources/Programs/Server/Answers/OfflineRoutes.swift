internal import HTTPTypes
internal import Hummingbird
internal import Larder
internal import LarderModel
internal import LarderViewer
internal import NIOCore

/// The list of what a browser stores for reading without the server.
struct OfflineRoutes {
    let library: ServedLarder
    private let cache = PageCache()

    init(_ library: ServedLarder) { self.library = library }

    func add(to router: Router<BasicRequestContext>) {
        router.get(RouterPath(OfflineList.name)) { request, _ in
            do {
                let revision = try await library.read { try $0.reader.revision() }
                let body = try await cache.page(OfflineList.name, revision: revision) {
                    ByteBuffer(string: try await library.read { try OfflineList.served($0) })
                }
                let tag = "\"\(StableHash.hex("\(revision) \(PageRoutes.startTag) offline"))\""
                return Conditional.answer(body, type: "application/json", tag: tag, cache: "no-cache", request)
            } catch let error as LarderError {
                throw HTTPError(.serviceUnavailable, message: error.description)
            }
        }
    }
}
