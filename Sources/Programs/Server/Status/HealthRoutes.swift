internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LarderCache
internal import LarderModel
internal import LarderViewer
internal import NIOCore

/// What starts and ends workers asks for, such as KEDA's metrics-api.
struct ScaleSignal: Encodable {
    /// Estimate of how long the open jobs take.
    let backlogSeconds: Double
    /// Jobs that have not ended, those that wait for another try included.
    let jobsOpen: Int
    /// How many workers are worth having, those that run included; 0 without a sync, but soon after a start the number
    /// of an interrupted one.
    let workersWanted: Int

    /// Interrupted runs that ended longer ago are ignored.
    private static let maxPauseMs: Int64 = 3_600_000

    /// - Parameter resumes: Whether an interrupted run may be about to go on: its workers are wanted until then.
    init(_ report: RunReport?, resumes: Bool = false) {
        let isCutOff = report.map {
            resumes && $0.exitCode != 0 && $0.unfinished > 0 && UnixTime.nowMs - $0.writtenMs < Self.maxPauseMs
        }
        let report = RunWatcher.isRunning(report) || isCutOff == true ? report : nil
        backlogSeconds = ((report?.backlogSeconds ?? 0) * 10).rounded() / 10
        jobsOpen = report?.unfinished ?? 0
        workersWanted = report?.workersWanted ?? 0
    }
}

/// What supervisors of containers and monitoring ask for.
struct HealthRoutes {
    let library: ServedLarder
    let watcher: RunWatcher
    let control: SyncControl
    /// Whether this server syncs by a schedule.
    let hasSchedule: Bool

    func add(to router: Router<BasicRequestContext>) {
        router.get("healthz") { _, _ in Self.line("ok") }
        router.get("readyz") { _, _ in
            _ = try await library.revision()
            return Self.line("ready")
        }
        router.get("v1/scale") { _, _ in
            try Self.json(ScaleSignal(watcher.current.latest, resumes: hasSchedule && watcher.hasJustBegun))
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

    private static func json(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        (encoder.keyEncodingStrategy, encoder.outputFormatting) = (.convertToSnakeCase, .sortedKeys)
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value)))
        )
    }

    private static func line(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n"))
        )
    }
}
