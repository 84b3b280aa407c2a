internal import HTTPTypes
internal import Hummingbird
internal import LarderHashing
internal import LarderModel
internal import LarderViewer
internal import NIOCore

/// The part of the Google Reader API that apps for feeds read with, as FreshRSS and Miniflux serve it.
///
/// There is no document of Google's; FreshRSS (`p/api/greader.php`) and Miniflux (`internal/googlereader`) are the ones
/// that apps are tested with. Feeds are the sources of the larder. Items can be marked as read and starred; all else
/// that changes something is refused.
struct ReaderRoutes {
    let library: ServedLarder
    let marks: ReaderMarks
    private let token: AccessToken?
    private let table = ReaderItemTable()

    init(_ library: ServedLarder, token: AccessToken?) {
        (self.library, self.token) = (library, token)
        marks = ReaderMarks(folder: library.folder)
    }

    func add(to router: Router<BasicRequestContext>) {
        for path in ["reader", "reader/**", "accounts/ClientLogin"] {
            router.get(RouterPath(path)) { request, _ in try await answer(request) }
            router.post(RouterPath(path)) { request, _ in try await answer(request) }
        }
    }

    /// Whether a path is checked here, rather than with the other pages.
    static func has(_ path: String) -> Bool {
        path == "/reader" || path.hasPrefix("/reader/") || path == "/accounts/ClientLogin"
    }

    private static let mostBodyBytes = 1 << 20
    private static let mostLoginBytes = 8_192

    private func answer(_ request: Request) async throws -> Response {
        let root = request.root
        var request = request
        var fields = request.uri.query ?? ""
        if request.method == .post {
            // Who has not shown the token may only send what a login takes.
            let body = try await request.collectBody(upTo: isLetIn(request) ? Self.mostBodyBytes : Self.mostLoginBytes)
            fields += "&" + String(buffer: body)
        }
        let call = ReaderCall(
            path: Self.path(request.uri.path),
            fields: FormBody(fields[...], limit: 20_000),
            root: root,
            pages: ServedPages(library: library, root: root)
        )
        switch call.path {
        case "": return Self.plain("OK\n")
        case "check/compatibility": return Self.plain("PASS\n")
        case "accounts/ClientLogin": return try login(call)
        default: break
        }
        guard isLetIn(request) else {
            throw HTTPError(
                .unauthorized,
                message: "Ask /reader/accounts/ClientLogin for an Auth value: `Authorization: GoogleLogin auth=VALUE`."
            )
        }
        if call.path.hasPrefix("stream/contents/") { return Self.json(try await stream(call)) }
        switch call.path {
        case "stream/contents": return Self.json(try await stream(call))
        case "token": return Self.plain(String(auth.suffix(57)) + "\n")
        case "user-info": return Self.json(call.user)
        case "preference/list": return Self.json("{\"prefs\":[]}")
        case "preference/stream/list": return Self.json("{\"streamprefs\":{}}")
        case "subscription/list": return Self.json(try await subscriptions(call))
        case "tag/list": return Self.json(try await tags(call))
        case "unread-count": return Self.json(try await unreadCounts(call))
        case "stream/items/ids": return Self.json(try await identifiers(call))
        case "stream/items/contents": return Self.json(try await items(call, table))
        case "edit-tag": return try await edit(call, table)
        case "mark-all-as-read": return try await markAll(call)
        case "subscription/edit", "subscription/quickadd", "subscription/import", "rename-tag", "disable-tag":
            throw HTTPError(.forbidden, message: "The sources of a larder are files and cannot be changed from an app.")
        default: throw HTTPError(.notFound, message: "This server has no \"\(call.path)\" of the Google Reader API.")
        }
    }

    /// The path within the API, whichever address of the server an app was given: with or without `/reader`, with
    /// `/api/greader.php` as of FreshRSS.
    private static func path(_ path: String) -> String {
        var rest = path.dropFirst()
        for prefix in ["reader", "api/greader.php", "reader", "api/0"] {
            guard rest == prefix || rest.hasPrefix(prefix + "/") else { continue }
            rest = rest.dropFirst(prefix.count + 1)
        }
        while rest.last == "/" { rest = rest.dropLast() }
        return String(rest).decodedOnce
    }

    // MARK: Access

    /// What clients show after the login.
    ///
    /// Without a token it keeps out pages of other sites alone: they can have a browser send a form, not this field.
    private var auth: String { token?.readerAuth ?? "larder/" + String(repeating: "0", count: 64) }

    private func login(_ call: ReaderCall) throws -> Response {
        if let token, !token.isRight(call.fields["Passwd"] ?? "") {
            let text = "Error=BadAuthentication\nThe password is the token of this larder.\n"
            return Self.plain(text, status: .unauthorized)
        }
        guard call.fields["output"] == "json" else { return Self.plain("SID=\(auth)\nLSID=null\nAuth=\(auth)\n") }
        return Self.json(
            JSONWriter.text { writer in
                writer.object { object in for name in ["SID", "LSID", "Auth"] { object.member(name, auth) } }
            }
        )
    }

    private func isLetIn(_ request: Request) -> Bool {
        guard let field = request.headers[.authorization], field.prefix(12).lowercased() == "googlelogin " else {
            return false
        }
        let shown = field.dropFirst(12).drop { $0 == " " }
        return shown.prefix(5).lowercased() == "auth=" && Digest(of: String(shown.dropFirst(5))) == Digest(of: auth)
    }

    // MARK: Answers

    static func plain(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    private static func json(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}

/// A request of the Google Reader API.
struct ReaderCall: Sendable {
    /// Within the API, such as `stream/items/ids`.
    let path: String
    /// Those of the address and of the form.
    let fields: FormBody
    /// The address of the first page.
    let root: String
    let pages: ServedPages

    fileprivate var user: String {
        JSONWriter.text { writer in
            writer.object { object in
                for name in ["userId", "userName", "userProfileId"] { object.member(name, "larder") }
                object.member("userEmail", "")
            }
        }
    }

    /// The numbers of the items that a request names.
    ///
    /// - Throws: An answer where one cannot be read.
    func itemIDs() throws -> [ReaderItemID] {
        try fields.all("i").map { text in
            guard let number = ReaderItemID(text) else {
                throw HTTPError(.badRequest, message: "\"\(text.prefix(100))\" is no identifier of an item.")
            }
            return number
        }
    }

    /// - Throws: An answer where it is no stream of this server.
    func stream(_ text: String) throws -> ReaderStream {
        guard let stream = ReaderStream(text) else {
            throw HTTPError(.badRequest, message: "\"\(text.prefix(100))\" is no stream of this server.")
        }
        return stream
    }
}
