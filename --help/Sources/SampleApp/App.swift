import Foundation
import Larder

/// Reads a larder in a terminal, a line of input for each step.
@main
struct SampleApp {
    let larder: Larder
    let terminal = Terminal()
    var history: [Place] = []
    var screen = Screen(title: "")

    static let help = """
        1, 2, … open   n next page   b back   r recipes   a articles   s sections   o orders
        /words search texts   ?wo search titles   l links   d what the last sync changed
        w watch for changes, until Enter or, as w10, for seconds   h help   q quit
        """

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first, arguments.dropFirst().allSatisfy({ $0 == "--summary" }) else {
            print("Usage: SampleApp LARDER [--summary]")
            exit(64)
        }
        do {
            var app = try await SampleApp(larder: Larder(readingFrom: URL(filePath: folder)))
            if arguments.count == 1 { return try await app.run() }
            for line in try await app.larder.read({ try $0.summary() }) { print(line.safe) }
        } catch {
            FileHandle.standardError.write(Data((words(for: error) + "\n").utf8))
            exit(1)
        }
    }

    /// What is wrong, and what a person can do.
    static func words(for error: any Error) -> String {
        "\(error.localizedDescription) \((error as? any LocalizedError)?.recoverySuggestion ?? "")".safe
    }

    /// Runs until `q` or the end of the input; an error in one step does not end it.
    mutating func run() async throws {
        try await show(.recipes(.rank, RecipeFilter(), nil))
        while true {
            print("h for help > ", terminator: "")
            fflush(nil)
            guard let line = readLine(), line != "q" else { return }
            do { try await step(line) } catch { print(Self.words(for: error)) }
        }
    }

    private mutating func step(_ line: String) async throws {
        let text = String(line.dropFirst()), places = screen.lines.compactMap(\.place)
        switch (line.first, text) {
        case ("w", _):
            if let place = history.last { try await watch(place, seconds: Int(text) ?? 3) }
            try await show(history.popLast())
        case ("/", _): try await show(.search(text, offset: 0))
        case ("?", _): try await show(.titles(text))
        case ("r", ""): try await show(.recipes(.rank, RecipeFilter(), nil))
        case ("a", ""): try await show(.articles(ArticleFilter(), nil))
        case ("s", ""): try await show(.sections)
        case ("d", ""): try await show(.lastSync)
        case ("o", ""): try await show(screen.orders)
        case ("n", ""): try await show(screen.next)
        case ("b", ""):
            if history.count > 1, !screen.isMenu { history.removeLast() }
            try await show(history.popLast())
        case ("l", ""):
            screen = Screen(title: "Links", lines: screen.links, isMenu: true)
            terminal.show(screen)
        default: try await show(Int(line).flatMap { places.indices.contains($0 - 1) ? places[$0 - 1] : nil })
        }
    }

    private mutating func show(_ place: Place?) async throws {
        guard let place else { return print(Self.help) }
        screen = try await larder.read { try $0.screen(place) }
        history.append(place)
        terminal.show(screen)
    }

    /// Shows a place again whenever a sync changes it, until Enter.
    private func watch(_ place: Place, seconds: Int) async throws {
        print("Watching for changes.")
        try await withThrowingTaskGroup(of: Void.self) { [larder, terminal, screen] group in
            group.addTask {
                var shown = screen
                for try await now in larder.values({ try $0.screen(place) }) where now != shown {
                    let batch = ListBatch(from: shown.lines, to: now.lines)
                    terminal.show(now)
                    print("\(batch.insertions.count) came, \(batch.deletions.count) went, \(batch.moves.count) moved.")
                    shown = now
                }
            }
            group.addTask { try await terminal.wait(seconds) }
            try await group.next()
            group.cancelAll()
        }
    }
}
