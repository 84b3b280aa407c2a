import LarderLineFilters
import LarderModel
import LarderText
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
