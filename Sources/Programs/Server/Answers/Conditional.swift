internal import HTTPTypes
internal import Hummingbird
internal import LarderModel
internal import NIOCore

/// Answers that a client may have already.
enum Conditional {
    /// Whether the client says that it has the answer of this tag.
    static func isKnown(_ tag: String, _ request: Request) -> Bool {
        request.headers[.ifNoneMatch].map { EntityTag.isKnown(tag, in: $0) } ?? false
    }

    static func notModified(_ headers: HTTPFields) -> Response {
        var kept = headers
        kept[.contentType] = nil
        var response = Response(status: .notModified, headers: kept)
        // An answer 304 has no body. Its length would have to be the one of the whole page (RFC 9110, section 8.6).
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
