import Foundation
import LarderAttributedText
import LarderModel
import Testing

@Suite("Pictures, media and frames as blocks") struct BlockPictureTests {
    @Test func `what stands alone in its line is a block, what stands in a line stays there`() throws {
        let html =
            "<p>a <img src=s.png alt=s> b</p><p><a href=/big><img src=1.png alt=one width=8 height=6></a> <img src=2.png></p>"
            + "<video src=v.mp4></video><p><audio src=a.mp3></audio></p><iframe src=http://f.test/></iframe><p>end"
        let blocks = rendered(html).blocks
        #expect(
            blocks.map(\.outline) == [
                "p a \u{FFFC} b", "picture http://e.test/a/1.png", "picture http://e.test/a/2.png",
                "video http://e.test/a/v.mp4", "audio http://e.test/a/a.mp3", "frame http://f.test/", "p end",
            ]
        )
        let inline = try #require(blocks[0].text.runs.first { $0[TextAttachmentKey.self] != nil })
        #expect(inline[TextAttachmentKey.self]?.alternative == "s" && inline.alternateDescription == "s")
        guard case .picture(let picture) = blocks[1].kind else { return #expect(Bool(false)) }
        #expect(picture.link == URL(string: "http://e.test/big") && picture.caption == nil)
        #expect(picture.attachment.alternative == "one")
        #expect(picture.attachment.width == 8 && picture.attachment.height == 6)
    }

    @Test func `the marker of an item that begins with a picture goes to the item's text`() {
        #expect(
            outline("<ol><li><img src=i><p>Mix<p>all<li><img src=j><li>Bake</ol><ul><li><img src=k></ul><p>x")
                == [
                    "picture http://e.test/a/i", "li1 1 1. | Mix", "li1 1  | all", "picture http://e.test/a/j",
                    "li1 3 3. | Bake", "picture http://e.test/a/k", "p x",
                ]
        )
    }

    private static let figure =
        "<p>a<figure><img src=i><figcaption>The <a href=/b>pot</a><br>at home</figcaption></figure><p>b"

    private func blocks(caption: String?, of text: AttributedText = rendered(figure)) throws -> [TextBlock] {
        let place = try #require(text.text.unicodeScalars.firstIndex(of: "\u{FFFC}"))
        let start = text.text.unicodeScalars.distance(from: text.text.startIndex, to: place)
        return text.blocks(pictures: [TextPicture(url: "x", start: start, caption: caption)])
    }

    @Test func `a caption that the catalog knows goes to its picture, with its links`() throws {
        let blocks = try blocks(caption: "The pot at home")
        #expect(blocks.map(\.outline) == ["p a", "picture http://e.test/a/i | The pot\nat home", "p b"])
        guard case .picture(let picture) = blocks[1].kind else { return #expect(Bool(false)) }
        #expect(picture.caption?.runs.contains { $0.link == URL(string: "http://e.test/b") } == true)
        #expect(blocks[1].range.upperBound < blocks[2].range.lowerBound)
    }

    @Test(arguments: [nil, "The", "The pot at home and more", "The pot at home b and more", "Other", "  "])
    func `a caption with other characters leaves the blocks as they are`(caption: String?) throws {
        #expect(
            try blocks(caption: caption).map(\.outline)
                == ["p a", "picture http://e.test/a/i", "p The pot", "p at home", "p b"]
        )
    }
}
