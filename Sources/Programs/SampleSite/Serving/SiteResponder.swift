import Foundation
import HTTPTypes
import Hummingbird
internal import LarderModel
import NIOCore
import Synchronization

/// What a request brings besides itself: the connection, so that a fault can break it.
struct SiteContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }
}

/// Answers the requests of a running site: content, validators, faults and counts.
final class SiteResponder: HTTPResponder {
    typealias Context = SiteContext

    /// Thrown after a part of a body, to close the connection.
    private struct BodyCut: Error {}

    private let site: SampleSite
    private let content = Mutex<ServedContent?>(nil)
    private let statistics = SiteStatistics()
    private let faults: FaultPlan
    private let apiCalls = Mutex(0)
    private let cacheControl: String

    init(site: SampleSite) {
        self.site = site
        faults = FaultPlan(faults: site.configuration.faults, seed: site.configuration.seed)
        cacheControl = site.configuration.maxAgeSeconds.map { "max-age=\($0)" } ?? "no-cache"
    }

    /// Sets the address that links use; before, every answer is 503.
    func open(base: String) {
        let made = ServedContent(site: site, base: base)
        content.withLock { $0 = made }
    }

    func respond(to request: Request, context: SiteContext) async throws -> Response {
        guard let content = content.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
        let raw = request.head.path ?? "/"
        let area = ServedContent.area(of: raw.prefix { $0 != "?" && $0 != "#" })
        if area == .stats { return uncached(statistics.answer()) }
        statistics.begin()
        var isStreaming = false
        defer { if !isStreaming { statistics.end() } }
        let delay = faults.delay(of: raw)
        if delay > .zero { try await Task.sleep(for: delay) }
        guard request.method == .get || request.method == .head else {
            statistics.record(area, status: 405)
            return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        let fault = faults.fault(of: raw, in: area)
        if fault == .noAnswer {
            statistics.record(area, status: 0, fault: fault)
            try await context.channel.close()
            throw BodyCut()
        }
        if let refusal = fault.flatMap({ refusal($0, raw: raw) }) {
            statistics.record(area, status: refusal.status, bytes: refusal.body.readableBytes, fault: fault)
            return uncached(refusal)
        }
        if let spent = quotaAnswer(area: area) {
            statistics.record(area, status: spent.status, bytes: spent.body.readableBytes)
            return uncached(spent)
        }
        let wantsGzip = Self.acceptsGzip(request.headers[.acceptEncoding])
        let answer = content.answer(raw, headerKey: request.headers[.apiKey], wantsGzip: wantsGzip)
        var headers = headers(of: answer)
        if fault == nil, Self.isNotModified(request.headers, answer) {
            statistics.record(area, status: 304)
            return Self.notModified(headers)
        }
        if fault == .wrongContentType { headers[.contentType] = "application/octet-stream" }
        if request.method == .head {
            statistics.record(area, status: answer.status, fault: fault)
            headers[.contentLength] = String(answer.body.readableBytes)
            return Response(status: .init(code: answer.status), headers: headers)
        }
        let body = body(of: answer.body, fault: fault)
        isStreaming = body.isStreaming
        let isWhole = answer.status == 200 && (fault == nil || fault == .slowDrip)
        statistics.record(
            area,
            status: answer.status,
            bytes: body.bytes,
            body: isWhole ? Fingerprint.of(raw) ^ Fingerprint.of(answer.entityTag ?? "") : nil,
            fault: fault
        )
        return Response(status: .init(code: answer.status), headers: headers, body: body.body)
    }

    // MARK: Parts of an answer

    private func uncached(_ answer: Answer) -> Response {
        let headers: HTTPFields = [.contentType: answer.contentType, .cacheControl: "no-store"]
        return Response(
            status: .init(code: answer.status),
            headers: HTTPFields(Array(headers) + answer.headers),
            body: ResponseBody(byteBuffer: answer.body)
        )
    }

    private func headers(of answer: Answer) -> HTTPFields {
        var headers: HTTPFields = [.contentType: answer.contentType]
        if let tag = answer.entityTag {
            headers[.eTag] = tag
            headers[.cacheControl] = cacheControl
        }
        headers[.lastModified] = answer.modified.map(Timestamp.http)
        if site.configuration.gzip { headers[.vary] = "Accept-Encoding" }
        if answer.isGzip { headers[.contentEncoding] = "gzip" }
        headers.append(contentsOf: answer.headers)
        return headers
    }

    /// RFC 9110, section 13.2.2: If-None-Match decides alone where it is present.
    private static func isNotModified(_ request: HTTPFields, _ answer: Answer) -> Bool {
        guard answer.status == 200, let tag = answer.entityTag, let modified = answer.modified else { return false }
        if let known = request[.ifNoneMatch] {
            return EntityTag.isKnown(tag, in: known)
        }
        let since = request[.ifModifiedSince].flatMap { HTTPDate(parsing: $0, now: Int64(modified)) }
        return since.map { modified <= $0.unixSeconds } ?? false
    }

    private static func notModified(_ headers: HTTPFields) -> Response {
        var kept = headers
        kept[.contentType] = nil
        kept[.contentEncoding] = nil
        var response = Response(status: .notModified, headers: kept)
        // RFC 9110, section 8.6: no Content-Length rather than that of an empty body.
        response.headers[.contentLength] = nil
        return response
    }

    private static func acceptsGzip(_ field: String?) -> Bool {
        (field ?? "").split(separator: ",").contains { item in
            let parts = item.lowercased().filter { $0 != " " }.split(separator: ";")
            return parts.first == "gzip"
                && !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }

    private func quotaAnswer(area: SampleSite.Area) -> Answer? {
        guard let quota = site.configuration.apiQuota, [.search, .detail, .news].contains(area) else { return nil }
        let isSpent = apiCalls.withLock { calls in
            calls += 1
            return calls > quota
        }
        guard isSpent else { return nil }
        return area == .news
            ? ServedContent.newsError(429, "rateLimited", "The \(quota) requests of this key are spent.")
            : .json { $0.member("error", "limit") }
    }

    // MARK: Faults

    /// The answer of a fault that replaces the content, nil for one that only changes it.
    private func refusal(_ fault: SampleSite.Faults.Kind, raw: String) -> Answer? {
        switch fault {
        case .tooManyRequests, .unavailable:
            var answer = Answer.page("<h1>Too much at once</h1>\n", status: fault == .unavailable ? 503 : 429)
            answer.headers[.retryAfter] = faults.retryAfter(now: Int(Date().timeIntervalSince1970))
            return answer
        case .serverError:
            return .page("<html><body><h1>500</h1><p>The oven is on fire.</p></body></html>\n", status: 500)
        case .redirect, .redirectLoop:
            let target = faults.redirection(of: raw, isLoop: fault == .redirectLoop)
            return .redirect(to: target.location, status: target.status)
        case .noAnswer, .cutBody, .brokenJSON, .slowDrip, .wrongContentType: return nil
        }
    }

    /// The body with its faults, how many bytes of it are sent, and whether the body itself ends the request's count.
    private func body(
        of whole: ByteBuffer,
        fault: SampleSite.Faults.Kind?
    ) -> (body: ResponseBody, bytes: Int, isStreaming: Bool) {
        let size = whole.readableBytes
        let half = whole.getSlice(at: whole.readerIndex, length: size / 2) ?? whole
        switch fault {
        case .brokenJSON: return (ResponseBody(byteBuffer: half), half.readableBytes, false)
        case .cutBody:
            let body = ResponseBody(contentLength: size) { [statistics] writer in
                defer { statistics.end() }
                try await writer.write(half)
                throw BodyCut()
            }
            return (body, half.readableBytes, true)
        case .slowDrip:
            let pause = site.configuration.faults.dripDuration / 16
            let body = ResponseBody(contentLength: size) { [statistics] writer in
                defer { statistics.end() }
                var rest = whole
                let piece = max(1, (size + 15) / 16)
                while let slice = rest.readSlice(length: min(piece, rest.readableBytes)), slice.readableBytes > 0 {
                    try await writer.write(slice)
                    try await Task.sleep(for: pause)
                }
                try await writer.finish(nil)
            }
            return (body, size, true)
        default: return (ResponseBody(byteBuffer: whole), size, false)
        }
    }
}

extension HTTPField.Name {
    /// `X-Api-Key`, as NewsAPI takes it.
    fileprivate static let apiKey = HTTPField.Name(parsed: "x-api-key") ?? .authorization
}
