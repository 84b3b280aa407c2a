internal import HTTPTypes
internal import Hummingbird
internal import Larder
internal import LarderModel
internal import NIOCore

/// Tells programs what went wrong as problem details (RFC 9457).
struct APIProblems: RouterMiddleware {
    typealias Context = BasicRequestContext

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.hasPrefix("/api/") else { return try await next(request, context) }
        do {
            return try await next(request, context)
        } catch let error as HTTPError {
            return Self.problem(error.status, error.body ?? "There is nothing at this address.", error.headers)
        } catch let error as LarderError {
            let sentence = [error.errorDescription, error.recoverySuggestion].compactMap(\.self).joined(separator: " ")
            return Self.problem(.serviceUnavailable, sentence)
        }
    }

    /// - Parameter sentence: What is wrong, and the way out.
    static func problem(_ status: HTTPResponse.Status, _ sentence: String, _ fields: HTTPFields = [:]) -> Response {
        var writer = JSONWriter()
        writer.object { problem in
            // RFC 9457, section 4.2.1: the title is the status's own text then.
            problem.member("type", "about:blank")
            problem.member("title", status.reasonPhrase)
            problem.member("status", status.code)
            problem.member("detail", sentence)
        }
        var headers = fields
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = "no-store"
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes))
        )
    }
}
