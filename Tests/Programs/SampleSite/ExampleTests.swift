import Testing

@testable import LarderSampleSite

@Suite("Examples") struct ExampleTests {
    /// README and `coordinator why --help` name it as detail:sample:22526.
    @Test func `the recipe that the documentation names is in the sample of 500 recipes`() {
        let site = SampleSite(configuration: .init(recipes: 500, articles: 200))
        #expect(site.catalog.recipeIndex(ofID: "22526") != nil)
    }
}
