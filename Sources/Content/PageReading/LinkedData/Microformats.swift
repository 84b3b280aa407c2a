import LarderHTML
internal import LarderModel

/// Reads the microformats h-recipe and its forerunner hRecipe into objects like those of JSON-LD.
struct Microformats {
    private let document: HTMLDocument
    private var recipe: (node: NodeID, members: [(name: String, value: String)])?
    /// The element of the property being read; elements in it give no properties.
    private var property: NodeID?
    private var found: [JSONValue] = []
    private var visits = 500_000

    static func recipes(in document: HTMLDocument) -> [JSONValue] {
        var reader = Microformats(document: document)
        var walk = document.events(of: document.root)
        while reader.found.count < 100, let event = walk.next() {
            switch event {
            case .enter(let node):
                guard let classes = document.attribute(.class, of: node), classes.count >= 2 else { continue }
                reader.enter(node, classes)
            case .leave(let node):
                if reader.property == node { reader.property = nil }
                if reader.recipe?.node == node { reader.close() }
            case .leaf: break
            }
        }
        reader.close()
        return reader.found
    }

    /// The names of classes and of the properties of schema.org that they mean.
    private static let properties: [(word: String, name: String)] = [
        ("p-name", "name"), ("fn", "name"), ("p-summary", "description"), ("summary", "description"),
        ("p-ingredient", "recipeIngredient"), ("ingredient", "recipeIngredient"),
        ("e-instructions", "recipeInstructions"), ("instructions", "recipeInstructions"), ("p-yield", "recipeYield"),
        ("yield", "recipeYield"), ("dt-duration", "totalTime"), ("duration", "totalTime"), ("preptime", "prepTime"),
        ("cooktime", "cookTime"), ("p-author", "author"), ("author", "author"), ("u-photo", "image"),
        ("photo", "image"), ("p-category", "keywords"), ("tag", "keywords"), ("u-video", "video"),
    ]

    private mutating func enter(_ node: NodeID, _ classes: TextRange) {
        guard recipe != nil else {
            if document.text(classes, hasWord: "h-recipe") || document.text(classes, hasWord: "hrecipe") {
                recipe = (node, [])
            }
            return
        }
        guard property == nil, recipe?.members.count ?? 0 < 2_000 else { return }
        for (word, name) in Self.properties where document.text(classes, hasWord: word) {
            // The first name is the recipe's; later ones are those of people.
            if name == "name", recipe?.members.contains(where: { $0.name == name }) == true { continue }
            // Marked instructions that hold steps which are marked one by one: the steps count.
            if name == "recipeInstructions", part(of: node, word) != nil { return }
            let value = value(of: node, name)
            guard !value.isEmpty else { return }
            recipe?.members.append((name, value))
            property = node
            return
        }
    }

    private mutating func value(of node: NodeID, _ name: String) -> String {
        switch name {
        case "image", "video":
            if document.hasClass("avatar", on: node) { return "" }
            return ["data-src", "src", "href"].compactMap { document.value(of: $0, on: node) }
                .first { !$0.isEmpty && !$0.utf8.starts(with: "data:".utf8) } ?? ""
        case "totalTime", "prepTime", "cookTime":
            if let text = document.value(of: .datetime, on: node) ?? document.value(of: .title, on: node), !text.isEmpty
            {
                return text
            }
        case "author":
            let name = part(of: node, "fn") ?? part(of: node, "p-name") ?? node
            return ElementText.text(of: name, in: document, visits: &visits)
        case "recipeIngredient":
            let text = ElementText.text(of: node, in: document, visits: &visits)
            // An index beside the recipe: "Ingredients: Beef, Garlic".
            let label = text.utf8.prefix(40).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            let isIndex = label.count > 1 && PageHeading.topics[Substring(label[0]).lowercased()] == .ingredients
            return isIndex ? "" : text
        default: break
        }
        return ElementText.text(of: node, in: document, visits: &visits)
    }

    private mutating func part(of node: NodeID, _ word: String) -> NodeID? {
        var walk = document.events(of: node)
        while visits > 0, let event = walk.next() {
            visits -= 1
            if case .enter(let inner) = event, inner != node, document.hasClass(word, on: inner) { return inner }
        }
        return nil
    }

    private mutating func close() {
        guard let recipe else { return }
        self.recipe = nil
        var members = [JSONMember(name: "@type", value: .string("Recipe"))]
        for name in Set(recipe.members.map(\.name)).sorted() {
            let values = recipe.members.lazy.filter { $0.name == name }.map { JSONValue.string($0.value) }
            members.append(JSONMember(name: name, value: .array(Array(values))))
        }
        if members.count > 1 { found.append(.object(members)) }
    }
}
