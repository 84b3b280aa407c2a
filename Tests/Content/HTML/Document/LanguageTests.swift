import LarderHTML
import Testing

@Suite("Language of a document") struct LanguageTests {
    @Test(arguments: [
        ("<html lang=en-GB><p>x", "en-GB" as String?), ("<html lang=' de '>", "de"), ("<p lang=fr>x", nil),
        ("<html lang=''>", nil), ("<html lang='en us'>", nil), ("<html lang='<script>'>", nil), ("", nil),
        ("<html lang=\(String(repeating: "a", count: 36))>", nil),
    ])
    func `it is the tag of the html element, where that is one`(page: String, language: String?) {
        #expect(HTMLDocument(parsing: page).language == language)
    }
}
