import LarderHTML
import LarderModel

@testable import LarderPageReading

/// A page that a template makes of blocks, each of which holds one word that stands nowhere else.
struct WholePage {
    static let url = "https://oven.example/posts/one"

    private(set) var html = ""
    /// The words of the article's blocks, in order.
    private(set) var own: [String] = []
    /// The words of the blocks round the article.
    private(set) var foreign: [String] = []

    private var next = 0

    /// - Parameters:
    ///   - construct: What stands where `place` says.
    ///   - isShort: Whether two sentences are the whole rest of the article.
    init(_ template: Template, _ construct: Construct, _ place: Place, isShort: Bool, _ random: inout SeededGenerator) {
        let count = isShort ? 2 : Int.random(in: 5...9, using: &random)
        var blocks = (0..<count).map { _ in Self.sentences.randomElement(using: &random) ?? "" }.map { "<p>\($0)</p>" }
        if !isShort { blocks.insert("<h2>The second @ day</h2>", at: count / 2) }
        switch place {
        case .start: blocks.insert(construct.html, at: 0)
        case .middle: blocks.insert(construct.html, at: 1)
        case .end: blocks.append(construct.html)
        }
        let parts = template.html.split(separator: "BODY", maxSplits: 1).map(String.init)
        html = filled(parts[0], in: \.foreign)
        html += filled(blocks.joined(separator: "\n"), in: \.own)
        html += filled(parts.count > 1 ? parts[1] : "", in: \.foreign)
    }

    enum Place: CaseIterable { case start, middle, end }

    /// Puts a word of its own for each `@`, and notes it.
    private mutating func filled(_ text: String, in words: WritableKeyPath<WholePage, [String]>) -> String {
        var parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices.dropLast() {
            next += 1
            self[keyPath: words].append("word\(next)x")
            parts[index] += "word\(next)x"
        }
        return parts.joined()
    }

    private static let sentences = [
        "The baker opens the shutters @ before the street is awake, and the first trams pass with empty seats.",
        "Nobody told us that the ferry @ leaves from the other quay in winter. We waited for an hour in the rain.",
        "Der Teig blieb über Nacht im Keller, @ weil es in der Küche zu warm geworden war. Am Morgen war er doppelt so hoch.",
        "Le marché ferme à midi, @ mais les meilleurs pains sont vendus bien avant. Il faut donc se lever tôt.",
        "港町の朝は早く、@市場には新鮮な魚が並んでいます。坂の上の喫茶店からは海が見えます。",
        "Мельник показал нам @ старое колесо, которое всё ещё вертится. Вода в реке была очень холодной.",
        "أخبرنا الخباز أن العجين @ يحتاج إلى وقت أطول في الشتاء، ثم أرانا الفرن القديم.",
    ]

    /// Which words of the article its reading lacks, and which of the rest it has.
    func misread() -> (lost: [String], foreign: [String], article: ReaderArticle) {
        let document = HTMLDocument(parsing: html)
        let article = ArticleReader.read(document, url: Self.url)
        let texts = [article.body.text(in: document)] + article.captions.map { $0.text(in: document) }
        let text = texts.joined(separator: "\n")
        return (own.filter { !text.contains($0) }, foreign.filter { text.contains($0) }, article)
    }
}
