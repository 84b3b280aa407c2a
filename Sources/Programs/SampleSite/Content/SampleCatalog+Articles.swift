internal import LarderModel

extension SampleCatalog {
    func article(_ index: Int) -> SampleArticle {
        precondition(index >= 0 && index < articleCount, "There is no article \(index): the site has \(articleCount).")
        var generator = SeededGenerator(seed: seed, stream: .article, index: index)
        let subject = generator.pick(Words.newsSubjects)
        let verb = generator.pick(Words.newsVerbs)
        let object = generator.pick(Words.newsObjects)
        let tail = generator.pick(Words.newsTails)
        let title = [subject, verb, object, tail].filter { !$0.isEmpty }.joined(separator: " ")
        let teaser = "\(subject) \(verb) \(object). " + generator.pick(Words.sentences)
        let author = Self.author(&generator)
        let paragraphs = (0..<generator.number(3...9)).map { _ in
            (0..<generator.number(2...6)).map { _ in generator.pick(Words.sentences) }.joined(separator: " ")
        }
        return SampleArticle(
            index: index,
            slug: Markup.slug(title) + "-\(index)",
            title: title,
            author: author,
            teaser: teaser,
            paragraphs: paragraphs,
            sourceID: source(ofArticle: index).id,
            published: published(ofArticle: index),
            imagePath: hasPicture(article: index) ? "/image/" + pictureKey(ofArticle: index).fileName : nil
        )
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
        func name() -> String { generator.pick(Words.firstNames) + " " + generator.pick(Words.lastNames) }
        switch generator.below(8) {
        case 0, 1: return nil
        case 2: return "https://people.example/" + generator.pick(Words.firstNames).lowercased().filter(\.isASCII)
        case 3: return [name(), name(), name()].joined(separator: ", ")
        default: return name()
        }
    }
}
