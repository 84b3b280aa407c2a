internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LarderHashing
internal import LarderModel

/// The secret that clients of a server on other machines show.
package struct AccessToken: Sendable {
    /// Compared in place of the secret, so that every comparison takes the same time.
    private let digest: Digest
    /// What the browser's cookie holds: it lets in, and does not tell the secret.
    fileprivate let cookie: String
    /// What apps for feeds show after their login.
    let readerAuth: String

    private static let shortest = 16

    /// Reads the first line of a file.
    ///
    /// - Throws: ``ServerError`` where it cannot be read, others may read it, or it is too short.
    package init(file path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ServerError("The token file \(path) cannot be read. Make one: `openssl rand -hex 32 > \(path)`.")
        }
        let mode = (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) ?? 0
        guard mode & 0o004 == 0 else {
            throw ServerError("Every user of this machine may read the token file \(path): `chmod 600 \(path)`.")
        }
        try self.init(String(decoding: data.prefix(4_096), as: UTF8.self).prefix { !$0.isNewline }.trimmedToken, path)
    }

    private init(_ secret: String, _ path: String) throws {
        guard secret.utf8.count >= Self.shortest else {
            throw ServerError(
                "The token in \(path) has less than \(Self.shortest) characters. Make one: `openssl rand -hex 32 > \(path)`."
            )
        }
        digest = Digest(of: secret)
        cookie = Digest(of: "larder cookie " + secret).hex
        readerAuth = "larder/" + Digest(of: "larder reader " + secret).hex
    }

    func isRight(_ secret: some StringProtocol) -> Bool { Digest(of: String(secret)) == digest }

    fileprivate func isRight(cookie text: String) -> Bool {
        Digest(of: text) == Digest(of: cookie)
    }
}

extension StringProtocol {
    fileprivate var trimmedToken: String { trimmingCharacters(in: .whitespaces) }
}

/// Lets in who shows the token: as a bearer (RFC 6750), or by the cookie that the page `/login` gives.
struct TokenCheck: RouterMiddleware {
    typealias Context = BasicRequestContext
    private let token: AccessToken
    private static let cookieName = "larder"

    init(_ token: AccessToken) { self.token = token }

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if request.uri.path == "/login" { return try await login(request) }
        // Apps for feeds show the token in ways of their own, which are checked there.
        if ReaderRoutes.has(request.uri.path) { return try await next(request, context) }
        if Self.isOpen(request.uri.path) || isLetIn(request) { return try await next(request, context) }
        guard request.isOfBrowser else {
            throw HTTPError(
                .unauthorized,
                headers: [.wwwAuthenticate: "Bearer realm=\"larder\", Basic realm=\"larder\", charset=\"UTF-8\""],
                message: "Send the token of this larder: `Authorization: Bearer TOKEN`."
            )
        }
        return .redirect(to: "/login", type: .normal)
    }

    /// What says nothing of the content, and pictures, which apps for feeds load without a token: only who has seen an
    /// item knows the SHA-256 that names its picture.
    private static func isOpen(_ path: String) -> Bool {
        ["/healthz", "/readyz", "/v1/scale", "/viewer.css", "/viewer.js", "/icon.svg"].contains(path)
            || path.hasPrefix("/pictures/")
    }

    private func isLetIn(_ request: Request) -> Bool {
        if let field = request.headers[.authorization], field.prefix(7).lowercased() == "bearer " {
            return token.isRight(field.dropFirst(7))
        }
        // RFC 7617: any name with the token as its password, for programs that read feeds and know no other way.
        if let field = request.headers[.authorization], field.prefix(6).lowercased() == "basic " {
            let pair = Data(base64Encoded: String(field.dropFirst(6))).map { String(decoding: $0, as: UTF8.self) }
            return token.isRight(pair?.drop { $0 != ":" }.dropFirst() ?? "")
        }
        return request.cookies[Self.cookieName].map { token.isRight(cookie: $0.value) } ?? false
    }

    private func login(_ request: Request) async throws -> Response {
        guard request.method == .post else { return LoginPage.answer(isWrong: false) }
        var request = request
        let body = try await request.collectBody(upTo: 8_192)
        let secret = FormBody(body)["token"] ?? ""
        guard token.isRight(secret) else { return LoginPage.answer(isWrong: true) }
        var response = Response.redirect(to: "/", type: .normal)
        response.setCookie(
            Cookie(
                name: Self.cookieName,
                value: token.cookie,
                maxAge: 90 * 86_400,
                path: "/",
                httpOnly: true,
                sameSite: .strict
            )
        )
        return response
    }
}
