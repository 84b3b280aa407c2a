import Foundation
import LarderSampleSite
import LarderWireClient
import Testing

@Suite("Food2fork answers") struct Food2ForkTests {
    private static func ids(_ answer: WireAnswer) -> [String] {
        (answer.json["recipes"] as? [[String: Any]] ?? []).compactMap { $0["recipe_id"] as? String }
    }

    /// Undoes the entities that titles are served with.
    private static func withoutEntities(_ text: String) -> String {
        let names: [Substring: String] = [
            "amp": "&", "eacute": "é", "egrave": "è", "ntilde": "ñ", "agrave": "à", "icirc": "î", "ndash": "–",
            "ldquo": "\u{201C}",
            "rdquo": "\u{201D}",
        ]
        var result = ""
        for (position, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            guard position > 0 else {
                result += part
                continue
            }
            guard let end = part.firstIndex(of: ";") else {
                result += "&" + part
                continue
            }
            let name = part[..<end]
            let isHex = name.hasPrefix("#x")
            let number = name.hasPrefix("#") ? UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) : nil
            let character = number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
            result += (names[name] ?? character ?? "?") + part[part.index(after: end)...]
        }
        return result
    }

    private static func pages(_ query: String, _ client: SiteClient) async throws -> [[String]] {
        var pages: [[String]] = []
        while true {
            let page = ids(try await client.get("/api/search?q=\(query)&page=\(pages.count + 1)"))
            guard !page.isEmpty else { return pages }
            pages.append(page)
        }
    }

    @Test func `the dish words together find every recipe, 30 a page, a few of them twice`() async throws {
        let configuration = smallSite(recipes: 500)
        let site = SampleSite(configuration: configuration)
        let found = try await withSite(configuration) { (client) async throws in
            var found: [String: [String]] = [:]
            for query in SampleSite.queries {
                let pages = try await Self.pages(query, client)
                #expect(pages.dropLast().allSatisfy { $0.count == 30 })
                found[query] = pages.flatMap { $0 }
            }
            return found
        }
        let all = Set((0..<500).map { site.recipe($0).id })
        #expect(Set(found.values.joined()) == all)
        for (query, ids) in found {
            let expected = (0..<500).map(site.recipe).filter { $0.dishes.contains(query) }.map(\.id)
            #expect(Set(ids) == Set(expected))
            #expect(ids.count > expected.count, "\(query) repeats no id")
        }
    }

    @Test(arguments: ["page=99", "page=999999999999999999999", "page=4294967296"])
    func `a page past the end is empty`(page: String) async throws {
        let answer = try await withSite(smallSite()) { try await $0.get("/api/search?q=pie&\(page)") }
        #expect(answer.status == 200)
        if page != "page=999999999999999999999" {
            #expect(answer.text == #"{"count":0,"recipes":[]}"#)
        }
    }

    @Test func `words are found in titles and ingredients, in any case, and several must all be there`() async throws {
        let configuration = smallSite()
        let site = SampleSite(configuration: configuration)
        func expected(_ words: [String]) -> Set<String> {
            Set(
                (0..<100).map(site.recipe).filter { recipe in
                    let text = ([recipe.title] + recipe.ingredients).joined(separator: " ").lowercased()
                    let present = Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
                    return words.allSatisfy(present.contains)
                }.map(\.id)
            )
        }
        let (thyme, both) = try await withSite(configuration) { (client) async throws in
            (
                try await Self.pages("THYME", client).flatMap { $0 },
                try await Self.pages("thyme,%67arlic", client).flatMap { $0 }
            )
        }
        #expect(Set(thyme) == expected(["thyme"]))
        #expect(Set(both) == expected(["thyme", "garlic"]))
        #expect(!both.isEmpty)
    }

    @Test func `a recipe comes with its ingredients, blanks and entities included`() async throws {
        let configuration = smallSite()
        let site = SampleSite(configuration: configuration)
        try await withSite(configuration) { (client) async throws in
            var sawNewline = false
            var sawBlank = false
            var sawEntity = false
            for index in 0..<40 {
                let recipe = site.recipe(index)
                let answer = try await client.get("/api/get?rId=\(recipe.id)")
                let object = try #require(answer.json["recipe"] as? [String: Any])
                #expect(object["recipe_id"] as? String == recipe.id)
                #expect(object["image_url"] as? String == client.base + recipe.imagePath)
                #expect(object["source_url"] as? String == client.base + recipe.path)
                // Foundation's reader may differ in the last digit.
                #expect(abs((object["social_rank"] as? Double ?? 0) - recipe.socialRank) < 1e-9)
                let lines = try #require(object["ingredients"] as? [String])
                #expect(
                    lines.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.starts(with: recipe.ingredients)
                )
                sawNewline = sawNewline || lines.contains { $0.hasSuffix("\n") }
                sawBlank = sawBlank || lines.contains { $0.hasPrefix(" ") }
                #expect(Self.withoutEntities(object["title"] as? String ?? "") == recipe.title)
                sawEntity = sawEntity || (object["title"] as? String)?.contains("&#") == true
            }
            #expect(sawNewline && sawBlank && sawEntity)
        }
    }

    @Test func `an unknown id gives an empty recipe, no id an error`() async throws {
        try await withSite(smallSite()) { (client) async throws in
            let unknown = try await client.get("/api/get?rId=zzz")
            #expect(unknown.status == 200)
            #expect(unknown.text == #"{"recipe":[]}"#)
            #expect(try await client.get("/api/get").status == 500)
        }
    }

    @Test func `a configured key is asked for`() async throws {
        var configuration = smallSite()
        configuration.key = "secret"
        try await withSite(configuration) { (client) async throws in
            #expect(try await client.get("/api/search?q=pie").status == 403)
            #expect(try await client.get("/api/search?q=pie&key=wrong").status == 403)
            #expect(try await client.get("/api/search?q=pie&key=secret").status == 200)
            #expect(try await client.get("/").status == 200)
        }
    }

    @Test func `the quota ends with the error of the real service`() async throws {
        var configuration = smallSite()
        configuration.apiQuota = 2
        try await withSite(configuration) { (client) async throws in
            _ = try await client.get("/api/search?q=pie")
            _ = try await client.get("/api/search?q=pie")
            #expect(try await client.get("/api/search?q=pie").text == #"{"error":"limit"}"#)
            #expect(try await client.get("/v2/sources").status == 429)
        }
    }

    @Test func `the orders by rating and by trend differ`() async throws {
        try await withSite(smallSite()) { (client) async throws in
            let rating = try await client.get("/api/search?q=&sort=r")
            let ranks = (rating.json["recipes"] as? [[String: Any]] ?? []).compactMap { $0["social_rank"] as? Double }
            #expect(ranks.count == 30)
            #expect(ranks == ranks.sorted(by: >))
            #expect(Self.ids(rating) != Self.ids(try await client.get("/api/search?q=&sort=t")))
        }
    }
}
