import LarderHTML
internal import LarderModel

extension SchemaRecipe {
    /// - Parameter title: The recipe's, which is no section's heading.
    func steps(title: String, _ head: PageHead) -> [RecipeStep] {
        guard let value = value("recipeinstructions", "instructions", "instruction") else { return [] }
        var reading = StepReading(recipe: self, head: head, title: title)
        reading.read(value, section: nil, depth: 0)
        // An attribute that ended at a quotation mark in its own value leaves fragments such as "[{".
        let isText = reading.steps.contains {
            $0.text.utf8.lazy.filter { $0.isASCIILetter || $0 >= 0x80 }.prefix(3).count == 3
        }
        return isText ? reading.steps : []
    }
}

private struct StepReading {
    let recipe: SchemaRecipe
    let head: PageHead
    let title: String
    var steps: [RecipeStep] = []
    var budget = SchemaRecipe.maxVisits

    mutating func read(_ value: JSONValue, section: String?, depth: Int) {
        budget -= 1
        guard depth < 20, budget > 0, steps.count < RecordBound.steps.limit else { return }
        switch recipe.graph.resolved(value) {
        case .string(let text):
            if text.utf8.starts(with: "[{".utf8), let value = try? JSONParser.parse(Array(text.utf8)) {
                return read(value, section: section, depth: depth + 1)
            }
            let lines = SchemaText.lines(text)
            for line in lines.count == 1 ? StepText.sentences(lines[0]) : lines {
                steps.append(RecipeStep(text: line, section: section))
            }
        case .array(let items):
            for item in items { read(item, section: section, depth: depth + 1) }
        case .object(let members): read(object: .object(members), section: section, depth: depth)
        default: break
        }
    }

    private mutating func read(object: JSONValue, section: String?, depth: Int) {
        let name = (object["name"] ?? object["Name"])?.text.map(SchemaText.line) ?? ""
        let inner = object["itemListElement"] ?? object["steps"] ?? object["item"]
        let isStep = SchemaGraph.isType(object, ["HowToStep", "HowToDirection", "HowToTip"])
        let start = steps.count
        let own = name.isSame(as: title) ? section : name.nonEmpty ?? section
        if let inner, !SchemaGraph.isEmpty(inner) { read(inner, section: isStep ? section : own, depth: depth + 1) }
        if steps.count == start, let text = object["text"], !SchemaGraph.isEmpty(text) {
            let isSection = SchemaGraph.isType(object, ["HowToSection"])
            read(text, section: isSection ? own : section, depth: depth + 1)
            if !isSection, steps.count > start { join(from: start, name: name, object, section) }
            return
        }
        guard steps.count > start else {
            // A section whose list is empty is no step.
            guard inner == nil || isStep,
                let text = name.nonEmpty ?? object["description"]?.text.map(SchemaText.line)?.nonEmpty
            else { return }
            steps.append(RecipeStep(text: text, section: section, imageURL: picture(object)))
            return
        }
        if isStep { join(from: start, name: name, object, section) }
    }

    private mutating func join(from start: Int, name: String, _ object: JSONValue, _ section: String?) {
        let body = steps[start...].map(\.text)
        let inner = steps[start...].firstNonNil(\.imageURL)
        steps.removeSubrange(start...)
        steps.append(
            RecipeStep(
                text: body.joined(separator: "\n"),
                name: StepText.says(name, moreThan: body) ? name : nil,
                section: section,
                imageURL: picture(object) ?? inner
            )
        )
    }

    private func picture(_ object: JSONValue) -> String? {
        object["image"].flatMap { image in
            recipe.pictures(image).lazy.map { head.absolute(CharacterReferences.decoding($0.url)) }
                .first(where: PictureOrder.isUsable)
        }
    }
}
