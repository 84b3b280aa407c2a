import LarderHTML
internal import LarderModel

/// Reads microdata (HTML §5) and RDFa Lite into the same objects that JSON-LD gives.
///
/// Nested elements cost no recursion; `itemref`s are followed four deep at most.
struct AttributeMarkup {
    private let document: HTMLDocument
    /// Items that are open, the innermost last, with the elements that end them.
    private var open: [(node: NodeID, item: Item, names: [String])] = []
    private var roots: [Item] = []
    /// The elements that an `itemref` may name, by their `id`; nil before the first `itemref`.
    private var named: [[UInt8]: NodeID]?
    /// How many `itemref`s the walk has followed to get here.
    private var references = 0
    /// Budget for elements read again through `itemref`: 1 for a node, 1 for 16 bytes of attributes.
    private var rereads = 200_000
    private var remaining = 20_000
    /// How many nodes may still be visited for texts; nested properties visit the same nodes repeatedly.
    private var visits = 500_000

    private struct Item {
        var types: [String]
        var origin: FieldOrigin
        var properties: [(name: String, value: JSONValue, node: NodeID)] = []

        /// The property for the element's text: `name` without properties, `text` of a step without words.
        func missingText(as names: [String]) -> String? {
            if properties.isEmpty { return names.isEmpty ? nil : "name" }
            let says: Set<String> = ["text", "name", "description", "itemListElement", "steps", "item"]
            let isStep = types.contains("HowToStep") || types.contains("HowToDirection")
            return isStep && !properties.contains { says.contains($0.name) } ? "text" : nil
        }

        /// Adds a property; an enclosing property of the same name is replaced by this inner one.
        mutating func add(_ name: String, _ value: JSONValue, _ node: NodeID, in document: HTMLDocument) {
            if let last = properties.suffix(8).lastIndex(where: { $0.name.isSame(as: name) }),
                document.isWithin(node, properties[last].node)
            {
                properties.remove(at: last)
            }
            properties.append((name, value, node))
        }

        var json: JSONValue {
            var members = [JSONMember(name: "@type", value: .array(types.map { .string($0) }))]
            let values = Dictionary(grouping: properties) { Array($0.name.utf8) }
            for name in properties.map(\.name).distinct {
                let all = values[Array(name.utf8)]?.map(\.value) ?? []
                members.append(JSONMember(name: name, value: all.count == 1 ? all[0] : .array(all)))
            }
            return .object(members)
        }
    }

    /// The items of a page that are in no other item.
    static func items(in document: HTMLDocument) -> [SchemaEntity] {
        var reader = AttributeMarkup(document: document)
        reader.walk(document.root)
        return reader.roots.map { SchemaEntity(value: $0.json, origin: $0.origin) }
    }

    private mutating func walk(_ root: NodeID) {
        let outer = open.count
        for event in document.events(of: root) {
            if references > 0, !mayRead(event) { break }
            switch event {
            case .enter(let node): enter(node)
            case .leave(let node):
                guard open.count > outer, open.last?.node == node else { continue }
                addReferenced(by: node)
                let last = open.removeLast()
                var item = last.item
                if let name = item.missingText(as: last.names) {
                    let text = ElementText.text(of: node, in: document, visits: &visits)
                    if !text.isEmpty { item.properties.append((name, .string(text), node)) }
                }
                close(item, as: last.names, node)
            case .leaf: break
            }
        }
        while open.count > outer, let last = open.popLast() { close(last.item, as: last.names, last.node) }
    }

    /// Adds what the `itemref` of the innermost open item names (HTML standard, section 5.2.2), at most 16 elements.
    private mutating func addReferenced(by node: NodeID) {
        guard references < 4, rereads > 0, let range = document.attribute(.itemref, of: node),
            range.count <= 4_096
        else { return }
        let named = self.named ?? namedElements()
        self.named = named
        references += 1
        var seen: Set<[UInt8]> = []
        for id in document.string(range).utf8.split(whereSeparator: { $0 <= 0x20 }).prefix(16) {
            let id = Array(id)
            guard seen.insert(id).inserted, let element = named[id], !document.isWithin(node, element),
                !document.isWithin(element, node)
            else { continue }
            walk(element)
        }
        references -= 1
    }

    private func namedElements() -> [[UInt8]: NodeID] {
        var named: [[UInt8]: NodeID] = [:]
        for node in document.descendants(of: document.root) {
            guard let id = document.value(of: .id, on: node), !id.isEmpty else { continue }
            let key = Array(id.utf8)
            if named[key] == nil { named[key] = node }
        }
        return named
    }

    private mutating func mayRead(_ event: WalkEvent) -> Bool {
        rereads -= 1
        if case .enter(let node) = event {
            for attribute in document.attributes(of: node) { rereads -= 1 + attribute.value.count / 16 }
        }
        return rereads > 0
    }

