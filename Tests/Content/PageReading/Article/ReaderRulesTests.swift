import Foundation
import Testing

@testable import LarderPageReading

/// Each row of the tables is there for a page: without the row the page reads otherwise.
@Suite("Reader rules") struct ReaderRulesTests {
    private func changes(_ page: String, _ change: (inout ReaderRules) -> Void) throws -> Bool {
        let page = try ReaderPage(page)
        var rules = ReaderRules.standard
        change(&rules)
        return page.read(rules) != page.read()
    }

    @Test(arguments: ReaderRules.standard.classWords.indices)
    func `a row of class words changes its page`(row: Int) throws {
        let name = ClassWords.rows[row].page
        #expect(try changes(name) { $0.classWords.remove(at: row) }, "\(ClassWords.rows[row].words[0]), \(name)")
    }

    @Test(arguments: ReaderRules.standard.openings.indices)
    func `a row of openings changes its page`(row: Int) throws {
        let name = BlockOpenings.rows[row].page
        #expect(try changes(name) { $0.openings.remove(at: row) }, "\(BlockOpenings.rows[row].phrases[0]), \(name)")
    }

    /// The first bytes are looked at alone: they let every text through that has a row.
    @Test func `the first bytes leave out no opening`() {
        let table = OpeningTable(BlockOpenings.rows)
        for phrase in BlockOpenings.rows.flatMap(\.phrases) {
            for text in [phrase, phrase.uppercased(), phrase.capitalized] {
                let bytes = Array(text.utf8)
                guard table.row(OpeningTable.lowered(bytes), length: 1) != nil else { continue }
                #expect(table.mayHaveRow(bytes), "\(text)")
                #expect(table.mayHaveRow(Array(bytes.prefix(OpeningTable.firstBytes))), "\(text)")
            }
        }
        #expect(!table.mayHaveRow(Array("Qzx".utf8)))
    }

    @Test(arguments: ReaderRules.standard.drops.indices)
    func `a row of what is dropped changes its page`(row: Int) throws {
        let name = DropRules.rows[row].page
        #expect(try changes(name) { $0.drops.remove(at: row) }, "\(DropRules.rows[row].reason), \(name)")
    }

    @Test(arguments: ReaderRules.standard.roles.indices)
    func `a role changes its page`(row: Int) throws {
        let item = AttributeMarks.roles[row]
        #expect(try changes(item.page) { $0.roles.remove(at: row) }, "\(item.word)")
    }

    @Test(arguments: ReaderRules.standard.properties.indices)
    func `a property changes its page`(row: Int) throws {
        let item = AttributeMarks.properties[row]
        #expect(try changes(item.page) { $0.properties.remove(at: row) }, "\(item.word)")
    }

    @Test(arguments: ReaderRules.standard.relations.indices)
    func `a relation changes its page`(row: Int) throws {
        let item = AttributeMarks.relations[row]
        #expect(try changes(item.page) { $0.relations.remove(at: row) }, "\(item.word)")
    }
}
