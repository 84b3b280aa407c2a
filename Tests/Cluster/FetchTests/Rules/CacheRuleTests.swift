import LarderFetch
import Testing

@Suite("Content type, validators, freshness") struct CacheRuleTests {
    @Test(
        arguments: [
            ("text/html", "text/html", nil), ("Text/HTML; Charset=UTF-8", "text/html", "utf-8"),
            (" text/html ;charset=\"iso-8859-1\" ", "text/html", "iso-8859-1"),
            ("a/b; x=\"; charset=no\"; charset=yes", "a/b", "yes"),
            ("a/b;;; charset = gbk", "a/b", "gbk"), ("a/b; charset=\"q\\\"uote\"", "a/b", "q\"uote"),
            ("a/b; charset=\"open", "a/b", nil),
            ("a/b; charset=; charset=x", "a/b", "x"), ("a/b; charset", "a/b", nil),
            ("a/b; charset=one; charset=two", "a/b", "one"),
            ("application/ld+json", "application/ld+json", nil),
        ] as [(String, String, String?)]
    ) func `a content type is read`(value: String, mime: String, charset: String?) {
        let type = ContentType(parsing: value)
        #expect(type?.mime == mime)
        #expect(type?.charset == charset)
    }

    @Test(arguments: ["", "text", "text/", "/html", "text html", "text/html charset=x", "te xt/html", "text/html,a/b"])
    func `what is no content type is none`(value: String) {
        #expect(ContentType(parsing: value) == nil)
    }

    @Test func `validators become conditions, hostile ones are left out`() {
        #expect(Validators(etag: "", lastModified: "").isEmpty)
        #expect(Validators().requestFields.isEmpty)
        #expect(Validators(etag: "\"a\"").requestFields == [HeaderField(name: "If-None-Match", value: "\"a\"")])
        #expect(
            Validators(etag: "\"a\"\r\nX: y", lastModified: "then").requestFields == [
                HeaderField(name: "If-Modified-Since", value: "then")
            ]
        )
    }

    private static let now: Int64 = 784_111_777
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(
        arguments: [
            (200, ["cache-control": "max-age=60"], 60),
            (200, ["cache-control": "public, MAX-AGE=\"60\"", "expires": "0"], 60),
            (200, ["cache-control": "max-age=60", "age": "20"], 40),
            (200, ["cache-control": "max-age=60", "age": "90"], 0),
            (200, ["cache-control": "max-age=x", "expires": "Sun, 06 Nov 1995 08:49:37 GMT"], 0),
            (200, ["cache-control": "no-cache, max-age=60"], 0),
            (200, ["cache-control": "max-age=60, no-store"], 0),
            (200, ["expires": "Sun, 06 Nov 1994 08:50:37 GMT"], 60),
            (200, ["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": "Sun, 06 Nov 1994 08:49:57 GMT"], 40),
            (200, ["expires": "0"], 0),
            (200, ["last-modified": "Sun, 06 Nov 1994 08:32:57 GMT"], 100),
            (200, ["last-modified": "Sun, 06 Nov 1970 08:32:57 GMT"], 86_400),
            (200, ["last-modified": "Sun, 06 Nov 1995 08:32:57 GMT"], 0),
            (500, ["last-modified": "Sun, 06 Nov 1994 08:32:57 GMT"], 0), (200, [:], 0),
        ] as [(Int, [String: String], Int)]
    ) func `freshness follows the server's word`(status: Int, fields: [String: String], seconds: Int) {
        let headers = fields.map { HeaderField(name: $0.key, value: $0.value) }
        let freshness = Freshness(status: status, headers: headers, now: Self.now)
        #expect(freshness.lifetime == .seconds(seconds))
        #expect(freshness.isStorable == (fields["cache-control"]?.contains("no-store") != true))
        #expect(freshness.isGuessed == (status == 200 && fields["last-modified"] != nil))
    }
}
