import LarderLineFilters
import LarderModel
import LarderTestSupport
import Testing

/// Strings are hashed and compared in a normal form, which takes 7 s for these marks; each of these lines takes less
/// than half a second.
@Suite("Combining marks") struct CombiningMarkTests {
    static let marks = "a" + String(repeating: "\u{301}\u{316}", count: 80_000)

    /// The text with the marks for each `M`.
    static func filled(_ text: String) -> String {
        text.utf8.split(separator: UInt8(ascii: "M"), omittingEmptySubsequences: false).map { String(Substring($0)) }
            .joined(separator: marks)
    }

    @Test(arguments: [
        ("food2fork", "get", #"{"recipe":{"recipe_id":"1","title":"M"}}"#),
        ("food2fork", "get", #"{"recipe":{"recipe_id":"M","title":"x"}}"#),
        ("food2fork", "get", #"{"recipe":{"recipe_id":"1","title":"x","ingredients":["M","M"]}}"#),
        (
            "food2fork", "get",
            #"{"recipe":{"recipe_id":"1","title":"x","image_url":"http://x.test/M","source_url":"M"}}"#
        ),
        ("food2fork", "get", #"{"recipe":{"recipe_id":"1","title":"x","M":1,"M":2}}"#),
        ("food2fork", "get", #"{"M":1,"M":2,"recipe":{"recipe_id":"1","title":"x"}}"#),
        ("food2fork", "get", #"{"error":"M"}"#), ("forkify-v2", "get", #"{"status":"M","message":"M"}"#),
        ("forkify-v2", "get", #"{"data":{"recipe":{"id":"1","title":"x","ingredients":[{"M":1,"unit":"M"}]}}}"#),
        ("newsapi-v2", "everything", #"{"status":"ok","articles":[{"title":"M","url":"http://x.test/"}]}"#),
        ("newsapi-v2", "everything", #"{"status":"ok","articles":[{"title":"x","url":"http://x.test/M"}]}"#),
        (
            "newsapi-v2", "everything",
            #"{"status":"ok","articles":[{"title":"x","url":"http://x.test/","source":{"M":1}},{"content":"M&amp;<p>"}]}"#
        ),
        ("newsapi-v2", "sources", #"{"status":"ok","sources":[{"id":"M","name":"M","sortBysAvailable":["M"]}]}"#),
        ("newsapi-v2", "everything", #"{"status":"M","code":"M","message":"M"}"#),
    ])
    func `thousands of them in an answer cost little`(kind: String, operation: String, body: String) {
        let body = Self.filled(body)
        let line = #"{"kind":"\#(kind)","op":"\#(operation)","body":\#(body)}"#
        let seconds = ProcessorTime.seconds {
            #expect(ExtractLines.answer(line: line).utf8.first == UInt8(ascii: "{"))
        }
        #expect(seconds < 3)
    }

    @Test(arguments: [
        "<meta name='M' content=x>", "<meta name=author content='M'>", "<link rel='M' href='M'>",
        "<link rel=canonical href='M'>", "<html lang='M'><title>M</title>",
        #"<script type="application/ld+json">{"@type":["M","Recipe"],"name":"M","recipeIngredient":["M","M"]}</script>"#,
        #"<script type="application/ld+json">{"@type":"Recipe","keywords":"M,M","author":["M","M"]}</script>"#,
        #"<script type="application/ld+json">[{"@id":"M","M":1},{"@id":"M","@type":"Recipe","name":"x"}]</script>"#,
        "<p itemscope itemtype='http://schema.org/Recipe'><b itemprop='M'>x</b><aM itemprop=name>M</aM>",
    ])
    func `thousands of them in a recipe's page cost little`(html: String) {
        let line = JSONWriter.text { json in
            json.object { $0.member("html", Self.filled(html)) }
        }
        let seconds = ProcessorTime.seconds {
            #expect(ExtractLines.answer(line: line).utf8.first == UInt8(ascii: "{"))
        }
        #expect(seconds < 3)
    }
}
