import LarderAttributedText
import LarderHTML
import Testing

@testable import LarderAttributedHTML

/// Which rules of a style sheet count.
@Suite("Style rules") struct StyleRuleTests {
    private static func text(_ style: String, _ body: String) -> String {
        TextRenderer().render(HTMLDocument(parsing: "<style>\(style)</style>\(body)")).text
    }

    /// The rule is void as a whole, in whichever way its selectors are read.
    @Test(arguments: [" ", ">", "+", "~"]) func `a selector of more than 64 compounds makes its rule void`(
        combinator: String
    ) {
        func style(_ compounds: Int) -> String {
            Array(repeating: "b", count: compounds).joined(separator: combinator) + ", p{display:none}"
        }
        #expect(Self.text(style(64), "<b></b><p>a") == "")
        #expect(Self.text(style(65), "<b></b><p>a") == "a")
        #expect(Self.text(":is(" + style(65).replacing(", p{", with: "), p{"), "<b></b><p>a") == "a")
    }

    @Test func `declarations without end in style attributes are passed over at a limit`() {
        let many = (0..<9_000).map { "<i style='--p\($0):x;--q:y;--r:z'>a</i>" }.joined()
        let long = "<i style='\(String(repeating: "--a:b;", count: 400_000))'>b</i><p>c"
        #expect(Self.text("", many + long).hasSuffix("c"))
    }
}
