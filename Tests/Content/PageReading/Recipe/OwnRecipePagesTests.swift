import Foundation
import LarderLineFilters
import LarderTestSupport
import Testing

/// The pages of `Tests/Corpus/recipes`, read as `worker extract` reads them.
@Suite("Own recipe pages") struct OwnRecipePagesTests {
    private func object(_ bytes: [UInt8]) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    }

    static let names = [
        "json-ld", "microdata", "rdfa", "sections", "broken-json", "one-string", "lost-line-ends", "amounts-beside",
        "h-recipe",
        "hrecipe", "data-vocabulary", "plugin-card", "plain-english", "plain-german", "plain-table", "no-recipe",
        "many-recipes",
    ]

    @Test(arguments: names)
    func `a recipe page gives the fields written beside it`(_ name: String) throws {
        let html = String(decoding: try SharedCorpus.ownBytes("recipes/\(name).html"), as: UTF8.self)
        let request = ["html": html, "url": "http://kitchen.example/recipes/\(name).html"]
        let line = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        #expect(
            try object(Array(ExtractLines.answer(line: line).utf8))
                == object(SharedCorpus.ownBytes("recipes/\(name).json"))
        )
    }
}
