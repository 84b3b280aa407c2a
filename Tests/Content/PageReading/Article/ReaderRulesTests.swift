import Foundation
import Testing

@testable import LarderPageReading

/// Each row of the tables is there for one of our own pages: without the row the page reads otherwise.
@Suite("Reader rules") struct ReaderRulesTests {
    private static let readings = ReaderPage.all.map { ($0, $0.read()) }

    private func changesAPage(_ change: (inout ReaderRules) -> Void) -> Bool {
        var rules = ReaderRules.standard
        change(&rules)
        return Self.readings.contains { page, reading in page.read(rules) != reading }
    }

    @Test(arguments: ClassWords.rows.keys)
    func `a row of class words changes a page`(marks: ClassMarks) {
        #expect(changesAPage { $0.classWords[marks] = nil }, "\(ClassWords.rows[marks]?.prefix(20) ?? "")")
    }

    @Test(arguments: BlockOpenings.rows.indices)
    func `a row of openings changes a page`(row: Int) {
        #expect(changesAPage { $0.openings.remove(at: row) }, "\(BlockOpenings.rows[row].phrases[0])")
    }

    /// The first bytes are looked at alone: they let every text through that has a row.
    @Test func `the first bytes leave out no opening`() {
        let table = OpeningTable(BlockOpenings.rows)
        for phrase in BlockOpenings.rows.flatMap(\.phrases) {
            for text in [phrase, phrase.uppercased(), phrase.capitalized] {
                let bytes = Array(text.utf8)
                guard table.reason(of: bytes, length: 1) != nil else { continue }
                #expect(table.mayHaveRow(bytes), "\(text)")
                #expect(table.mayHaveRow(Array(bytes.prefix(OpeningTable.firstBytes))), "\(text)")
            }
        }
        #expect(!table.mayHaveRow(Array("Qzx".utf8)))
    }

    @Test(arguments: ReaderRules.standard.drops.indices)
    func `a row of what is dropped changes a page`(row: Int) {
        #expect(changesAPage { $0.drops.remove(at: row) }, "\(ReaderRules.standard.drops[row])")
    }

    @Test(arguments: ReaderRules.standard.roles.indices)
    func `a role changes a page`(row: Int) {
        #expect(changesAPage { $0.roles.remove(at: row) }, "\(ReaderRules.standard.roles[row].word)")
    }

    @Test(arguments: ReaderRules.standard.properties.indices)
    func `a property changes a page`(row: Int) {
        #expect(changesAPage { $0.properties.remove(at: row) }, "\(ReaderRules.standard.properties[row].word)")
    }

    @Test(arguments: ReaderRules.standard.relations.indices)
    func `a relation changes a page`(row: Int) {
        #expect(changesAPage { $0.relations.remove(at: row) }, "\(ReaderRules.standard.relations[row].word)")
    }
}
