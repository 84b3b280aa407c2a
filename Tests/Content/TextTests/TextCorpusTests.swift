import Foundation
import LarderLineFilters
import LarderModel
import LarderTestSupport
import LarderText
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
}
