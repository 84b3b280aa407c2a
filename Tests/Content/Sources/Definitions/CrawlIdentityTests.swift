import Foundation
import Glibc
import LarderModel
import LarderSourceDefinitions
import Testing

@Suite("Identity of a crawl") struct CrawlIdentityTests {
    private func definition(_ more: String, base: String = "https://site.example") throws -> SourceDefinition {
        try Samples.definition("name: t\nkind: food2fork\nbase: \(base)\nqueries: [a]\n\(more)")
    }

    @Test func `every key is read, and written so that it reads the same`() throws {
        let more = """
            contact: me@site.example
            headers: {X-Team: kitchen, Authorization: {environment: SITE_TOKEN}}
            own: true
            robots: ignore
            quota: 5000/month at 06:30 UTC
            """
        let definition = try definition(more)
        #expect(try Samples.definition(definition.yaml) == definition)
        #expect(definition.identity.sentUserAgent == "Larder/1 (+me@site.example)")
        #expect(definition.identity.productToken == "Larder")
        let sent = try definition.withHeaders(from: ["SITE_TOKEN": " Bearer abcdef "])
        #expect(sent.identity.headers.map(\.value) == ["kitchen", "Bearer abcdef"])
        #expect(sent.secretHeaderValues == ["Bearer abcdef", "abcdef"])
        #expect(try Samples.definition(sent.yaml) == sent)
        let basic = try definition.withHeaders(from: ["SITE_TOKEN": "Basic bWU6bXktd29yZA=="])
        #expect(basic.secretHeaderValues.suffix(3) == ["bWU6bXktd29yZA==", "me:my-word", "my-word"])
        #expect(throws: SourceError.self) { try definition.withHeaders(from: [:]) }
        #expect(throws: SourceError.self) { try definition.withHeaders(from: ["SITE_TOKEN": "abcde"]) }
        #expect(try self.definition("user-agent: MyBot/2.1 (+https://me.example)").identity.productToken == "MyBot")
    }

