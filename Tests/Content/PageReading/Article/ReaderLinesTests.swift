import Foundation
import LarderLineFilters
import Testing

@Suite("Reader lines") struct ReaderLinesTests {
    private func answer(_ request: [String: Any]) throws -> [String: Any] {
        let line = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        let answer = LineFilter.read.answer(line: line)
        #expect(!answer.contains("\n"))
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    }

    private static let page =
        "<title>A tram</title><p>The tram was late, and nobody knew why it had not come. The council waited, as always, for a word.</p>"

    @Test func `a page gives its article`() throws {
        let answer = try answer(["id": "a", "html": Self.page, "url": "https://e.example/"])
        #expect(answer["id"] as? String == "a")
        #expect(answer["title"] as? String == "A tram")
        #expect((answer["text"] as? String)?.hasPrefix("The tram was late") == true)
        #expect(answer["readerable"] as? Bool == false)
        #expect(answer["markup"] == nil)
    }

    @Test func `bytes are read in their character set, and markup is given when asked for`() throws {
        let bytes = Data(
            "<p>\u{44}\u{E9}j\u{E0} vu, they said, and waited for the tram that never came.</p>".unicodeScalars.map {
                UInt8($0.value)
            }
        )
        let answer = try answer([
            "bytes_base64": bytes.base64EncodedString(), "content_type": "text/html; charset=iso-8859-1",
            "markup": true,
        ])
        #expect((answer["markup"] as? String)?.hasPrefix("<p>Déjà vu") == true)
    }

    @Test func `a line that cannot be used is answered with the reason`() throws {
        #expect(try answer(["id": 1])["error"] as? String == "The line has neither html nor bytes_base64.")
    }
}
