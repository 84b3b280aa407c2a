internal import LarderModel

extension SourceDefinition {
    /// Why a text is no name of a source; nil: it is one.
    static func fault(inName name: String) -> String? {
        let isRight = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0.isASCIIDigit || $0 == 0x2D }
        guard !isRight || name.isEmpty || name.utf8.count > 40 || name.first == "-" || name.last == "-" else {
            return nil
        }
        return "The name \"\(name.shortened(to: 60))\" must be lower-case letters, digits and hyphens, at most 40, "
            + "beginning and ending with a letter or digit."
    }

    /// - Throws: ``SourceError`` with code `out-of-range`.
    package static func check(name: String) throws(SourceError) {
        if let fault = fault(inName: name) { throw SourceError(code: .outOfRange, message: fault) }
    }

    /// The same source under another name.
    ///
    /// - Throws: ``SourceError`` with code `out-of-range` for a text that is no name.
    package func renamed(_ name: String) throws(SourceError) -> SourceDefinition {
        try Self.check(name: name)
        var definition = self
        definition.name = name
        return definition
    }
}
