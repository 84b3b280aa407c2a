import Foundation
import LarderAttributedHTML
import LarderLineFilters
import LarderTestSupport
import Testing

/// Documents of our own with the text that browsers give, in the form of the text corpus.
@Suite("Own texts") struct OwnTextTests {
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

    @Test(arguments: ["innertext", "text", "markers"])
    func `a document has the text and the markers written beside it`(suite: String) throws {
        let lines = try SharedCorpus.ownBytes("\(suite)/dev.jsonl").split(separator: 0x0A)
        #expect(lines.count > 5)
        for line in lines {
            let item = try JSONDecoder().decode(Case.self, from: Data(line))
            let request = String(decoding: try JSONEncoder().encode(["html": item.html]), as: UTF8.self)
            let answer = try JSONDecoder().decode(Answer.self, from: Data(TextLines.answer(line: request).utf8))
            if let expected = item.expected { #expect(answer.text == expected, "\(item.id)") }
            let markers = answer.markers.map { $0.trimmingCharacters(in: .whitespaces) }
            if let expected = item.markers { #expect(markers == expected, "\(item.id)") }
        }
    }
}
