import LarderModel
import Testing

@Suite("Overlap of texts") struct TextOverlapTests {
    @Test func `a text keeps all of itself, in any order, case and spacing, and little of another`() {
        let old = (1...40).map { "Sentence number \($0) says \($0 * 7)." }.joined(separator: " ")
        #expect(TextOverlap.share(of: old, keptIn: old) == 1)
        #expect(TextOverlap.share(of: old, keptIn: old.uppercased().split(separator: " ").joined(separator: "\n")) == 1)
        #expect(TextOverlap.share(of: old, keptIn: "Ahead: " + old + " And more.") == 1)
        let half = String(old.prefix(old.count / 2))
        #expect((0.4...0.7).contains(TextOverlap.share(of: old, keptIn: half)))
        #expect(TextOverlap.share(of: old, keptIn: String(repeating: "Please log in to read on. ", count: 40)) < 0.1)
        #expect(TextOverlap.share(of: old, keptIn: "") == 0)
        #expect(TextOverlap.share(of: "", keptIn: old) == 1)
    }

    @Test func `texts without spaces are compared too`() {
        let old = String((0..<600).map { Character(UnicodeScalar(0x4E00 + ($0 * 37) % 900) ?? " ") })
        #expect(TextOverlap.share(of: old, keptIn: String(old.dropFirst(100))) > 0.7)
        #expect(TextOverlap.share(of: old, keptIn: String(old.reversed())) < 0.1)
    }
}
