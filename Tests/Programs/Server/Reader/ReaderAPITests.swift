import Foundation
import LarderFixtures
import LarderModel
import LarderServer
import LarderViewer
import LarderWireClient
import Testing

@Suite("The API for feed readers") struct ReaderAPITests {
    private static let all = "user/-/state/com.google/reading-list"
    private static let read = "user/-/state/com.google/read"
    private static let starred = "user/-/state/com.google/starred"

    /// A reader that has logged in.
    private struct App: Sendable {
        let client: SiteClient
        let auth: String

        init(_ client: SiteClient, password: String = "") async throws {
            let login = try await client.post("/accounts/ClientLogin", "Email=me&Passwd=\(password)")
            let line = login.text.split(separator: "\n").first { $0.hasPrefix("Auth=") }
            (self.client, auth) = (client, String(try #require(line, "\(login)").dropFirst(5)))
        }

        var headers: [String: String] { ["Authorization": "GoogleLogin auth=\(auth)"] }

        func get(_ path: String) async throws -> WireAnswer {
            try await client.get("/reader/api/0/\(path)", headers: headers)
        }

        func post(_ path: String, _ form: String) async throws -> WireAnswer {
            try await client.post("/reader/api/0/\(path)", form, headers: headers)
        }

        /// The numbers of a stream's items, in parts of `size`.
        func numbers(_ query: String, size: Int = 1_000) async throws -> [String] {
            var (numbers, place): ([String], String?) = ([], "")
            while let last = place {
                let json = try await get("stream/items/ids?output=json&n=\(size)&\(query)&c=\(last)").json
                let items = json["itemRefs"] as? [[String: Any]] ?? []
                #expect(items.count <= size)
                numbers += items.compactMap { $0["id"] as? String }
                place = json["continuation"] as? String
            }
            return numbers
        }
    }

    private func withApp(_ body: @escaping @Sendable (App, LarderFixture) async throws -> Void) async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { try await body(App($0), fixture) }
    }

    @Test func `parts together are the whole, in both directions`() async throws {
        try await withApp { app, _ in
            let whole = try await app.numbers("s=\(Self.all)")
            #expect(whole.count == SampleLarder.listed && Set(whole).count == whole.count)
            for size in [1, 7, 20, SampleLarder.listed] {
                #expect(try await app.numbers("s=\(Self.all)", size: size) == whole, "\(size)")
                #expect(try await app.numbers("s=\(Self.all)&r=o", size: size) == whole.reversed(), "\(size)")
            }
            #expect(try await app.numbers("s=feed/sample") == whole)
            #expect(try await app.numbers("s=feed/other").isEmpty)
            #expect(try await app.get("stream/items/ids?s=\(Self.all)&c=nonsense").status == 400)
            #expect(try await app.get("stream/items/ids?s=nonsense").status == 400)
        }
    }

