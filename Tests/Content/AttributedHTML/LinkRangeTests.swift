import LarderAttributedHTML
import LarderAttributedText
import LarderHTML
import Testing

@Suite("Ranges of links") struct LinkRangeTests {
    private func text(_ html: String, schemes: Set<String>? = nil) -> AttributedText {
        TextRenderer(TextOptions(linkSchemes: schemes)).render(
            HTMLDocument(parsing: html),
            documentURL: "https://e.test/"
        )
    }

    @Test func `a link has its place in scalars, UTF-16 and UTF-8, and is found by its characters`() throws {
        let text = text("<p>🍲é <a href=/x>zwölf🥄</a><a href=/y></a> <a href='javascript:x()'>no</a> <a href=/z>end</a>")
        let link = try #require(text.links.first)
        #expect((link.start, link.length) == (3, 6))
        #expect((link.startUTF16, link.lengthUTF16) == (4, 7))
        #expect((link.startUTF8, link.lengthUTF8) == (7, 10))
        #expect(text.links.map { String(text.text[text.range(of: $0)]) } == ["zwölf🥄", "", "", "end"])
        let found = text.text.indices.map { text.link(at: $0)?.url.last }
        #expect(found == Array("___xxxxxx____zzz").map { $0 == "_" || $0 == "n" ? nil : $0 })
        for index in text.text.indices {
            #expect(
                text.link(at: index)
                    == text.link(atUTF16: text.text.utf16.distance(from: text.text.startIndex, to: index))
            )
        }
        #expect(text.link(atUTF16: -1) == nil && text.link(atUTF16: .max) == nil)
    }

    @Test func `only links of the schemes that are allowed can be followed`() {
        let html =
            "<a href=/a>a</a><a href=HTTP://h.test/>b</a><a href=ftp://f.test/>c</a><a href=mailto:x@y.test>d</a><a href='data:,x'>e</a>"
        func followed(_ schemes: Set<String>?) -> String {
            let text = text(html, schemes: schemes)
            return text.links.filter { !$0.isUnsafe }.map { String(text.text[text.range(of: $0)]) }.joined()
        }
        #expect(followed(nil) == "abcde")
        #expect(followed(["https", "mailto"]) == "ad")
        #expect(followed(["http"]) == "b")
        #expect(followed([]) == "")
        #expect(text(html, schemes: []).text == "abcde")
        #expect(text(html, schemes: []).runs.allSatisfy { $0.attributes.link == nil })
    }

    @Test(arguments: [
        "javascript:x", "JAVASCRIPT:x", " java\tscript:x", "vbscript:x", "javascript:%", "javascript://[",
    ])
    func `code is never a link to follow, whatever is allowed`(reference: String) {
        for base in ["https://e.test/", nil] {
            for schemes: Set<String>? in [nil, ["javascript", "https"]] {
                let document = HTMLDocument(parsing: "<a href=\"\(reference)\">x</a>")
                let text = TextRenderer(TextOptions(linkSchemes: schemes)).render(document, documentURL: base)
                #expect(text.links.map(\.isUnsafe) == [true])
            }
        }
    }
}
