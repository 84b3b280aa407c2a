internal import HTTPTypes
internal import Hummingbird
internal import Larder
internal import NIOCore

/// The header fields that each answer has, so that what a source wrote can run nothing and reach no other host.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = BasicRequestContext

    /// Content Security Policy Level 3 (W3C): everything is of this origin; no script or style stands within a page.
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
        worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-cache" }
        return response
    }
}

/// Refuses requests that are too long or of other methods before anything reads them.
struct RequestLimits: RouterMiddleware {
    typealias Context = BasicRequestContext
    private static let longestPath = 4_096

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard (request.head.path ?? "/").utf8.count <= Self.longestPath else {
            throw HTTPError(.init(code: 414), message: "The address is longer than \(Self.longestPath) bytes.")
        }
        guard [.get, .head, .post].contains(request.method) else {
            throw HTTPError(
                .methodNotAllowed,
                headers: [.allow: "GET, HEAD, POST"],
                message: "Only GET, HEAD and POST."
            )
        }
        return try await next(request, context)
    }
}

/// Tells what went wrong in one line of plain text; browsers see a page where there is nothing at an address.
struct PlainErrors: RouterMiddleware {
    typealias Context = BasicRequestContext

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError {
            guard error.status == .notFound else {
                return Self.answer(error.status, error.body ?? "\(error.status)", error.headers)
            }
            let text = error.body ?? "There is nothing at this address."
            return request.isOfBrowser ? MissingPage.answer(text) : Self.answer(.notFound, text, error.headers)
        } catch let error as LarderError {
            return Self.answer(.serviceUnavailable, error.description, [.retryAfter: "60"])
        } catch let error as any HTTPResponseError {
            return Self.answer(error.status, "\(error.status.code) \(error.status.reasonPhrase)", [:])
        } catch let error where !(error is CancellationError) {
            return Self.answer(.internalServerError, "This page cannot be shown: \(error)", [:])
        }
    }

    private static func answer(_ status: HTTPResponse.Status, _ text: String, _ fields: HTTPFields) -> Response {
        var headers = fields
        headers[.contentType] = "text/plain; charset=utf-8"
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n"))
        )
    }
}

extension HTTPField.Name {
    static let refresh = named("refresh")
    static let host = named("host")
    static let contentSecurityPolicy = named("content-security-policy")
    static let xContentTypeOptions = named("x-content-type-options")
    static let referrerPolicy = named("referrer-policy")
    static let crossOriginResourcePolicy = named("cross-origin-resource-policy")
    static let crossOriginOpenerPolicy = named("cross-origin-opener-policy")

    static func named(_ name: String) -> HTTPField.Name {
        guard let made = HTTPField.Name(parsed: name) else { preconditionFailure("\(name) is no field name") }
        return made
    }
}
