internal import HTTPTypes
internal import Hummingbird
internal import LarderViewer
internal import NIOCore

/// What supervisors of containers and monitoring ask for.
struct HealthRoutes {
    let library: ServedLarder
    let watcher: RunWatcher
    let control: SyncControl

    func add(to router: Router<BasicRequestContext>) {
        router.get("healthz") { _, _ in Self.line("ok") }
        router.get("readyz") { _, _ in
            _ = try await library.revision()
            return Self.line("ready")
        }
        router.get("metrics") { _, _ in
            // Without a larder the metrics of the runs are told all the same.
            let sources = (try? await library.read { try $0.reader.sourceStates() }) ?? []
            let metrics = RunMetrics(report: watcher.current.latest, sources: sources, failedSyncs: control.failedSyncs)
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text))
            )
        }
    }

    private static func line(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n"))
        )
    }
}
