internal import HTTPTypes
internal import Hummingbird
internal import LarderHashing
internal import LarderModel
internal import LarderPages
internal import NIOCore

/// The files that all pages share: style sheet, script, icon, service worker.
struct AssetRoutes {
    func add(to router: Router<BasicRequestContext>) {
        for asset in ViewerAsset.all {
            let body = ByteBuffer(bytes: asset.bytes)
            let tag = "\"\(Digest(of: asset.bytes).hex.prefix(32))\""
            router.get(RouterPath(asset.name)) { request, _ in
                Conditional.answer(body, type: asset.type, tag: tag, cache: "no-cache", request)
            }
        }
    }
}
