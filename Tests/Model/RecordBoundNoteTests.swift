import LarderModel
import Testing

/// What was left out is told by the address or the title that people know.
@Suite("Notes on what is over a bound") struct RecordBoundNoteTests {
    @Test func `a note names the page, and without one the URN`() {
        let urn = "text:s:1:body"
        let named = JobNote(over: .textPages, of: urn, leftOut: nil, named: "http://a.test/1")
        #expect(named.message == "http://a.test/1 is over the bound on text pages, 16: the rest was left out.")
        #expect(named.urn == urn)
        #expect(JobNote(over: .textPages, of: urn, leftOut: nil).message.hasPrefix("text:s:1:body is over"))
    }

    @Test func `a record that is cut is named by its address, else by its title`() {
        let long = (0...RecordBound.steps.limit).map { RecipeStep(text: "Stir \($0).") }
        var recipes = ["http://a.test/1", nil].enumerated().map { number, url in
            Recipe(urn: "recipe:s:\(number)", recordID: "", title: "Soup \(number)", sourceURL: url)
        }
        for index in recipes.indices { recipes[index].steps = long }
        var effect = JobEffect()
        effect.recipes = recipes
        effect.bound(of: "detail:s:0")
        let names = ["http://a.test/1", "Soup 1"]
        let told = effect.notes.map { String($0.message.prefix { $0 != "," }) }
        #expect(told == names.map { "\($0) is over the bound on steps" })
        #expect(effect.notes.map(\.urn) == ["recipe:s:0", "recipe:s:1"])
    }
}
