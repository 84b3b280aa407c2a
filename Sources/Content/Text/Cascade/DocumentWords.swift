import LarderHTML

/// What selectors ask of the elements of a document, looked up once for all of them.
struct DocumentWords {
    struct Element {
        var id: Int32 = -1
        var classStart: Int32 = 0
        var classEnd: Int32 = 0
    }

    /// More classes on one element are passed over: looking for doubles costs the square.
    static let maxClasses = 256

    let ignoresCase: Bool
    private(set) var atoms = AtomTable()
    private(set) var elements: [Element]
    /// Of each element and its ancestors.
    private(set) var filters: [AncestorFilter]
    private(set) var classes: [Int32] = []

    init(_ document: HTMLDocument, ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        elements = [Element](repeating: Element(), count: document.nodeCapacity + 1)
        filters = [AncestorFilter](repeating: AncestorFilter(), count: elements.count)
        let source = document.sourceBytes
        let decoded = document.decodedBytes
        for node in document.descendants(of: document.root) where document.kind(of: node) == .element {
            var element = Element()
            // The parent comes before its children.
            var filter = document.parent(of: node).map { filters[Int($0.rawValue)] } ?? AncestorFilter()
            filter.insert(.type, Int32(bitPattern: document.name(of: node).rawValue))
            if let range = document.attribute(.id, of: node) {
                let word = (range.isDecoded ? decoded : source)[range.bounds]
                element.id = atoms.intern(folded(word))
                filter.insert(.id, element.id)
            }
            element.classStart = Int32(truncatingIfNeeded: classes.count)
            if let range = document.attribute(.class, of: node) {
                addClasses((range.isDecoded ? decoded : source)[range.bounds], from: Int(element.classStart))
            }
            element.classEnd = Int32(truncatingIfNeeded: classes.count)
            for word in classes[Int(element.classStart)...] { filter.insert(.class, word) }
            elements[Int(node.rawValue)] = element
            filters[Int(node.rawValue)] = filter
        }
    }

    private mutating func addClasses(_ bytes: ArraySlice<UInt8>, from first: Int) {
        let list = folded(bytes)
        var start = list.startIndex
        while start < list.endIndex {
            if CSSText.isSpace(list[start]) {
                start += 1
                continue
            }
            var end = start + 1
            while end < list.endIndex, !CSSText.isSpace(list[end]) { end += 1 }
            let atom = atoms.intern(list[start..<end])
            start = end
            if classes.count - first >= Self.maxClasses { return }
            if !classes[first...].contains(atom) { classes.append(atom) }
        }
    }

    private func folded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        ignoresCase ? ArraySlice(Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)) : bytes
    }

    /// The number of a word, or -1 where no element has it.
    func atom(_ word: String) -> Int32 {
        atoms.find(Array((ignoresCase ? word.lowercased() : word).utf8)[...]) ?? -1
    }

    /// Whether any selector of the list asks only for classes and ids that the document has; never says no where it has
    /// them.
    func mayMatch(_ prelude: ArraySlice<UInt8>) -> Bool {
        var isPossible = true
        var depth = 0
        var at = prelude.startIndex
        while at < prelude.endIndex {
            let byte = prelude[at]
            at += 1
            switch byte {
            case 0x28, 0x5B: depth += 1
            case 0x29, 0x5D: depth -= 1
            case 0x2C where depth == 0:
                if isPossible { return true }
                isPossible = true
            // Escapes, comments and strings are left to the parser.
            case 0x5C, 0x2F, 0x22, 0x27: return true
            case 0x2E, 0x23:
                guard depth == 0, isPossible else { continue }
                let start = at
                while at < prelude.endIndex, Self.isName(prelude[at]) { at += 1 }
                if at < prelude.endIndex, prelude[at] == 0x5C { return true }
                if atoms.find(folded(prelude[start..<at])) == nil { isPossible = false }
            default: break
            }
        }
        return isPossible
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == 0x5F || byte == 0x2D || (0x61...0x7A).contains(byte | 0x20)
            || (0x30...0x39).contains(byte)
    }
}
