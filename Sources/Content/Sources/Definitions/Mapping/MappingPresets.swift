internal import LarderModel

/// The mappings of public APIs that are kinds of their own.
enum MappingPresets {
    /// A kind's mapping; nil: its file brings it.
    static func mapping(of kind: SourceKind, base: WebAddress, hasKey: Bool) -> SourceMapping? {
        guard let yaml = yaml(of: kind, base: base, hasKey: hasKey) else { return nil }
        let reading = FileReading(file: kind.rawValue)
        reading.kind = .json
        var definition = SourceDefinition(name: kind.rawValue, kind: .json, base: base)
        guard let root = try? YAMLDocument(yaml: yaml, file: kind.rawValue).root(reading) else { return nil }
        root.read(SourceDefinition.mappingKeys, into: &definition)
        definition.mapping?.isBuiltIn = true
        definition.mapping?.written = [:]
        return definition.mapping
    }

    private static func yaml(of kind: SourceKind, base: WebAddress, hasKey: Bool) -> String? {
        switch kind {
        case .theMealDB:
            // The key stands in the path; "1" is public, for tests.
            let root = base.path.contains("/api/json/") ? "" : "/api/json/" + (hasKey ? "v2/{key}" : "v1/1")
            return mealDB.replacing("ROOT", with: root)
        case .spoonacular: return spoonacular
        default: return nil
        }
    }

    private static let mealDB = """
        queries-from: {path: "ROOT/list.php", params: {c: list}, items: /meals/*/strCategory}
        list: {path: "ROOT/filter.php", params: {c: "{query}"}}
        items: /meals
        detail: {path: "ROOT/lookup.php", params: {i: "{id}"}, item: /meals/0}
        fields:
          id: /idMeal
          title: /strMeal
          url: /strSource
          image: /strMealThumb
          instructions: /strInstructions
          categories: /strCategory
          cuisines: /strArea
          tags: /strTags
          videos: /strYoutube
          ingredients: {name: "/strIngredient{1..20}", amount: "/strMeasure{1..20}"}
        """

    private static let spoonacular = """
        list:
          path: /recipes/complexSearch
          params: {query: "{query}", addRecipeInformation: true, fillIngredients: true}
        items: /results
        paging: {offset: offset, size: number=100, total: /totalResults}
        max-pages: 10
        detail: {path: "/recipes/{id}/information", unless: /extendedIngredients}
        error: {when: {/status: failure}, message: /message, code: /code}
        fields:
          id: /id
          title: /title
          url: [/sourceUrl, /spoonacularSourceUrl]
          image: /image
          summary: /summary
          author: /creditsText
          outlet: /sourceName
          instructions: [/analyzedInstructions/*/steps/*/step, /instructions]
          yields: /servings
          total-time: /readyInMinutes
          prep-time: /preparationMinutes
          cook-time: /cookingMinutes
          categories: /dishTypes
          cuisines: /cuisines
          tags: /diets
          ingredients:
            text: /extendedIngredients/*/original
            amount: /extendedIngredients/*/amount
            unit: /extendedIngredients/*/unit
            name: /extendedIngredients/*/name
        """
}
