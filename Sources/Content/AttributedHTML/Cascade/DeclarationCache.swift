/// The declarations of a document, numbered, and which of them each text means: pages repeat a few texts very often.
struct DeclarationCache {
    static let maxEntries = 8192
    static let maxBytes = 128
    /// Declarations of one document, 30 MB; further ones are passed over.
    static let maxValues = 1 << 18

    private(set) var values: [WeightedDeclaration] = []
    /// What ``StyleDeclaration/custom(_:)`` and ``StyleDeclaration/pending(_:)`` refer to.
    private(set) var unread: [UnreadDeclaration] = []
    private var atoms = AtomTable()
    /// Where in `values` is what the text of each atom means.
    private var meanings: [Range<Int32>] = []

    subscript(number: Int32) -> WeightedDeclaration { values[Int(number)] }

    /// The numbers of the declarations in `range` of `bytes`; a text that is not known yet is parsed by `parse`.
    @inline(__always)
    mutating func numbers(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        parse: (inout DeclarationCache) -> Void
    ) -> Range<Int32> {
        let isShort = range.count <= Self.maxBytes
        if isShort, let atom = atoms.find(bytes, range) { return meanings[Int(atom)] }
        let start = Int32(truncatingIfNeeded: values.count)
        parse(&self)
        let numbers = start..<Int32(truncatingIfNeeded: values.count)
        if isShort, meanings.count < Self.maxEntries {
            _ = atoms.intern(bytes, range)
            meanings.append(numbers)
        }
        return numbers
    }

    mutating func append(_ declaration: StyleDeclaration, isImportant: Bool) {
        guard values.count < Self.maxValues else { return }
        values.append(WeightedDeclaration(declaration: declaration, isImportant: isImportant))
    }

    /// Appends a declaration whose value is read later.
    mutating func append(_ declaration: UnreadDeclaration, isCustom: Bool, isImportant: Bool) {
        guard values.count < Self.maxValues else { return }
        let index = Int32(truncatingIfNeeded: unread.count)
        unread.append(declaration)
        append(isCustom ? .custom(index) : .pending(index), isImportant: isImportant)
    }
}
