import Foundation
import LarderFixtures
import LarderModel
import LarderServer
import LarderWireClient
import Testing

@Suite("The token of a server") struct TokenTests {
    static let secret = "correct-horse-battery-staple"

    /// A file in a larder's folder.
    static func file(_ text: String, in folder: URL, mode: Int = 0o600) throws -> String {
        let path = folder.appending(path: "token \(UUID().uuidString)").path(percentEncoded: false)
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private static func basic(_ name: String, _ password: String) -> String {
        "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
    }

    @Test func `who does not show the token reads nothing`() async throws {
        let fixture = try SampleLarder.make()
        let token = try AccessToken(file: Self.file("  \(Self.secret) \nsecond line", in: fixture.folder))
        let private_ = [
            "/", "/item/recipe:sample:2", "/status", "/metrics", "/feeds/all.atom", "/opds", "/api/v1/items",
        ]
        try await withServer(fixture.folder, { $0.token = token }) { (client) async throws in
            let wrong = [
                [:], ["Authorization": "Bearer wrong"], ["Authorization": "Bearer "],
                ["Authorization": "Bearer \(Self.secret)x"],
                ["Authorization": Self.secret], ["Authorization": Self.basic("a", "wrong")],
                ["Authorization": "Basic %%%"],
                ["Authorization": Self.basic(Self.secret, "")], ["Cookie": "larder=\(Self.secret)"],
                ["Cookie": "larder="],
            ]
            for headers in wrong {
                for path in private_ {
                    let answer = try await client.get(path, headers: headers)
                    #expect(answer.status == 401, "\(path) \(headers)")
                    #expect(answer.headers["www-authenticate"]?.contains("Bearer") == true, "\(path) \(headers)")
                    #expect(!answer.text.contains("Soup") && !answer.text.contains("larder_"), "\(path) \(headers)")
                }
                let browser = try await client.get("/", headers: headers.merging(["Accept": "text/html"]) { $1 })
                #expect(browser.status == 303 && browser.headers["location"] == "/login")
            }
            for headers in [
                ["Authorization": "Bearer \(Self.secret)"], ["Authorization": "bearer \(Self.secret)"],
                ["Authorization": Self.basic("anyone", Self.secret)],
            ] {
                for path in private_ { #expect(try await client.get(path, headers: headers).status == 200, "\(path)") }
            }
            for path in ["/healthz", "/readyz", "/viewer.css", "/login"] {
                #expect(try await client.get(path).status == 200, "\(path)")
            }
        }
    }

    @Test func `a browser logs in once and keeps a cookie that does not tell the token`() async throws {
        let fixture = try SampleLarder.make()
        let token = try AccessToken(file: Self.file(Self.secret, in: fixture.folder))
        try await withServer(fixture.folder, { $0.token = token }) { (client) async throws in
            let refused = try await client.post("/login", "token=wrong")
            #expect(refused.status == 403 && refused.headers["set-cookie"] == nil)
            #expect(refused.text.contains("not the token"))
            let let_in = try await client.post("/login", "token=\(Self.secret)")
            #expect(let_in.status == 303 && let_in.headers["location"] == "/")
            let cookie = try #require(let_in.headers["set-cookie"])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(Self.secret))
            let kept = String(cookie.prefix { $0 != ";" })
            #expect(try await client.get("/", headers: ["Cookie": kept]).status == 200)
            #expect(try await client.get("/", headers: ["Cookie": String(kept.dropLast())]).status == 401)
            let long = try await client.post("/login", "token=" + String(repeating: "x", count: 100_000))
            #expect(long.status == 413)
        }
    }

    @Test func `a token that others may read, or that is short, is refused with the way out`() throws {
        let fixture = try LarderFixture()
        func problem(_ text: String, mode: Int = 0o600) throws -> String {
            let file = try Self.file(text, in: fixture.folder, mode: mode)
            do { _ = try AccessToken(file: file) } catch let error as ServerError { return error.description }
            return "none"
        }
        #expect(try problem(Self.secret) == "none")
        #expect(try problem(Self.secret, mode: 0o640) == "none")
        #expect(try problem(Self.secret, mode: 0o644).contains("chmod 600"))
        #expect(try problem("short").contains("openssl rand"))
        #expect(try problem("").contains("openssl rand"))
        #expect(try problem("\n\(Self.secret)").contains("openssl rand"))
        #expect(throws: ServerError.self) { try AccessToken(file: "/nothing/there") }
    }

    @Test func `only a page of this server has its buttons`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder, { $0.allowsControl = true }) { (client) async throws in
            let page = try await client.get("/status").text
            let field = try #require(page.firstRange(of: "name=\"token\" value=\""), "\(page)")
            let token = page[field.upperBound...].prefix { $0 != "\"" }
            #expect(token.utf8.count >= 32)
            for form in ["", "token=", "token=wrong", "token=\(token)x", "other=\(token)"] {
                #expect(try await client.post("/control/sync", form).status == 403, "\(form)")
            }
            #expect(try await client.post("/control/nothing", "token=\(token)").status == 403)
            #expect(try await client.post("/control/stop", "token=\(token)").status == 303)
            #expect(try await client.post("/control/stop", String(repeating: "x", count: 5_000)).status == 413)
        }
    }
}
