internal import LarderHTML
internal import LarderModel

extension ListSearch {
    func steps(after ingredients: Found?) -> Found? {
        let end = ingredients?.end
        var best: (found: Found, score: Double)?
        for index in places(of: .steps) {
            let found = collectSteps(after: index)
            var score = score(steps: found)
            if let end, index >= end - 1 { score *= 2 }
            if lines[index].role.contains(.steps) { score *= 1.5 }
            if score > (best?.score ?? 30) { best = (found, score) }
        }
        let byClass = stepsByClass()
        if let best {
            // Much more under a class than under the best heading: the heading is another's.
            guard let byClass, score(steps: byClass) > 3 * score(steps: best.found) else { return best.found }
            return byClass
        }
        return byClass ?? end.flatMap(orderedItems) ?? countedSteps() ?? ingredients.flatMap(proseSteps)
    }

    /// What stands under headings that count, from "Step 1" on.
    private func countedSteps() -> Found? {
        var found = Found(isNamed: false)
        var isOpen = false
        var section: String?
        for (index, line) in lines.enumerated() where !line.role.contains(.aside) && line.kind != .button {
            if line.looksLikeHeading, StepText.isCount(line.line), line.line.utf8.contains(where: \.isASCIIDigit) {
                if found.parts.isEmpty { found.start = index }
                isOpen = true
            } else if isOpen {
                guard line.headingLevel == nil, headings[index] == nil, line.text.utf8.count >= 20 else {
                    isOpen = false
                    continue
                }
                append(line, &section, to: &found)
            }
            if found.parts.count >= RecordBound.steps.limit { break }
        }
        return found.parts.count >= 2 ? found : nil
    }

    /// The paragraphs right behind a list of ingredients, where no heading says that they are steps.
    private func proseSteps(after ingredients: Found) -> Found? {
        guard ingredients.areItems, ingredients.isNamed else { return nil }
        var found = Found(start: ingredients.last + 1, end: ingredients.last + 1, isNamed: false)
        var section: String?
        var first: PageLine?
        for index in found.start..<min(lines.count, found.start + 100) {
            let line = lines[index]
            guard line.kind == .paragraph, headings[index] == nil, !line.role.contains(.aside),
                first.map({ isLike(line, $0) }) ?? true
            else { break }
            first = first ?? line
            append(line, &section, to: &found)
        }
        let sentences = found.parts.count { StepText.isSentence($0.text) }
        return sentences >= 2 && sentences * 4 >= found.parts.count * 3 ? found : nil
    }

    /// The bytes of all lines that are more than a few words, up to the length of a recipe.
    private func score(steps found: Found) -> Double {
        let letters = found.parts.reduce(0) { $1.text.utf8.count >= 20 ? $0 + $1.text.utf8.count : $0 }
        return Double(min(letters, 1_500))
    }

    private func collectSteps(after start: Int) -> Found {
        var found = Found(start: start, end: start + 1, areItems: hasItems(after: start))
        var section: String?
        var skipped = 0
        var first: PageLine?
        let level = lines[start].headingLevel
        for index in start + 1..<max(start + 1, end(around: start)) {
            let line = lines[index]
            found.end = index
            guard !line.role.contains(.aside), line.kind != .button else { continue }
            if let heading = headings[index] {
                guard heading.topic == .steps else { break }
                if !heading.rest.isEmpty { section = StepText.heading(line.line) }
                continue
            }
            if let other = line.headingLevel, !StepText.isCount(line.line) {
                if other <= level ?? (found.parts.isEmpty ? 0 : 2), !found.parts.isEmpty || other == 1 { break }
                section = StepText.heading(line.line)
                skipped = 0
                continue
            }
            if found.areItems, !line.isItem {
                if line.looksLikeHeading, line.text.utf8.count <= 80, index + 1 < lines.count, lines[index + 1].isItem {
                    section = StepText.heading(line.line)
                    skipped = 0
                } else {
                    skipped += 1
                    if skipped >= 3, !found.parts.isEmpty { break }
                }
                continue
            }
            // What is built otherwise than the first step is no step.
            if let first, found.areItems ? skipped > 0 && parent(line) != parent(first) : !isLike(line, first) {
                skipped += 1
                if skipped >= 2 { break } else { continue }
            }
            let count = found.parts.count
            append(line, &section, to: &found)
            if found.parts.count > count {
                first = first ?? line
                skipped = 0
            }
        }
        return found
    }

