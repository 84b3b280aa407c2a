import Foundation
import LarderModel
import LarderTestSupport
import Testing

@Suite("Redactor") struct RedactorTests {
    private static let key = "Sk-7f/3+Q&e%a=='\"42"
    private let redactor = Redactor(secrets: [key, "plainkey123", "a"])

    private static func percent(_ text: String, _ format: String) -> String {
        text.utf8.map { String(format: format, $0) }.joined()
    }

    static let spellings: [String] = [
        key, key.lowercased(), key.uppercased(), key.percentEncodedWord, percent(key, "%%%02X"), percent(key, "%%%02x"),
        key.percentEncodedWord.percentEncodedWord, percent(key, "\\u%04x"), percent(key, "\\u%04X"),
        percent(key, "&#%d;"), percent(key, "&#x%x;"), percent(key, "&#%d"), percent(key, "&#x0000%x;"),
        percent(key, "\\x%02x"),
        key.replacingOccurrences(of: "/", with: "\\/").replacingOccurrences(of: "\"", with: "\\\""),
        key.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;"),
    ]

    @Test(arguments: spellings) func `a secret is hidden in every spelling, and lengths stay`(spelling: String) {
        for (before, after) in [("", ""), ("id=", "&x=1"), ("<b>", "</b>"), ("\u{E9}", "\u{1F600}")] {
            let text = before + spelling + after
            let hidden = redactor.redacted(text)
            #expect(hidden == before + String(repeating: "*", count: spelling.utf8.count) + after)
        }
    }

    @Test(arguments: ["", "u", "us:", "user:", "x"], ["", ":", "=password"])
    func `a secret is hidden in base64 wherever it begins`(before: String, after: String) {
        let text = Data((before + "plainkey123" + after).utf8).base64EncodedString()
        let hidden = redactor.redacted("Basic \(text)")
        // What is left decides at most the neighbours of the secret.
        #expect(hidden.filter { $0 == "*" }.count >= "plainkey123".utf8.count * 8 / 6 - 1, "\(hidden)")
    }

    @Test func `a secret is hidden in UTF-16 bytes`() {
        let units: [UInt16] = Array("xplainkey123y".utf16)
        let bytes: [UInt8] = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let hidden = redactor.redacted(bytes)
        #expect(hidden.count == bytes.count && hidden.first == 0x78 && hidden.suffix(2) == [0x79, 0])
        #expect(hidden.filter { $0 == 0x2A }.count >= 11)
    }

    @Test func `what is no secret stays, short secrets too`() {
        for text in ["", "a banana", "plainkey12", "plainkey%zz", "100%", "\\", "&", "&#", "plainke\\u00", "%25%25%2"] {
            #expect(redactor.redacted(text) == text)
        }
        #expect(Redactor().isEmpty && Redactor(secrets: ["a", "short"]).isEmpty)
    }

    @Test(arguments: ["\\", "%25", "&", "&#", "%", "\\\\u00", "s", "Sk-"])
    func `a text of beginnings of escapes costs no more than its length`(piece: String) {
        let text = String(repeating: piece, count: 200_000)
        let seconds = ProcessorTime.seconds {
            #expect(redactor.redacted(text) == text)
        }
        #expect(seconds < 10)
    }

    @Test func `an address gets its secret back as a word of a URL`() {
        let hidden = redactor.redacted("http://a.test/i.png?key=\(Self.key.percentEncodedWord)&w=3")
        #expect(!hidden.contains("Sk-7f"))
        #expect(
            Redactor.restoring(Self.key, in: hidden) == "http://a.test/i.png?key=\(Self.key.percentEncodedWord)&w=3"
        )
        #expect(Redactor.restoring("plainkey123", in: "http://a.test/***/x") == "http://a.test/***/x")
    }
}
