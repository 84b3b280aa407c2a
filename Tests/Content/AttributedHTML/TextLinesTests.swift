import Foundation
import LarderAttributedHTML
import LarderLineFilters
import LarderModel
import Testing

@Suite("Text lines") struct TextLinesTests {
    @Test func `a document is answered with its text, runs, markers, tables and links`() {
        let line = #"{"id": 7, "html": "<ol><li><b>a</b></ol><a href=x>\u00e9</a>", "url": "http://e.org/"}"#
        #expect(
            TextLines.answer(line: line)
                == ##"{"id":7,"text":"a\né","runs":[{"text":"\t1.\t","lists":1,"marker":true},{"text":"a","weight":700,"lists":1},{"text":"\n","lists":1},"##
                + ##"{"text":"é","underline":true,"color":"#0000ee","link":"http://e.org/x"}],"markers":["1."],"tables":[],"##
                + ##""links":[{"url":"http://e.org/x","start":6,"length":1,"start_utf16":6,"length_utf16":1,"text":"é"}]}"##
        )
    }

    @Test func `bytes may come as base64`() {
        #expect(TextLines.answer(line: #"{"bytes_base64": "PHA+eA=="}"#).hasPrefix(#"{"text":"x""#))
    }

    @Test(arguments: [
        (#"PHA+Y2Fm6SCTeJQ="#, "text/html; charset=iso-8859-1"), ("PHA+Y2Fm6SCTeJQ=", ""),
    ])
    func `bytes are read as a sync reads a page`(bytes: String, contentType: String) {
        let line = #"{"bytes_base64": "\#(bytes)", "content_type": "\#(contentType)"}"#
        #expect(TextLines.answer(line: line).hasPrefix("{\"text\":\"caf\u{E9} \u{201C}x\u{201D}\""))
    }

    @Test func `closed details are shown of bytes and not of html`() {
        let html = "<details><summary>s</summary>x</details>"
        let answer = TextLines.answer(line: #"{"bytes_base64": "\#(Data(html.utf8).base64EncodedString())"}"#)
        #expect(answer.hasPrefix(#"{"text":"s\nx""#))
        #expect(TextLines.answer(line: #"{"html": "\#(html)"}"#).hasPrefix(#"{"text":"s""#))
    }

    @Test func `half a surrogate pair is replaced`() {
        #expect(TextLines.answer(line: #"{"html": "a\ud800b"}"#).hasPrefix("{\"text\":\"a\u{FFFD}b\""))
    }

    @Test(arguments: [
        "", "{", "[]", "x", "{}", #"{"html": 3}"#, #"{"bytes_base64": "*"}"#, #"{"html": "a"} x"#, #"{"html": "\q"}"#,
        #"{"html":"#,
    ])
    func `a bad line is answered with an error`(line: String) {
        #expect(TextLines.answer(line: line).contains("\"error\""))
    }
}