    /// Whether two paragraphs may be steps of one recipe: the same element at the same depth.
    private func isLike(_ line: PageLine, _ first: PageLine) -> Bool {
        let isBeside = parent(line) == parent(first)
        guard blocks[line.block].name == blocks[first.block].name else {
            return isBeside && StepText.isSentence(line.text)
        }
        return isBeside || blocks[parent(line)].parent == blocks[parent(first)].parent
    }

    private func append(_ line: PageLine, _ section: inout String?, to found: inout Found) {
        let text = StepText.withoutCount(line.text)
        guard !line.isLink || text.utf8.count > 60, text.unicodeScalars.contains(where: \.properties.isAlphabetic)
        else {
            return
        }
        if line.looksLikeHeading, !line.isItem, line.text.utf8.count <= 80, !StepText.isSentence(text) {
            section = StepText.heading(text)
            return
        }
        // A line of one or two letters is a part of something else, and a short one behind sentences is a remark.
        guard text.utf8.count > 3 else { return }
        if !line.isItem, found.parts.count >= 2, text.utf8.count < 40, !StepText.isSentence(text),
            found.parts.allSatisfy({ StepText.isSentence($0.text) })
        {
            return
        }
        found.parts.append(Part(text: IngredientText.tidied(text), section: section, pictures: line.pictures))
    }

    /// Whether the first lines behind a heading are items of a list.
    private func hasItems(after start: Int) -> Bool {
        var items = 0
        var others = 0
        for index in (start + 1)..<min(lines.count, start + 12) {
            let line = lines[index]
            if let heading = headings[index], heading.topic != .steps { break }
            guard !line.role.contains(.aside), line.kind != .button, line.headingLevel == nil else { continue }
            if line.isItem { items += 1 } else if line.text.utf8.count > 60 { others += 1 }
        }
        return items > 0 && items >= others
    }

    private func stepsByClass() -> Found? {
        var found = Found(areItems: true)
        let marked = lines.indices.filter {
            lines[$0].role.contains(.steps) && lines[$0].role.isDisjoint(with: [.aside, .ingredients])
                && lines[$0].kind != .button && headings[$0] == nil
        }
        let isList = marked.contains { lines[$0].isItem && lines[$0].text.utf8.count > 30 }
        var section: String?
        for index in marked.prefix(600) where !isList || lines[index].isItem {
            append(lines[index], &section, to: &found)
        }
        return score(steps: found) > 60 ? found : nil
    }

    /// The parts without the numbers that each begins with, which an element of its own draws: "1 Boil", "2 Eat".
    static func withoutNumbers(_ parts: [Part]) -> [Part] {
        let texts = parts.enumerated().compactMap { index, part -> String? in
            let number = "\(index + 1) "
            return part.text.utf8.starts(with: number.utf8) ? String(part.text.dropFirst(number.count)) : nil
        }
        guard texts.count == parts.count, parts.count >= 2 else { return parts }
        return zip(parts, texts).map { Part(text: $1, section: $0.section, pictures: $0.pictures) }
    }

    /// The first ordered list of sentences behind the ingredients.
    private func orderedItems(after end: Int) -> Found? {
        var found = Found(start: end, end: end)
        var section: String?
        for line in lines.prefix(end + 300).dropFirst(max(0, end - 1)) {
            if line.isItem, line.isOrdered, !line.role.contains(.aside), !line.isLink {
                append(line, &section, to: &found)
            } else if !found.parts.isEmpty {
                break
            }
        }
        return score(steps: found) > 60 ? found : nil
    }
}
