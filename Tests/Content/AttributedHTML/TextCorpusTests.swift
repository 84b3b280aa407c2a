import Foundation
import LarderAttributedHTML
import LarderLineFilters
import LarderModel
import LarderTestSupport
import Testing

@Suite(
    "Text corpus",
    .enabled(if: SharedCorpus.path("text/dev.jsonl") != nil, "the shared text corpus is not beside the package")
) struct TextCorpusTests {
    private struct Case: Decodable {
        let id: String
        let html: String
        let expected: String?
        let markers: [String]?
    }

    private struct Answer: Decodable {
        let text: String
        let markers: [String]
    }

    private func cases(_ suite: String) throws -> [Case] {
        try SharedCorpus.bytes("\(suite)/dev.jsonl").split(separator: 0x0A).map {
            try JSONDecoder().decode(Case.self, from: Data($0))
        }
    }

    private struct BytesCase: Decodable {
        let id: String
        let bytes_base64: String
        let content_type: String?
        let encoding: String
        let text_contains: String
    }

    private struct BytesAnswer: Decodable {
        let text: String
        let encoding: String
    }

    private func answer(_ item: Case) throws -> Answer {
        let request = try JSONEncoder().encode(["html": item.html])
        let line = TextLines.answer(line: String(decoding: request, as: UTF8.self))
        return try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
    }

    /// Two cases show the text of `script` and `style` elements that a style makes visible, which is not wanted here.
    @Test(arguments: [("innertext", 2), ("text", 0)])
    func `the text is that of browsers`(suite: String, exceptions: Int) throws {
        let wrong = try cases(suite).filter { try answer($0).text != $0.expected }
        #expect(wrong.count <= exceptions, "\(wrong.map(\.id))")
    }

    @Test func `list items have their markers`() throws {
        for item in try cases("markers") {
            let found = try answer(item).markers.map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(found == item.markers, "\(item.id)")
        }
    }
    @Test(.enabled(if: SharedCorpus.path("charset/dev.jsonl") != nil))
    func `bytes are decoded as browsers decode them`() throws {
        for line in try SharedCorpus.bytes("charset/dev.jsonl").split(separator: 0x0A) {
            let item = try JSONDecoder().decode(BytesCase.self, from: Data(line))
            var request = ["bytes_base64": item.bytes_base64]
            request["content_type"] = item.content_type
            let json = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
            let answer = try JSONDecoder().decode(BytesAnswer.self, from: Data(TextLines.answer(line: json).utf8))
            #expect(answer.encoding.lowercased() == item.encoding.lowercased(), "\(item.id)")
            #expect(answer.text.contains(item.text_contains), "\(item.id)")
        }
    }
}
