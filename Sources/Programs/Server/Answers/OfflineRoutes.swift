internal import Hummingbird
internal import LarderViewer
internal import NIOCore

/// The list of what a browser stores for reading without the server.
struct OfflineRoutes {
    let answers: CatalogAnswers

    func add(to router: Router<BasicRequestContext>) {
        router.get(RouterPath(OfflineList.name)) { request, _ in
            try await answers.answer(request, "offline", type: APIRoutes.type) {
                ByteBuffer(string: try OfflineList.served($0))
            }
        }
    }
}
