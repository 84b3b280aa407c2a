internal import LarderModel

/// The content of a site as a pure function of its configuration.
struct SampleCatalog: Sendable {
    /// 2026-01-01T00:00:00Z: nothing of a site is younger, apart from its revisions.
    static let epoch = 1_767_225_600
    private static let hexMultiplier: UInt32 = 0x2F_1A4D
    private static let day = 86_400

    let seed: UInt64
    let recipeCount: Int
    let articleCount: Int
    let revision: Int
    let changesPerRevision: Int
    private let hexOffset: UInt32
    private let hexInverse: UInt32
    private let decimalOffset: Int

    init(configuration: SampleSite.Configuration) {
        seed = configuration.seed
        recipeCount = configuration.recipes
        articleCount = configuration.articles
        revision = configuration.revision
        changesPerRevision = configuration.changesPerRevision
        var generator = SeededGenerator(seed: configuration.seed, stream: .identity, index: 0)
        hexOffset = UInt32(generator.below(1 << 24))
        decimalOffset = 10_007 + generator.below(20_000)
        // Newton's iteration doubles the correct bits of an inverse modulo a power of two.
        var inverse = Self.hexMultiplier
        for _ in 0..<5 { inverse = inverse &* (2 &- Self.hexMultiplier &* inverse) }
        hexInverse = inverse
    }

    // MARK: Identity

    /// Six hex digits for about a third of the recipes, where they hold a letter; decimal for the others.
    func recipeID(_ index: Int) -> String {
        let scattered = (UInt32(index) &* Self.hexMultiplier &+ hexOffset) & 0xFF_FFFF
        let hex = String(scattered, radix: 16)
        guard SeededGenerator.mix(seed ^ UInt64(index)) % 3 == 0, Self.hasLetter(hex) else {
            return String(decimalOffset + index * 3)
        }
        return String(repeating: "0", count: 6 - hex.utf8.count) + hex
    }

    private static func hasLetter(_ id: String) -> Bool { id.utf8.contains { $0 >= UInt8(ascii: "a") } }

    func recipeIndex(ofID id: String) -> Int? {
        guard id.utf8.count <= 9 else { return nil }
        let index: Int
        if Self.hasLetter(id) {
            guard id.utf8.count == 6, let scattered = UInt32(id, radix: 16) else { return nil }
            index = Int((scattered &- hexOffset) &* hexInverse & 0xFF_FFFF)
        } else {
            guard let number = Int(id), number >= decimalOffset else { return nil }
            index = (number - decimalOffset) / 3
        }
        return index < recipeCount && recipeID(index) == id ? index : nil
    }

    /// The position of the article with a slug, which ends in `-<position>`.
    func articleIndex(ofSlug slug: String) -> Int? {
        let index = slug.split(separator: "-").last.flatMap { Int($0) } ?? -1
        return 0..<articleCount ~= index && article(index, isWhole: false).slug == slug ? index : nil
    }

    // MARK: Revisions

    /// The last revision that altered a recipe, 0 for none.
    func version(ofRecipe index: Int) -> Int {
        guard revision > 0, changesPerRevision > 0 else { return 0 }
        return (1...revision).last { isAltered(index, in: $0) } ?? 0
    }

    /// Each revision alters a run of neighbours on a circle whose start the seed chooses.
    private func isAltered(_ index: Int, in step: Int) -> Bool {
        var generator = SeededGenerator(seed: seed, stream: .revision, index: step)
        let start = generator.below(recipeCount)
        return (index - start + recipeCount) % recipeCount < changesPerRevision
    }

    /// When the site as a whole last changed, seconds since 1970.
    var modified: Int { Self.epoch + revision * Self.day }

    func published(ofRecipe index: Int) -> Int {
        Self.epoch - 3_600 * (1 + Int(SeededGenerator.mix(seed &+ UInt64(index) &* 31) % 20_000))
    }

    func modified(ofRecipe index: Int) -> Int {
        let version = version(ofRecipe: index)
        return version > 0 ? Self.epoch + version * Self.day : published(ofRecipe: index)
    }

    func published(ofArticle index: Int) -> Int {
        Self.epoch - 60 * (1 + Int(SeededGenerator.mix(seed &+ UInt64(index) &* 77) % 40_000))
    }

    // MARK: Dishes

    /// The positions in ``SampleSite/queries`` of a recipe's dish words, the last word of its title first.
    func dishes(ofRecipe index: Int) -> (first: Int, second: Int?) {
        let hash = SeededGenerator.mix(seed &* 0x9E37_79B9 &+ UInt64(index))
        let count = UInt64(SampleSite.queries.count)
        let first = Int(hash % count)
        guard (hash >> 16) % 9 == 0 else { return (first, nil) }
        let second = (first + 1 + Int((hash >> 32) % (count - 1))) % Int(count)
        return (first, second)
    }

    // MARK: Pictures

    func pictureKey(ofRecipe index: Int) -> PictureKey {
        let version = index % 2 == 0 ? version(ofRecipe: index) : 0
        let dish = dishes(ofRecipe: index).first
        return PictureKey(name: recipeID(index), slot: index, dish: dish, version: version, seed: seed)
    }

    func pictureKey(ofArticle index: Int) -> PictureKey {
        PictureKey(name: "news-\(index)", slot: index &* 7 &+ 3, dish: nil, version: 0, seed: seed)
    }

    /// The path of a news source's logo: the picture of its first article that has one.
    func logo(of source: NewsSource) -> String? {
        (0..<articleCount).first { self.source(ofArticle: $0).id == source.id && hasPicture(article: $0) }
            .map { "/image/" + pictureKey(ofArticle: $0).fileName }
    }

    func hasPicture(article index: Int) -> Bool {
        SeededGenerator.mix(seed &+ UInt64(index) &* 131) % 11 != 0
    }
}
