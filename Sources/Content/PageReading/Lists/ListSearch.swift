internal import LarderHTML
internal import LarderModel

/// Finds the lists of ingredients and of steps among a page's lines.
struct ListSearch {
    let lines: [PageLine]
    let blocks: [PageBlockSpan]
    let headings: [PageHeading?]

    struct Found {
        /// The line before the first one.
        var start = 0
        var end = 0
        var parts: [Part] = []
        var last = 0
        var isNamed = true
        var areItems = false
        var heading: String?

        /// How many of the parts have amounts.
        var amounts: Int { parts.count { QuantityText.hasAmount($0.text) } }
    }

    struct Part {
        var text: String
        var section: String?
        var pictures: [NodeID] = []
    }

    private static let maxCandidates = 40
    private static let maxLines = 600

    /// The end of the smallest block that holds a heading and the line behind it.
    func end(around heading: Int) -> Int {
        let first = heading + 1
        var block = lines[heading].block
        while block > 0, blocks[block].end <= first { block = blocks[block].parent }
        return min(blocks[block].end, heading + Self.maxLines)
    }

    func parent(_ line: PageLine) -> Int { blocks[line.block].parent }

    func ingredients() -> Found? {
        var best: (found: Found, score: Double)?
        for index in places(of: .ingredients) {
            let found = collectIngredients(after: index)
            let score = score(found)
            if score > (best?.score ?? 1) { best = (found, score) }
        }
        if let best { return best.found }
        return ingredientsByClass() ?? ingredientsUnderRecipe() ?? ingredientsByAmount()
    }

    /// The list behind a heading such as "Recipe: Pea soup".
    private func ingredientsUnderRecipe() -> Found? {
        lines.indices.lazy.filter { lines[$0].headingLevel != nil && PageHeading.namesRecipe(lines[$0].line) }
            .map(collectIngredients).first { $0.areItems && score($0) > 1 }
    }

    func places(of topic: PageHeading.Topic) -> [Int] {
        Array(headings.indices.lazy.filter { headings[$0]?.topic == topic }.prefix(Self.maxCandidates))
    }

    /// Grows with the number of lines and the share of lines with amounts; a single line is no list.
    private func score(_ found: Found) -> Double {
        guard found.parts.count >= 2 else { return 0 }
        let length = found.parts.reduce(0) { $0 + $1.text.utf8.count } / found.parts.count
        guard length < 160 else { return 0 }
        return Double(min(found.parts.count, 40)) * (0.2 + Double(found.amounts) / Double(found.parts.count))
    }

    private func collectIngredients(after start: Int) -> Found {
        var found = Found(start: start, end: start + 1, heading: Self.headingRest(lines[start].line))
        var section: String?
        var skipped = 0
        // Once items of a list were seen, other lines are headings or remarks.
        var isList = false
        let level = lines[start].headingLevel
        var list = -1
        for index in start + 1..<max(start + 1, end(around: start)) {
            let line = lines[index]
            found.end = index
            guard !line.role.contains(.aside), line.kind != .button else { continue }
            if let heading = headings[index] {
                guard heading.topic == .ingredients else { break }
                section = line.line == lines[start].line ? nil : heading.rest.isEmpty ? nil : Self.headingText(line)
                continue
            }
            let text = IngredientText.tidied(line.line)
            if line.headingLevel != nil, StepText.isCount(line.line) { break }
            if FactWords.mayBeginWithLabel(text), FactWords.isTime(text.lowercased()) { continue }
            if PageFacts.portions(text) != nil { continue }
            if line.isItem {
                guard !line.isLink || QuantityText.hasAmount(text), text.utf8.count <= 300 else { continue }
                // A further list is one of ingredients where a heading or an amount says so.
                if list >= 0, parent(line) != list, skipped > 0, !QuantityText.hasAmount(text),
                    index + 1 == lines.count || !QuantityText.hasAmount(lines[index + 1].line)
                {
                    break
                }
                list = parent(line)
                if !isList, found.parts.count <= 2 { found.parts.removeAll { !QuantityText.hasAmount($0.text) } }
                isList = true
                found.areItems = true
                skipped = 0
                if let heading = IngredientText.heading(text)
                    ?? (line.isStrong && !QuantityText.hasAmount(text) ? text : nil),
                    isFollowedByIngredient(index)
                {
                    section = heading.trimming { $0 == ":" || $0 == " " }
                } else {
                    found.parts.append(Part(text: text, section: section))
                    found.last = index
                }
                continue
            }
            let isHeading =
                (line.looksLikeHeading || IngredientText.isSectionWord(text)) && !QuantityText.hasAmount(text)
            if isHeading, isFollowedByIngredient(index) {
                section = Self.headingText(line)
                skipped = 0
                continue
            }
            if let other = line.headingLevel, found.parts.count > 0 || level != nil && other < level ?? 0 { break }
            skipped += 1
            if isList {
                if skipped >= 3 { break }
            } else if text.utf8.count <= 200 {
                if !isHeading || found.parts.isEmpty { appendParagraph(text, section, to: &found) }
            } else {
                break
            }
        }
        return found
    }

