internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Answers that a client may have already.
enum Conditional {
    /// Whether `If-None-Match` names the tag (RFC 9110, section 13.1.2: weak comparison).
    static func isKnown(_ tag: String, _ request: Request) -> Bool {
        guard let field = request.headers[.ifNoneMatch] else { return false }
        return field.split(separator: ",").contains { part in
            let known = part.drop { $0 == " " }.prefix { $0 != " " }
            return known == "*" || (known.hasPrefix("W/") ? known.dropFirst(2) : known) == tag
        }
    }

    static func notModified(_ headers: HTTPFields) -> Response {
        var kept = headers
        kept[.contentType] = nil
        var response = Response(status: .notModified, headers: kept)
        // RFC 9110, section 8.6: no Content-Length rather than that of an empty body.
        response.headers[.contentLength] = nil
        return response
    }

    /// The bytes with their type, or 304 where the client has them.
    static func answer(_ body: ByteBuffer, type: String, tag: String, cache: String, _ request: Request) -> Response {
        let headers: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: cache]
        if isKnown(tag, request) { return notModified(headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
