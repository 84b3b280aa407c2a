/// Declarations by how they are written: pages repeat a few of them very often.
struct DeclarationCache {
    static let maxEntries = 8192
    static let maxBytes = 128

    private var atoms = AtomTable()
    private var parsed: [[WeightedDeclaration]] = []

    /// Appends what `text` means, asking `parse` only where it has not been asked before.
    mutating func append(
        _ text: ArraySlice<UInt8>,
        to out: inout [WeightedDeclaration],
        parse: () -> [WeightedDeclaration]
    ) {
        guard text.count <= Self.maxBytes else {
            out.append(contentsOf: parse())
            return
        }
        if let atom = atoms.find(text) {
            out.append(contentsOf: parsed[Int(atom)])
            return
        }
        let result = parse()
        out.append(contentsOf: result)
        guard parsed.count < Self.maxEntries else { return }
        _ = atoms.intern(text)
        parsed.append(result)
    }
}
