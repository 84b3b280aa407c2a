import Foundation
import HTTPTypes
import Hummingbird
internal import LarderModel
import NIOCore
import Synchronization

/// What a request brings besides itself: the connection, so that a fault can break it.
struct SiteContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }
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

    /// Tells the address that links use; before, every answer is 503.
    func open(base: String) {
        let made = ServedContent(site: site, base: base)
        content.withLock { $0 = made }
    }

    func respond(to request: Request, context: SiteContext) async throws -> Response {
        guard let content = content.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
        let raw = request.head.path ?? "/"
        let path = String(raw.prefix { $0 != "?" && $0 != "#" })
        let area = ServedContent.area(of: path)
        if area == .stats {
            return plain(statistics.answer())
        }
        statistics.begin()
        var isStreaming = false
        defer {
            if !isStreaming {
                statistics.end()
            }
        }
        let delay = faults.delay(of: raw)
        if delay > .zero {
            try await Task.sleep(for: delay)
        }
        guard request.method == .get || request.method == .head else {
            statistics.record(area, status: 405, bytes: 0, body: nil, fault: nil)
            return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        let fault = faults.fault(of: raw, in: area)
        if let fault, let refusal = try await refusal(fault, raw: raw, area: area, channel: context.channel) {
            return refusal
        }
        if let spent = quotaAnswer(area: area) {
            statistics.record(area, status: spent.status, bytes: spent.bytes.count, body: nil, fault: nil)
            return plain(spent)
        }
        let wantsGzip = Self.acceptsGzip(request.headers[.acceptEncoding])
        let answer = content.answer(raw, headerKey: request.headers[Self.apiKeyField], wantsGzip: wantsGzip)
        let whole = Self.hasOwnBody(fault) ? fault : nil
        var headers = headers(of: answer)
        if whole == nil, Self.isNotModified(request.headers, answer) {
            statistics.record(area, status: 304, bytes: 0, body: nil, fault: nil)
            return Self.notModified(headers)
        }
        if whole == .wrongContentType {
            headers[.contentType] = "application/octet-stream"
        }
        if request.method == .head {
            statistics.record(area, status: answer.status, bytes: 0, body: nil, fault: whole)
            headers[.contentLength] = String(answer.body.readableBytes)
            return Response(status: .init(code: answer.status), headers: headers)
        }
        let body = body(of: answer, fault: whole)
        isStreaming = body.isStreaming
        let isWhole = answer.status == 200 && (whole == nil || whole == .slowDrip)
        statistics.record(
            area,
            status: answer.status,
            bytes: body.bytes,
            body: isWhole ? Fingerprint.of(raw) ^ Fingerprint.of(answer.entityTag ?? "") : nil,
            fault: whole
        )
        return Response(status: .init(code: answer.status), headers: headers, body: body.body)
    }

    // MARK: Parts of an answer

    private func plain(_ answer: Answer) -> Response {
        var headers: HTTPFields = [.contentType: answer.contentType, .cacheControl: "no-store"]
        for (name, value) in answer.headers {
            if let field = HTTPField.Name(name) {
                headers[field] = value
            }
        }
        return Response(
            status: .init(code: answer.status),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.bytes))
        )
    }

    private func headers(of answer: RenderedAnswer) -> HTTPFields {
        var headers: HTTPFields = [.contentType: answer.contentType]
        if let tag = answer.entityTag {
            headers[.eTag] = tag
            headers[.cacheControl] = cacheControl
        }
        if let modified = answer.lastModified {
            headers[.lastModified] = modified
        }
        if site.configuration.gzip {
            headers[.vary] = "Accept-Encoding"
        }
        if answer.isGzip {
            headers[.contentEncoding] = "gzip"
        }
        for (name, value) in answer.headers {
            if let field = HTTPField.Name(name) {
                headers[field] = value
            }
        }
        return headers
    }

    private static let apiKeyField = HTTPField.Name.apiKey

    /// RFC 9110, section 13.2.2: If-None-Match decides alone where it is present.
    private static func isNotModified(_ request: HTTPFields, _ answer: RenderedAnswer) -> Bool {
        guard answer.status == 200, let tag = answer.entityTag else { return false }
        if let known = request[.ifNoneMatch] {
            return known.split(separator: ",").contains { candidate in
                let trimmed = candidate.drop { $0 == " " }.prefix { $0 != " " }
                return trimmed == "*" || (trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed) == tag
            }
        }
        if let text = request[.ifModifiedSince], let modified = answer.modified,
            let since = HTTPDate(parsing: text, now: Int64(modified))
        {
            return modified <= since.unixSeconds
        }
        return false
    }

    private static func notModified(_ headers: HTTPFields) -> Response {
        var kept = headers
        kept[.contentType] = nil
        kept[.contentEncoding] = nil
        // RFC 9110, section 8.6: no Content-Length rather than that of an empty body.
        var response = Response(status: .notModified, headers: kept)
        response.headers[.contentLength] = nil
        return response
    }

    private static func acceptsGzip(_ field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { item in
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
            ? NewsAPI.error(429, "rateLimited", "The \(quota) requests of this key are spent.")
            : .json { $0.member("error", "limit") }
    }

    // MARK: Faults

    private static func hasOwnBody(_ fault: SampleSite.Faults.Kind?) -> Bool {
        switch fault {
        case .cutBody, .brokenJSON, .slowDrip, .wrongContentType: true
        default: false
        }
    }

    /// The answer of a fault that replaces the content, nil for one that only changes it.
    private func refusal(
        _ fault: SampleSite.Faults.Kind,
        raw: String,
        area: SampleSite.Area,
        channel: any Channel
    ) async throws -> Response? {
        var answer: Answer
        switch fault {
        case .tooManyRequests, .unavailable:
            answer = .page("<h1>Too much at once</h1>\n", status: fault == .unavailable ? 503 : 429)
            answer.headers = [("Retry-After", faults.retryAfter(now: Self.now()))]
        case .serverError:
            answer = .page("<html><body><h1>500</h1><p>The oven is on fire.</p></body></html>\n", status: 500)
        case .redirect, .redirectLoop:
            let target = faults.redirection(of: raw, isLoop: fault == .redirectLoop)
            answer = .redirect(to: target.location, status: target.status)
        case .noAnswer:
            statistics.record(area, status: 0, bytes: 0, body: nil, fault: fault)
            try await channel.close()
            throw BodyCut()
        case .cutBody, .brokenJSON, .slowDrip, .wrongContentType:
            return nil
        }
        statistics.record(area, status: answer.status, bytes: answer.bytes.count, body: nil, fault: fault)
        return plain(answer)
    }

    /// The body with its faults, how many bytes of it are sent, and whether the body itself ends the request's count.
    private func body(
        of answer: RenderedAnswer,
        fault: SampleSite.Faults.Kind?
    ) -> (body: ResponseBody, bytes: Int, isStreaming: Bool) {
        let whole = answer.body
        let size = whole.readableBytes
        let half = whole.getSlice(at: whole.readerIndex, length: size / 2) ?? whole
        switch fault {
        case .brokenJSON:
            return (ResponseBody(byteBuffer: half), half.readableBytes, false)
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
        default:
            return (ResponseBody(byteBuffer: whole), size, false)
        }
    }

    private static func now() -> Int {
        Int(Date().timeIntervalSince1970)
    }
}

extension HTTPField.Name {
    /// `X-Api-Key`, as NewsAPI takes it.
    fileprivate static let apiKey = HTTPField.Name(parsed: "x-api-key") ?? .authorization
}
