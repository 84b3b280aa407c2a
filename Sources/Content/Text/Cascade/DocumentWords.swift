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
    /// The values of `class` attributes as they are written: most stand on many elements.
    private var lists = AtomTable()
    private var listed: [(bounds: Range<Int32>, filter: AncestorFilter)] = []

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
            for attribute in document.attributes(of: node) where attribute.namespace == .none {
                let value = attribute.value
                if attribute.name == .id {
                    element.id = intern(value.isDecoded ? decoded : source, value.bounds)
                    filter.insert(.id, element.id)
                } else if attribute.name == .class {
                    let list = classList(value.isDecoded ? decoded : source, value.bounds)
                    element.classStart = list.bounds.lowerBound
                    element.classEnd = list.bounds.upperBound
                    filter.formUnion(list.filter)
                }
            }
            elements[Int(node.rawValue)] = element
            filters[Int(node.rawValue)] = filter
        }
    }

    private mutating func intern(_ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
        guard ignoresCase else { return atoms.intern(bytes, range) }
        let word = Self.lowercased(bytes, range)
        return atoms.intern(word, 0..<word.count)
    }

    private mutating func classList(
        _ bytes: [UInt8],
        _ range: Range<Int>
    ) -> (bounds: Range<Int32>, filter: AncestorFilter) {
        let known = Int(lists.intern(bytes, range))
        if known < listed.count { return listed[known] }
        let start = classes.count
        if ignoresCase {
            let list = Self.lowercased(bytes, range)
            addClasses(list, 0..<list.count)
        } else {
            addClasses(bytes, range)
        }
        var filter = AncestorFilter()
        for word in classes[start...] { filter.insert(.class, word) }
        listed.append((Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: classes.count), filter))
        return listed[known]
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

    private static func lowercased(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        let isASCII = bytes[range].allSatisfy { $0 < 0x80 }
        guard isASCII else { return Array(String(decoding: bytes[range], as: UTF8.self).lowercased().utf8) }
        return bytes[range].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }

    /// The number of the word in `range` of `bytes`; nil where no element has it.
    func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int32? {
        guard ignoresCase else { return atoms.find(bytes, range) }
        let word = Self.lowercased(bytes, range)
        return atoms.find(word, 0..<word.count)
    }

    /// What `mayMatch` has to look at: brackets, commas, escapes, comments, strings, classes and ids.
    private static let marks = ByteSet([0x28, 0x5B, 0x29, 0x5D, 0x2C, 0x5C, 0x2F, 0x22, 0x27, 0x2E, 0x23])

    /// Whether any selector of the list asks only for classes and ids that the document has; never says no where it has
    /// them.
    func mayMatch(_ bytes: [UInt8], _ prelude: Range<Int>) -> Bool {
        let source = bytes.span
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
            // Escapes, comments and strings are left to the parser.
            case 0x5C, 0x2F, 0x22, 0x27: return true
            case 0x2E, 0x23:
                guard depth == 0, isPossible else { continue }
                let start = at
                while at < prelude.upperBound, Self.isName(source[at]) { at &+= 1 }
                if at < prelude.upperBound, source[at] == 0x5C { return true }
                if find(bytes, start..<at) == nil { isPossible = false }
            default: break
            }
        }
        return isPossible
    }

    @inline(__always)
    static func isName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == 0x5F || byte == 0x2D || (0x61...0x7A).contains(byte | 0x20)
            || (0x30...0x39).contains(byte)
    }
}
