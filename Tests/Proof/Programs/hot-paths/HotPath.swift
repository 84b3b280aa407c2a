internal import ArgumentParser
internal import LarderAttributedHTML
internal import LarderAttributedText
internal import LarderBench
internal import LarderBenchSite
internal import LarderHTML
internal import LarderImaging
internal import LarderLedger
internal import LarderPageReading
internal import LarderSimulation

enum HotPath: String, CaseIterable, ExpressibleByArgument {
    /// The recipe and the article of a web page of 22 kB, and the article's HTML.
    case page
    /// All that the page stage does with a web page of 22 kB: its recipe, its article, and the article's text.
    case pageJob = "page-job"
    /// A web page of 22 kB into attributed text and its stored form.
    case text
    /// A photograph of 640 x 480 pixels into one of 320.
    case picture
    /// The five results of a recipe into the catalog.
    case commit
    /// The same, and then the three results of a recipe whose answers are unchanged.
    case unchanged
    /// A simulated cluster for 60 virtual seconds, from a seed of its own each time.
    case ledger

    /// - Returns: The time that it took without preparations.
    func run(_ count: Int) throws -> Duration {
        switch self {
        case .page: return try page(count)
        case .pageJob: return try pageJob(count)
        case .text: return try text(count)
        case .picture: return try picture(count)
        case .commit: return try commit(count, syncs: 1)
        case .unchanged: return try commit(count, syncs: 2)
        case .ledger:
            return try ContinuousClock().measure {
                for seed in 0..<count {
                    let result = Simulation.run(Scenario(seed: UInt64(seed) + 1, milliseconds: 60_000))
                    try check(result.violation == nil, "the simulation of seed \(seed + 1) failed")
                }
            }
        }
    }

    private func page(_ count: Int) throws -> Duration {
        let pages = try bodies { "/recipes/\($0).html" }
        return try ContinuousClock().measure {
            for number in 0..<count {
                let page = WebPage(HTMLDocument(parsing: pages[number % pages.count]), url: "http://bench.test/")
                try check(RecipePageReader.read(page) != nil, "a page has no recipe")
                let article = ArticleReader.read(page)
                try check(article.markup(in: page.document).utf8.count > 1000, "a page has no article")
            }
        }
    }

    private func pageJob(_ count: Int) throws -> Duration {
        let pages = try bodies { "/recipes/\($0).html" }
        let renderer = TextRenderer()
        return try ContinuousClock().measure {
            for number in 0..<count {
                let document = HTMLDocument(parsing: pages[number % pages.count])
                let page = WebPage(document, url: "http://bench.test/recipe.html")
                let article = ArticleReader.read(page)
                try check(RecipePageReader.read(page) != nil, "a page has no recipe")
                var parts = ArticlePages(of: 1)
                parts.add(article, in: document, url: "http://bench.test/recipe.html")
                let text = renderer.render(HTMLDocument(parsing: parts.markup), documentURL: article.base)
                try check(text.runsJSON.utf8.count > 1000, "a page has no text")
            }
        }
    }

    private func text(_ count: Int) throws -> Duration {
        let pages = try bodies { "/recipes/\($0).html" }
        let renderer = TextRenderer()
        return try ContinuousClock().measure {
            for number in 0..<count {
                let text = renderer.render(HTMLDocument(parsing: pages[number % pages.count]))
                try check(text.runsJSON.utf8.count > 1000, "a page has no text")
            }
        }
    }

    private func picture(_ count: Int) throws -> Duration {
        let photos = try bodies { "/photos/\($0).jpg" }
        try ImageDecoder.start()
        let decoder = ImageDecoder()
        return try ContinuousClock().measure {
            for number in 0..<count {
                let image = try decoder.decode(photos[number % photos.count])
                try check(image.variants.count == 1, "a photograph has no variant")
            }
        }
    }

    /// - Returns: The time of the last sync's commits.
    private func commit(_ count: Int, syncs: Int) throws -> Duration {
        var bench = try BenchCommit(recipes: count)
        defer { bench.finish() }
        var time = Duration.zero
        for sync in 1...syncs {
            if sync > 1 { try bench.beginSync() }
            time = .zero
            try bench.run { body in time += try ContinuousClock().measure(body) }
        }
        return time
    }

    /// What the site of a benchmark has under the paths of its first recipes, which count from 10,000.
    private func bodies(path: (Int) -> String) throws -> [[UInt8]] {
        let site = BenchSite(recipes: 8, base: "http://bench.test")
        return try (0..<8).map { number in
            guard let body = site.body(at: path(10_000 + number)) else {
                throw ValidationError("the site lacks \(path(10_000 + number))")
            }
            return body
        }
    }

    private func check(_ isGood: Bool, _ message: String) throws {
        if !isGood { throw ValidationError(message) }
    }
}
