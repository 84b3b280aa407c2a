import Larder
import LarderFixtures
import LarderModel
import LarderPages
import LarderViewer
import Testing

@Suite("Ingredients of a step") struct RecipeStepTests {
    @Test(arguments: [
        ("Toast the ground coriander.", [0]), ("Scatter the fresh coriander over it.", [1]),
        ("Add the coriander leaves.", [1]), ("Stir in the coriander.", [0, 1]), ("Fry the onions.", [2]),
        ("Serve.", []),
    ])
    func `a word that several lines have means the one that fits what stands around it`(
        text: String,
        ingredients: [Int]
    ) async throws {
        let fixture = try LarderFixture()
        try fixture.add([
            recipe(1, "Soup") {
                $0.ingredients = [
                    Ingredient(text: "1 tsp ground coriander", quantity: 1, unit: "tsp", name: "ground coriander"),
                    Ingredient(text: "fresh coriander leaves, to serve", name: "fresh coriander leaves, to serve"),
                    Ingredient(text: "2 onions", quantity: 2, name: "onions"),
                ]
                $0.steps = [RecipeStep(text: text)]
            }
        ])
        let viewer = Viewer(try await fixture.open(), addresses: .served, hasStatus: true)
        let steps = try await viewer.read { try $0.recipe("recipe:sample:1")?.steps }
        #expect(steps?.first?.ingredients == ingredients)
    }
}