    @Test func `items come with their texts by any form of their number`() async throws {
        try await withApp { app, _ in
            let numbers = try await app.numbers("s=\(Self.all)")
            let json = try await app.get("stream/contents/\(Self.all)?n=5").json
            let items = try #require(json["items"] as? [[String: Any]])
            let ids = items.compactMap { $0["id"] as? String }
            #expect(ids.count == 5 && json["continuation"] != nil)
            let form = (ids + [numbers[5], String(ids[0].suffix(16))]).map { "i=\($0)" }.joined(separator: "&")
            let asked = try await app.post("stream/items/contents", form).json["items"] as? [[String: Any]]
            #expect(asked?.compactMap { $0["id"] as? String }.prefix(5) == ids[...])
            let titles = (try await app.get("stream/contents?s=\(Self.all)&n=1000").json["items"] as? [[String: Any]])?
                .compactMap { $0["title"] as? String }
            #expect(titles?.count == SampleLarder.listed && titles?.contains(SampleLarder.hostile) == true)
            #expect(try await app.post("stream/items/contents", "i=nonsense").status == 400)
            let many = (0..<10_000).map { "i=\($0 + 1)" }.joined(separator: "&")
            let found = try await app.post("stream/items/contents", many)
            #expect(found.status == 200 && (found.json["items"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `read and starred items are told apart, and starred ones stay when they are gone`() async throws {
        try await withApp { app, fixture in
            let whole = try await app.numbers("s=\(Self.all)")
            let (first, second) = (whole[0], whole[1])
            #expect(try await app.post("edit-tag", "i=\(first)&i=\(second)&a=\(Self.read)").text == "OK")
            #expect(try await app.post("edit-tag", "i=\(first)&a=\(Self.starred)").status == 200)
            #expect(try await app.numbers("s=\(Self.all)&xt=\(Self.read)") == Array(whole.dropFirst(2)))
            #expect(try await app.numbers("s=\(Self.read)") == [first, second])
            #expect(try await app.numbers("s=\(Self.starred)") == [first])
            #expect(try await app.get("unread-count").json["max"] as? Int == SampleLarder.listed - 2)
            try fixture.execute("UPDATE recipe SET goneAt = 9; UPDATE article SET goneAt = 9")
            #expect(try await app.numbers("s=\(Self.all)").isEmpty)
            #expect(try await app.numbers("s=\(Self.starred)") == [first])
            #expect(try await app.post("edit-tag", "i=\(first)&r=\(Self.starred)").status == 200)
            #expect(try await app.numbers("s=\(Self.starred)").isEmpty)
            #expect(try await app.post("edit-tag", "i=\(first)&a=user/-/label/own").status == 403)
        }
    }

    @Test func `all is marked as read up to what the reader could see`() async throws {
        try await withApp { app, _ in
            #expect(try await app.post("mark-all-as-read", "s=feed/sample&ts=1").status == 200)
            let unread = try await app.get("unread-count").json["max"] as? Int
            #expect(try await app.post("mark-all-as-read", "s=feed/other").status == 200)
            #expect(try await app.get("unread-count").json["max"] as? Int == unread)
            #expect(try await app.post("mark-all-as-read", "s=\(Self.all)").status == 200)
            #expect(try await app.get("unread-count").json["max"] as? Int == 0)
        }
    }

    @Test func `sources are subscriptions, with feeds that are there`() async throws {
        try await withApp { app, _ in
            let list = try await app.get("subscription/list?output=json").json["subscriptions"] as? [[String: Any]]
            #expect(list?.compactMap { $0["id"] as? String } == ["feed/sample"])
            let feed = try #require(list?.first?["url"] as? String)
            #expect(try await app.client.get(String(feed.dropFirst(app.client.base.utf8.count))).status == 200)
            for call in ["tag/list", "user-info"] { #expect(try await app.get(call).status == 200, "\(call)") }
            #expect(try await app.get("token").text.count == 58)
            for call in ["subscription/edit", "subscription/quickadd", "rename-tag", "disable-tag"] {
                #expect(try await app.post(call, "ac=unsubscribe&s=feed/sample").status == 403, "\(call)")
            }
            #expect(try await app.get("nothing").status == 404)
            #expect(try await app.post("edit-tag", String(repeating: "x", count: 1 << 20 + 1)).status == 413)
        }
    }

    @Test func `nothing is told without the login`() async throws {
        let fixture = try SampleLarder.make()
        let token = try AccessToken(file: TokenTests.file(TokenTests.secret, in: fixture.folder))
        let calls = ["stream/contents", "subscription/list", "unread-count", "token", "edit-tag", "stream/items/ids"]
        for token in [nil, token] {
            try await withServer(fixture.folder, { $0.token = token }) { (client) async throws in
                for headers in [
                    [:], ["Authorization": "GoogleLogin auth="], ["Authorization": "GoogleLogin auth=larder/0"],
                    ["Authorization": "GoogleLogin \(TokenTests.secret)"], ["Cookie": "larder=x"],
                ] {
                    for call in calls {
                        let answer = try await client.get("/reader/api/0/\(call)", headers: headers)
                        #expect(answer.status == 401 && !answer.text.contains("sample"), "\(call) \(headers)")
                    }
                }
            }
        }
        try await withServer(fixture.folder, { $0.token = token }) { (client) async throws in
            for password in ["", "wrong", TokenTests.secret + "x"] {
                let answer = try await client.post("/accounts/ClientLogin", "Email=me&Passwd=\(password)")
                #expect(answer.status == 401 && answer.text.contains("Error=BadAuthentication"), "\(password)")
            }
            let app = try await App(client, password: TokenTests.secret)
            #expect(!app.auth.contains(TokenTests.secret))
            #expect(try await app.get("unread-count").status == 200)
            // What an app keeps for feeds opens nothing else.
            #expect(try await client.get("/", headers: app.headers).status == 401)
            let open = String(repeating: "0", count: 64)
            let forged = ["Authorization": "GoogleLogin auth=larder/\(open)"]
            #expect(try await client.get("/reader/api/0/unread-count", headers: forged).status == 401)
        }
    }
}