    private mutating func enter(_ node: NodeID) {
        guard !document.attributes(of: node).isEmpty else { return }
        let names = open.isEmpty ? [] : words(.itemprop, node) + words(.property, node)
        let isItem = document.hasAttribute(.itemscope, on: node)
        let types = words(isItem ? .itemtype : .typeof, node)
        if isItem || !types.isEmpty {
            guard open.count < 64, remaining > 0 else { return }
            remaining -= 1
            open.append((node, Item(types: types, origin: origin(of: node, isItem: isItem)), names))
        } else if !names.isEmpty, remaining > 0 {
            remaining -= 1
            let value = value(of: node, names)
            for name in names { open[open.count - 1].item.add(name, value, node, in: document) }
        }
    }

    private func origin(of node: NodeID, isItem: Bool) -> FieldOrigin {
        guard isItem else { return .rdfa }
        let type = document.value(of: .itemtype, on: node) ?? ""
        return type.knownWord.lowercased().contains("data-vocabulary") ? .dataVocabulary : .microdata
    }

    private mutating func close(_ item: Item, as names: [String], _ node: NodeID) {
        guard !names.isEmpty, !open.isEmpty else {
            if references == 0 { roots.append(item) }
            return
        }
        let json = item.json
        for name in names { open[open.count - 1].item.add(name, json, node, in: document) }
    }

    /// The words of an attribute, without a vocabulary's address or prefix.
    private func words(_ name: NameID, _ node: NodeID) -> [String] {
        guard let text = document.value(of: name, on: node) else { return [] }
        return text.split(whereSeparator: \.isWhitespace).prefix(8).map { word in
            String(word.utf8.split(whereSeparator: SchemaGraph.isMark).last.map { Substring($0) } ?? word)
        }
    }

    private mutating func value(of node: NodeID, _ names: [String]) -> JSONValue {
        for name in ["content", "datetime"] {
            guard let text = document.value(of: name, on: node), !text.trimmedSpace.isEmpty else { continue }
            let isTime = names.contains { $0.utf8.count <= 20 && $0.hasSuffix("Time") }
            // An empty duration ("PT"): the words of the element say the time.
            if isTime, !text.utf8.contains(where: \.isASCIIDigit) { continue }
            return .string(text)
        }
        let attributes: [String]
        switch document.name(of: node) {
        case .a, .area, .link: attributes = ["href"]
        case .img, .audio, .embed, .iframe, .source, .track, .video:
            attributes = ["data-src", "data-lazy-src", "data-original", "src"]
        case .object: attributes = ["data"]
        case .data, .meter: attributes = ["value"]
        default: attributes = []
        }
        let isLink = attributes == ["href"]
        let text = ElementText.text(of: node, in: document, visits: &visits)
        for name in attributes {
            guard let value = document.value(of: name, on: node)?.trimmedSpace, !value.isEmpty,
                !value.utf8.starts(with: "data:".utf8)
            else { continue }
            // A link with a text is a name with an address.
            return isLink && !text.isEmpty
                ? .object([
                    JSONMember(name: "name", value: .string(text)), JSONMember(name: "url", value: .string(value)),
                ])
                : .string(value)
        }
        guard names.contains(where: { $0.lowercased().contains("ingredient") }) else { return .string(text) }
        // A list of ingredients as one property.
        let items = text.utf8.contains(0x0A) ? listItems(in: node) : []
        return items.count > 1 ? .array(items) : .string(withAmount(text, node))
    }

    private mutating func isOnlyProperty(in node: NodeID) -> Bool {
        var count = 0
        var walk = document.events(of: node)
        while visits > 0, count < 2, let event = walk.next() {
            visits -= 1
            guard case .enter(let inner) = event, inner != node else { continue }
            for name in [NameID.itemprop, .property] where document.hasAttribute(name, on: inner) { count += 1 }
        }
        return visits > 0 && count == 1
    }

    private mutating func listItems(in node: NodeID) -> [JSONValue] {
        var items: [JSONValue] = []
        var walk = document.events(of: node)
        while visits > 0, items.count < 500, let event = walk.next() {
            visits -= 1
            guard case .enter(let item) = event, document.isElement(item, .li) else { continue }
            items.append(.string(ElementText.text(of: item, in: document, visits: &visits)))
            walk.skipChildren()
        }
        return items
    }

    /// The text of an ingredient without an amount, replaced by the whole list item or table row where that has one.
    private mutating func withAmount(_ text: String, _ node: NodeID) -> String {
        func hasNumber(_ text: String) -> Bool { text.unicodeScalars.contains { $0.properties.numericType != nil } }
        guard text.utf8.count <= 200, !hasNumber(text),
            let outer = document.ancestors(of: node).prefix(4).first(where: { outer in
                [NameID.li, .tr, .p].contains { document.isElement(outer, $0) }
            }), isOnlyProperty(in: outer)
        else { return text }
        let whole = ElementText.text(of: outer, in: document, visits: &visits).replacing("\n", with: " ")
        return hasNumber(whole) && whole.utf8.count <= 300 ? whole : text
    }
}

extension HTMLDocument {
    fileprivate func isWithin(_ node: NodeID, _ outer: NodeID) -> Bool {
        ancestors(of: node).prefix(12).contains(outer)
    }

    /// The node's parent and its ancestors, the innermost first.
    fileprivate func ancestors(of node: NodeID) -> some Sequence<NodeID> {
        sequence(first: node, next: parent(of:)).dropFirst()
    }
}
