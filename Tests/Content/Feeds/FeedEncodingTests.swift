import LarderFeeds
import Testing

@Suite("Encodings of feeds") struct FeedEncodingTests {
    private static func title(_ bytes: [UInt8], type: String = "") -> String? {
        FeedReader.read(bytes, contentType: type, url: FeedSamples.url)?.title?.text
    }

    private static func document(_ title: [UInt8], declared: String? = nil) -> [UInt8] {
        let declaration = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return Array("\(declaration)<rss><channel><title>".utf8) + title + Array("</title></channel></rss>".utf8)
    }

    @Test func `the declaration, the transport and the bytes say what the encoding is`() {
        let latin: [UInt8] = [0x63, 0x72, 0xE8, 0x6D, 0x65]
        #expect(Self.title(Self.document(latin, declared: "ISO-8859-1")) == "crème")
        #expect(Self.title(Self.document(latin), type: "text/xml; charset=iso-8859-1") == "crème")
        #expect(Self.title(Self.document(latin, declared: "utf-8")) == "crème", "what is declared cannot be true")
        #expect(Self.title(Self.document(latin)) == "crème")
        #expect(Self.title(Self.document(Array("crème".utf8), declared: "UTF-16")) == "crème")
        #expect(Self.title([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Self.document(Array("crème".utf8))) == "crème")
        #expect(Self.title(Self.document([0xCF, 0xF0, 0xE8], declared: "windows-1251")) == "При")
    }

    @Test(arguments: [false, true], [2, 4])
    func `wide encodings are known by their zeros`(isBigEndian: Bool, width: Int) {
        let text = "<rss><channel><title>crème</title></channel></rss>"
        let bytes = text.unicodeScalars.flatMap { scalar in
            (0..<width).map {
                UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * (isBigEndian ? width - 1 - $0 : $0)))
            }
        }
        #expect(Self.title(bytes) == "crème")
    }

    @Test func `UTF-8 that was encoded twice is repaired`() {
        #expect(Self.title(Self.document(Array("crÃ¨me".utf8))) == "crème")
        #expect(Self.title(Self.document(Array("crème Ã".utf8))) == "crème Ã")
    }
}
