/// What becomes of the known names on foreign elements, by id.
struct ForeignTables: Sendable {
    static let shared = ForeignTables()

    private let svgElements: [UInt32]
    /// Name and namespace of an attribute as ``HTMLAttribute/bits``.
    private let svgAttributes: [UInt32]
    private let mathMLAttributes: [UInt32]
    let foreignObject = Self.id("foreignObject")

    private init() {
        let unchanged = Array(0..<UInt32(NameTable.known.count))
        var prefixed = unchanged
        for name in ForeignNames.prefixedAttributes.split(whereSeparator: \.isWhitespace) {
            let parts = name.split(separator: ":")
            let space: AttributeNamespace = parts[0] == "xlink" ? .xlink : parts[0] == "xml" ? .xml : .xmlns
            let local = parts.count > 1 ? parts[1] : parts[0]
            prefixed[Self.id(name).index] = HTMLAttribute(name: Self.id(local), namespace: space, value: .empty).bits
        }
        svgElements = Self.adding(ForeignNames.svgElements, to: unchanged)
        svgAttributes = Self.adding(ForeignNames.svgAttributes, to: prefixed)
        mathMLAttributes = Self.adding(ForeignNames.mathMLAttributes, to: prefixed)
    }

    private static func id(_ name: Substring) -> NameID { NameTable.known.find(Array(name.utf8)) ?? .none }

    private static func adding(_ list: String, to table: [UInt32]) -> [UInt32] {
        var table = table
        for name in list.split(whereSeparator: \.isWhitespace) {
            table[id(name.lowercased()[...]).index] = id(name).rawValue
        }
        return table
    }

    func svgElement(_ name: NameID) -> NameID {
        name.index < svgElements.count ? NameID(rawValue: svgElements[name.index]) : name
    }

    /// Gives an attribute of an HTML tag the name and namespace that it has on a foreign element.
    func adjust(_ attribute: inout HTMLAttribute, _ namespace: Namespace) {
        let id = attribute.name.index
        guard id < svgElements.count else { return }
        attribute.bits = namespace == .svg ? svgAttributes[id] : mathMLAttributes[id]
    }
}
