internal import LarderModel

extension SampleCatalog {
    /// - Parameter isWhole: False leaves out the paragraphs, for lists of articles.
    func article(_ index: Int, isWhole: Bool = true) -> SampleArticle {
        precondition(index >= 0 && index < articleCount, "There is no article \(index): the site has \(articleCount).")
        var generator = SeededGenerator(seed: seed, stream: .article, index: index)
        let subject = generator.pick(Words.newsSubjects)
        let verb = generator.pick(Words.newsVerbs)
        let object = generator.pick(Words.newsObjects)
        let tail = generator.pick(Words.newsTails)
        let title = [subject, verb, object, tail].filter { !$0.isEmpty }.joined(separator: " ")
        let teaser = "\(subject) \(verb) \(object). " + generator.pick(Words.sentences)
        let author = Self.author(&generator)
        let people = (0..<2).map { _ in Self.name(&generator) }
        let paragraphs = isWhole ? Self.paragraphs(subject: subject, object: object, people, &generator) : []
        return SampleArticle(
            index: index,
            slug: Markup.slug(title) + "-\(index)",
            title: title,
            author: author,
            teaser: teaser,
            paragraphs: paragraphs,
            quote: generator.pick(NewsPatterns.quotes),
            speaker: people[0],
            heading: generator.pick(NewsPatterns.headings),
            caption: generator.oneIn(3) ? nil : generator.pick(NewsPatterns.captions),
            sourceID: source(ofArticle: index).id,
            published: published(ofArticle: index),
            imagePath: hasPicture(article: index) ? "/image/" + pictureKey(ofArticle: index).fileName : nil
        )
    }

    private static func paragraphs(
        subject: String,
        object: String,
        _ people: [String],
        _ generator: inout SeededGenerator
    ) -> [String] {
        let who = NewsPatterns.definite(subject)
        let whoFirst = NewsPatterns.definite(subject, isFirst: true)
        let what = NewsPatterns.definite(object)
        let start = generator.below(Words.sentences.count)
        var sentences = 0
        let patterns = TextPattern.some(NewsPatterns.paragraphs, count: generator.number(5...9), &generator)
        return patterns.map { pattern in
            pattern.filled(&generator) { gap in
                switch gap {
                case "w": return who
                case "W": return whoFirst
                case "o": return what
                case "n": return people[0]
                case "k": return people[1]
                default:
                    sentences += 1
                    return Words.sentences[(start + sentences * 5) % Words.sentences.count]
                }
            }
        }
    }

    /// The source that an article belongs to.
    func source(ofArticle index: Int) -> NewsSource {
        let position = SeededGenerator.mix(seed &+ 0xA57 &+ UInt64(index) &* 0x101) % UInt64(NewsSource.all.count)
        return NewsSource.all[Int(position)]
    }

    /// Whether the API leaves the article's `source.id` null.
    func hidesSource(ofArticle index: Int) -> Bool {
        SeededGenerator.mix(seed &+ 0x501 &+ UInt64(index)) % 9 == 0
    }

    private static func author(_ generator: inout SeededGenerator) -> String? {
        switch generator.below(8) {
        case 0, 1: return nil
        case 2: return "https://people.example/" + generator.pick(Words.firstNames).lowercased().filter(\.isASCII)
        case 3: return (0..<3).map { _ in name(&generator) }.joined(separator: ", ")
        default: return name(&generator)
        }
    }

    private static func name(_ generator: inout SeededGenerator) -> String {
        generator.pick(Words.firstNames) + " " + generator.pick(Words.lastNames)
    }
}
