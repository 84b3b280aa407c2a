import Foundation
import LarderTestSupport

/// The pages beside the repository whose articles are known: those that other programs made of generated text,
/// and people's pages with their texts.
enum WholeCorpus {
    struct Page: Decodable {
        let html: String
        let url: String
        /// Words that each stand in one block of the article; nil: its text is known.
        let tokens: [String]?
        let text: String?
    }

    /// Every third page, by name; Python unpacks them, as the tests that need them are not run without it.
    static func pages() throws -> [Page] {
        guard let folder = SharedCorpus.folder else { return [] }
        let patterns = ["whole/*", "reader/articles", "reader/readability"].map { "\(folder)/\($0)/*.json" }
        let script = """
            import glob, gzip, json, sys
            for name in sorted(sum([glob.glob(pattern) for pattern in sys.argv[1:]], []))[::3]:
                page = json.load(open(name, encoding="utf-8"))
                html = gzip.open(name[:-5] + ".html.gz", "rt", encoding="utf-8", errors="replace").read()
                print(json.dumps({"html": html, "url": page["url"], "tokens": page.get("tokens"), "text": page.get("text")}))
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script] + patterns
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: 0x0A)
        process.waitUntilExit()
        return try lines.map { try JSONDecoder().decode(Page.self, from: Data($0)) }
    }

    /// Says which blocks of a page its author wrote.
    struct Truth {
        private let tokens: [String]
        private let shingles: Set<[String]>

        init(_ tokens: [String], text: String = "") {
            self.tokens = tokens
            let words = Self.words(of: text)
            shingles = Set((1...4).flatMap { Self.shingles(of: words, length: $0) })
        }

        /// Whether a text is the author's; nil: part of it is.
        func isOwn(_ text: String) -> Bool? {
            if shingles.isEmpty { return tokens.contains(where: text.contains) }
            let words = Self.words(of: text)
            guard !words.isEmpty else { return nil }
            let parts = Self.shingles(of: words, length: min(4, words.count))
            let share = Double(parts.count(where: shingles.contains)) / Double(parts.count)
            return share > 0.6 ? true : share < 0.3 ? false : nil
        }

        private static func words(of text: String) -> [String] {
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }

        private static func shingles(of words: [String], length: Int) -> [[String]] {
            words.count < length ? [] : (0...(words.count - length)).map { Array(words[$0..<($0 + length)]) }
        }
    }
}
