import Foundation
import LarderAttributedHTML
import LarderAttributedText
import LarderHTML
import LarderTestSupport
import Testing

@Suite("Bridges to Foundation") struct TextBridgeTests {
    private let text = TextRenderer().render(
        HTMLDocument(
            parsing:
                "<h2>Tea</h2><p>Pour <b>hot <a href=/w>wäter</a></b>, <s>boil</s> <a href='javascript:x'>x</a><img src=i.png alt=pot>"
        ),
        documentURL: "https://e.test/"
    )

    @Test func `an AttributedString has the text, its links and all attributes`() throws {
        let string = AttributedString(text)
        #expect(String(string.characters) == text.text)
        let runs = string.runs.map { (String(string[$0.range].characters), $0) }
        #expect(runs.filter { $0.1.link != nil }.map(\.0) == ["wäter"])
        #expect(runs.first { $0.1.link != nil }?.1.link == URL(string: "https://e.test/w"))
        let attributes = runs.compactMap { $0.1[TextAttributesKey.self] }
        #expect(attributes == text.runs.map(\.attributes))
        let picture = try #require(runs.first { $0.1[TextAttachmentKey.self] != nil })
        #expect(picture.0 == "\u{FFFC}" && picture.1.alternateDescription == "pot")
    }

    @Test func `an NSAttributedString has the text, its links and lines`() {
        let string = NSAttributedString(text)
        #expect(string.string == text.text)
        let link = text.links[0]
        let attributes = unsafe string.attributes(at: link.startUTF16, effectiveRange: nil)
        #expect(attributes[NSAttributedString.Key("NSLink")] as? URL == URL(string: "https://e.test/w"))
        #expect((attributes[.larderAttributes] as? TextAttributes)?.weight == 700)
        let first = unsafe string.attributes(at: 0, effectiveRange: nil)
        #expect(first[NSAttributedString.Key("NSLink")] == nil)
    }

    @Test func `strings of many runs are made in linear time`() {
        let times = [1_000, 16_000].map { count in
            let text = TextRenderer().render(
                HTMLDocument(parsing: String(repeating: "wörd <b>bold🍲</b> ", count: count / 2))
            )
            return ProcessorTime.seconds {
                #expect(NSAttributedString(text).string == text.text)
                #expect(AttributedString(text).runs.count == text.runs.count)
            }
        }
        // The square would be 256 times as long.
        #expect(times[1] < 64 * times[0])
    }

    @Test func `an empty text gives empty strings`() {
        let empty = TextRenderer().render(HTMLDocument(parsing: ""))
        #expect(AttributedString(empty).characters.isEmpty && NSAttributedString(empty).length == 0)
    }
}