    @Test func `a cookie comes out of a file, and each of its values is a secret`() throws {
        let path = FileManager.default.temporaryDirectory.path + "/larder-cookie-\(UUID().uuidString)"
        try Data(("  session=abcdefgh; a=1; user=me@site.example\r\nmore\n").utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let definition = try definition("headers: {Cookie: {file: \(path)}}")
        #expect(try Samples.definition(definition.yaml) == definition && !definition.yaml.contains("abcdefgh"))
        let sent = try definition.withHeaders(from: [:])
        let cookie = "session=abcdefgh; a=1; user=me@site.example"
        #expect(sent.identity.headers.map(\.value) == [cookie])
        #expect(sent.secretHeaderValues == [cookie, "abcdefgh", "me@site.example"])
        #expect(try Samples.definition(sent.yaml) == sent)
        let long = String(repeating: "x", count: 4_000)
        let token = try self.definition("headers: {Cookie: {environment: LONG}}").withHeaders(from: ["LONG": long])
        #expect(try Samples.definition(token.yaml) == token)
        let missing = try self.definition("headers: {Cookie: {file: /nowhere/cookie}}")
        let error = #expect(throws: SourceError.self) { try missing.withHeaders(from: [:]) }
        #expect(error?.description.contains("/nowhere/cookie, which cannot be read") == true, "\(error as Any)")
        for other in ["/dev/zero", "/etc"] {
            let definition = try self.definition("headers: {Cookie: {file: \(other)}}")
            let error = #expect(throws: SourceError.self) { try definition.withHeaders(from: [:]) }
            #expect(error?.description.contains("and has to be a file") == true, "\(error as Any)")
        }
        #expect(try self.definition("headers: {Cookie: a=b}").warnings.first?.contains("{file: PATH}") == true)
    }

    @Test func `a named pipe in place of a file is refused at once`() throws {
        let path = FileManager.default.temporaryDirectory.path + "/larder-pipe-\(UUID().uuidString)"
        try #require(unsafe mkfifo(path, 0o600) == 0)
        defer { unsafe unlink(path) }
        let definition = try definition("headers: {Cookie: {file: \(path)}}")
        let error = #expect(throws: SourceError.self) { try definition.withHeaders(from: [:]) }
        #expect(error?.description.contains("is a folder, a pipe or a device") == true, "\(error as Any)")
    }

    @Test(
        arguments: [
            ("http://proxy.example:3128", "http://proxy.example:3128"),
            ("socks5h://127.0.0.1:9050", "socks5h://127.0.0.1:9050"),
            ("none", ""),
        ]
    ) func `a proxy is a URL or none`(typed: String, proxy: String) throws {
        let definition = try definition("proxy: \(typed)")
        #expect(definition.identity.proxy == proxy)
        #expect(try Samples.definition(definition.yaml) == definition)
    }

    @Test(
        arguments: [
            "proxy: proxy.example:3128", "proxy: http://me:secret@proxy.example", "proxy: ftp://proxy.example",
            "proxy: http://proxy.example/path", "headers: {Cookie: {file: cookie.txt}}",
            "headers: {Cookie: {file: /a, environment: B}}",
            "robots: ignore", "robots: maybe", "quota: 100", "quota: 0/day", "quota: 5/week", "quota: 5/day at 25:00",
            "headers: {Host: a}", "headers: {\"a b\": c}", "headers: {A: b, a: c}", "contact: \"über@site.example\"",
            "headers: {A: {variable: B}}", "user-agent: \"\"",
        ]
    ) func `what cannot be is refused with its place`(more: String) {
        let error = #expect(throws: SourceError.self) { try definition(more) }
        #expect(error?.line == 5)
    }

    @Test(
        arguments: [
            ("127.0.0.1:80", true), ("localhost:8080", true), ("[::1]:80", true), ("10.1.2.3:80", true),
            ("192.168.0.1:80", true), ("172.32.0.1:80", false), ("site.example:443", false), ("8.8.8.8:80", false),
            ("127.0.0.1.example:80", false), ("[2001:db8::1]:80", false), ("169.254.1.1:80", true),
        ]
    ) func `this machine and private addresses need no protection`(place: String, isFree: Bool) throws {
        let place = try #require(HostPort(place))
        let definition = try definition("")
        #expect(definition.isUnlimited(place) == isFree)
        #expect(definition.obeysRobots(of: place) == !isFree)
        #expect(try self.definition("robots: obey").obeysRobots(of: place))
    }

    @Test func `a host of one's own is the base's, with what is below it and what is allowed`() throws {
        let own = try definition("own: true\nallow: [\"wiki.lan:8080\"]")
        for (place, isOwn) in [
            ("site.example:443", true), ("img.site.example:80", true), ("wiki.lan:8080", true), ("wiki.lan:80", false),
            ("othersite.example:443", false),
        ] {
            #expect(own.isUnlimited(try #require(HostPort(place))) == isOwn, "\(place)")
        }
    }

    @Test func `a short delay for one's own hosts says nothing of others`() throws {
        let own = try definition("own: true\npoliteness: {delay: 10ms}")
        #expect(own.pace(of: own.base.hostPort).delay == .milliseconds(10))
        let other = try #require(HostPort("pictures.example:443"))
        #expect(own.pace(of: other).delay == .seconds(1))
        #expect(try definition("own: true\npoliteness: {delay: 5s}").pace(of: other).delay == .seconds(5))
    }

    @Test(
        arguments: [
            ("10/hour", 1_700_000_000_000, 1_699_999_200_000, 1_700_002_800_000),
            ("10/hour at 00:30 UTC", 1_700_000_000_000, 1_699_997_400_000, 1_700_001_000_000),
            ("10/day", 1_700_000_000_000, 1_699_920_000_000, 1_700_006_400_000),
            ("10/day at 23:00 UTC", 1_700_000_000_000, 1_699_916_400_000, 1_700_002_800_000),
            ("10/month", 1_709_200_000_000, 1_706_745_600_000, 1_709_251_200_000),
            ("10/month", -1, -2_678_400_000, 0),
        ]
    ) func `periods begin at fixed times`(text: String, moment: Int64, start: Int64, end: Int64) throws {
        let quota = try #require(SourceDefinition.Quota(text))
        #expect(quota.description == text)
        #expect(quota.period(at: moment) == start..<end)
    }
}
