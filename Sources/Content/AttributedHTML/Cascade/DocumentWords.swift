import LarderHTML
internal import LarderModel

/// The classes and ids of a document as numbers, and which elements have them.
struct DocumentWords {
    struct Element {
        var id: Int32 = -1
        /// The number of its `class` attribute, or -1.
        var classList: Int32 = -1
    }

    /// A value of the `class` attribute.
    struct ClassList {
        /// The range of its words in ``classes``.
        let bounds: Range<Int>
        let filter: AncestorFilter
    }

    /// Further classes of an element are ignored: the search for doubles takes quadratic time.
    static let maxClasses = 256

    /// In quirks mode.
    private let ignoresCase: Bool
    private var atoms = AtomTable()
    private(set) var elements: [Element]
    /// The words of each element and its ancestors.
    private(set) var filters: [AncestorFilter]
    private(set) var classes: [Int32] = []
    private(set) var classLists: [ClassList] = []
    /// The values of `class` attributes as written: most stand on many elements.
    private var lists = AtomTable()

    init(_ document: HTMLDocument, ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        elements = [Element](repeating: Element(), count: document.nodeCapacity + 1)
        filters = [AncestorFilter](repeating: AncestorFilter(), count: elements.count)
        for node in document.descendants(of: document.root) where document.kind(of: node) == .element {
            read(node, of: document)
        }
    }

    private mutating func read(_ node: NodeID, of document: HTMLDocument) {
        var element = Element()
        // The parent comes before its children.
        var filter = document.parent(of: node).map { filters[Int($0.rawValue)] } ?? AncestorFilter()
        filter.insert(.type, Int32(bitPattern: document.name(of: node).rawValue))
        document.withAttributes(of: node) { attributes in
            for index in attributes.indices where attributes[index].namespace == .none {
                let value = attributes[index].value
                switch attributes[index].name {
                case .id:
                    let (bytes, range) = normalized(document.buffer(of: value), value.bounds)
                    element.id = atoms.intern(bytes, range)
                    filter.insert(.id, element.id)
                case .class:
                    element.classList = list(document.buffer(of: value), value.bounds)
                    filter.formUnion(classLists[Int(element.classList)].filter)
                default: break
                }
            }
        }
        elements[Int(node.rawValue)] = element
        filters[Int(node.rawValue)] = filter
    }

    private mutating func list(_ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
        let known = lists.intern(bytes, range)
        if Int(known) < classLists.count { return known }
        let start = classes.count
        let (bytes, range) = normalized(bytes, range)
        addClasses(bytes, range)
        var filter = AncestorFilter()
        for word in classes[start...] { filter.insert(.class, word) }
        classLists.append(ClassList(bounds: start..<classes.count, filter: filter))
        return known
    }

    private mutating func addClasses(_ bytes: [UInt8], _ range: Range<Int>) {
        let first = classes.count
        var start = range.lowerBound
        while start < range.upperBound {
            if CSSText.isSpace(bytes[start]) {
                start += 1
                continue
            }
            var end = start + 1
            while end < range.upperBound, !CSSText.isSpace(bytes[end]) { end += 1 }
            let atom = atoms.intern(bytes, start..<end)
            start = end
            if classes.count - first >= Self.maxClasses { return }
            if !classes[first...].contains(atom) { classes.append(atom) }
        }
    }

    /// In lower case where case does not count.
    private func normalized(_ bytes: [UInt8], _ range: Range<Int>) -> ([UInt8], Range<Int>) {
        guard ignoresCase else { return (bytes, range) }
        let word =
            bytes[range].allSatisfy { $0 < 0x80 }
            ? bytes[range].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            : Array(String(decoding: bytes[range], as: UTF8.self).lowercased().utf8)
        return (word, 0..<word.count)
    }

    /// The number of the word; nil where no element has it.
    func find(_ word: String) -> Int32? {
        (ignoresCase ? word.lowercased() : word).withUTF8Span { atoms.find($0) }
    }

    private func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int32? {
        guard ignoresCase else { return atoms.find(bytes, range) }
        let (word, bounds) = normalized(bytes, range)
        return atoms.find(word, bounds)
    }

    /// Brackets, commas, escapes, comments, strings, classes and ids.
    private static let marks = ByteSet([0x28, 0x5B, 0x29, 0x5D, 0x2C, 0x5C, 0x2F, 0x22, 0x27, 0x2E, 0x23])

    /// Whether any selector of the list asks only for classes and ids that the document has; true where that is
    /// unclear.
    func mayMatch(_ bytes: [UInt8], _ prelude: Range<Int>) -> Bool {
        bytes.withSpan { mayMatch(bytes, $0, prelude) }
    }

    private func mayMatch(_ bytes: [UInt8], _ source: Span<UInt8>, _ prelude: Range<Int>) -> Bool {
        let marks = Self.marks
        var isPossible = true
        var depth = 0
        var at = prelude.lowerBound
        while at < prelude.upperBound {
            let byte = source[at]
            at &+= 1
            guard marks.contains(byte) else { continue }
            switch byte {
            case 0x28, 0x5B: depth += 1
            case 0x29, 0x5D: depth -= 1
            case 0x2C where depth == 0:
                if isPossible { return true }
                isPossible = true
            // Escapes, comments and strings are left to the compiler.
            case 0x5C, 0x2F, 0x22, 0x27: return true
            case 0x2E, 0x23:
                guard depth == 0, isPossible else { continue }
                let start = at
                while at < prelude.upperBound, CSSText.isName(source[at]) { at &+= 1 }
                if at < prelude.upperBound, source[at] == 0x5C { return true }
                if find(bytes, start..<at) == nil { isPossible = false }
            default: break
            }
        }
        return isPossible
    }

    @inline(__always)
    func has(_ word: Int32, in list: Int32) -> Bool {
        for index in classLists[Int(list)].bounds where classes[index] == word { return true }
        return false
    }
}

extension HTMLDocument {
    /// The buffer that `range` lies in.
    @inline(__always)
    func buffer(of range: TextRange) -> [UInt8] { range.isDecoded ? decodedBytes : sourceBytes }
}
