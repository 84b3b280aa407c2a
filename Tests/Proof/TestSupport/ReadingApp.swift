internal import Foundation
internal import Larder
internal import LarderModel

/// An app that reads a larder again and again while that is filled and its coordinator killed.
package struct ReadingApp: Sendable {
    /// What it read, and what was wrong.
    package struct Outcome: Sendable {
        package var reads = 0
        package var problems: [String] = []
    }

    private let task: Task<Outcome, Never>

    /// - Parameter folder: The larder, which may not be there yet.
    package init(folder: String) {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        task = Task {
            var outcome = Outcome()
            var larder: Larder?
            while !Task.isCancelled, outcome.problems.count < 5 {
                do {
                    if larder == nil { larder = try await Larder(readingFrom: folder) }
                    outcome.problems += try await larder?.read(Self.problems) ?? []
                    outcome.reads += 1
                } catch let error as LarderError where [.missing, .empty].contains(error.code) && outcome.reads == 0 {
                    await Task.yield()
                } catch {
                    if !(error is CancellationError) { outcome.problems.append("\(error)") }
                }
            }
            return outcome
        }
    }

    /// Ends the app.
    package func end() async -> Outcome {
        task.cancel()
        return await task.value
    }

    private static func problems(_ reader: LarderReader) throws -> [String] {
        let cards = try reader.recipeCards(limit: 1_000).rows
        var problems: [String] = []
        if Set(cards.map(\.id)).count != cards.count { problems.append("a card came twice") }
        let sections = try reader.recipeSections(by: .source)
        if sections.reduce(0, { $0 + $1.count }) != cards.count {
            problems.append("\(sections) for \(cards.count) cards")
        }
        for card in cards.prefix(3) {
            guard let recipe = try reader.recipe(card.id) else {
                problems.append("\(card.id) is listed and not there")
                continue
            }
            if recipe.title != card.title { problems.append("\(card.id) is \(card.title) and \(recipe.title)") }
            let word = card.title.split(separator: " ").first.map(String.init) ?? ""
            if try !reader.items(matching: word, limit: 1_000).contains(where: { $0.id == card.id }) {
                problems.append("\(card.title) is not found by \(word)")
            }
        }
        _ = try reader.articleRows()
        return problems
    }
}