    private func appendParagraph(_ text: String, _ section: String?, to found: inout Found) {
        // Remarks such as "for 4 people" stand before the first amount.
        if found.parts.isEmpty, !QuantityText.hasAmount(text), text.utf8.count > 60 { return }
        // "1x 2x" chooses how much of everything is wanted.
        guard text.unicodeScalars.contains(where: { $0.properties.isAlphabetic && $0 != "x" && $0 != "X" }) else {
            return
        }
        found.parts.append(Part(text: text, section: section))
    }

    private func isFollowedByIngredient(_ index: Int) -> Bool {
        for next in (index + 1)..<min(lines.count, index + 3) {
            guard headings[next] == nil, lines[next].headingLevel == nil else { return false }
            if QuantityText.hasAmount(lines[next].line), lines[next].text.utf8.count <= 200 { return true }
            if lines[next].isItem, lines[next].text.utf8.count <= 120, !lines[next].isLink { return true }
        }
        return false
    }

    /// A heading without its first word: "für 6 Kugeln" of "Zutaten für 6 Kugeln".
    private static func headingRest(_ line: String) -> String {
        String(line.drop { $0 != " " }).trimming { " ():".unicodeScalars.contains($0) }
    }

    private static func headingText(_ line: PageLine) -> String {
        line.line.trimming { $0 == ":" || $0 == " " || $0 == "-" || $0 == "–" }
    }

    private func ingredientsByClass() -> Found? {
        var found = Found()
        var section: String?
        for index in lines.indices where lines[index].role.contains(.ingredients) && !lines[index].role.contains(.aside)
        {
            let line = lines[index]
            if let topic = headings[index]?.topic, topic != .ingredients, found.parts.count >= 3 { break }
            if found.parts.isEmpty { found.start = index }
            if line.isItem, !line.isLink || QuantityText.hasAmount(line.line) {
                found.parts.append(Part(text: IngredientText.tidied(line.line), section: section))
                found.last = index
                found.end = index + 1
            } else if line.looksLikeHeading, line.kind != .button {
                section = Self.headingText(line)
            }
            if found.parts.count >= RecordBound.ingredients.limit { break }
        }
        return score(found) > 1.5 ? found : nil
    }

    private func ingredientsByAmount() -> Found? {
        var best: Found?
        var run = Found(isNamed: false)
        func close() {
            if run.parts.count >= 4, run.amounts * 10 >= run.parts.count * 7, run.parts.count > best?.parts.count ?? 0 {
                best = run
            }
        }
        for (index, line) in lines.enumerated() {
            if line.isItem, !line.isLink, !line.role.contains(.aside), line.text.utf8.count <= 160,
                headings[index] == nil
            {
                if run.parts.isEmpty { run.start = max(0, index - 1) }
                run.parts.append(Part(text: IngredientText.tidied(line.line)))
                run.last = index
                run.end = index + 1
            } else if !run.parts.isEmpty {
                close()
                run = Found(isNamed: false)
            }
        }
        close()
        return best
    }
}
