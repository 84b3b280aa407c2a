internal import LarderHTML

/// The tables that decide what is left out of an article.
///
/// A value of its own so that tests can read pages without one of the rows.
package struct ReaderRules: Sendable {
    /// The tables as they are.
    package static let standard = ReaderRules()

    var classWords = ClassWords.rows {
        didSet { classTable = ClassTable(classWords) }
    }
    var openings = BlockOpenings.rows {
        didSet { openingTable = OpeningTable(openings) }
    }
    var drops = DropRules.rows
    var roles = AttributeMarks.roles
    var properties = AttributeMarks.properties
    var relations = AttributeMarks.relations

    private(set) var classTable = ClassTable(ClassWords.rows)
    private(set) var openingTable = OpeningTable(BlockOpenings.rows)

    /// What the value of an attribute that holds words says.
    func marks(_ rows: [AttributeMarks.Row], _ value: TextRange, _ document: HTMLDocument) -> ClassMarks {
        rows.first { document.text(value, hasWord: $0.word) }?.marks ?? []
    }
}
