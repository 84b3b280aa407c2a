import Testing

/// A folder of a site: recipes are proposed alone only where no other folder was named.
@Suite("Section proposals") struct SectionProposalTests {
    @Test func `a section that was named is taken beside the recipes of its site`() async throws {
        var site = ProposedSite()
        let recipe = """
            <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe", "name": "Stew",
            "recipeIngredient": ["2 onions", "1 l water"], "recipeInstructions": "Cook it."}</script>
            """
        let recipes = (1...9).map { "/recipe/r\($0)" }
        let news = (1...9).map { "/news/n\($0)" }
        for (number, path) in recipes.enumerated() { site.serve(item: path, number, head: recipe) }
        for (number, path) in news.enumerated() { site.serve(item: path, number) }
        site.serve("/news", title: "News", main: ProposedSite.cards(news))
        site.serve("/", title: "Stew", main: ProposedSite.cards(recipes))
        site.serve(sitemap: ["/", "/news"] + recipes + news)
        let named = try await site.proposal("/news").yaml
        #expect(try site.taken(by: named).isSuperset(of: news), "\(named)")
        let whole = try await site.proposal("/").yaml
        #expect(try site.taken(by: whole).isDisjoint(with: news), "\(whole)")
        #expect(whole.contains("add to `include` what you want of these"), "\(whole)")
    }
}
