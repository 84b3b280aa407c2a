internal import LarderModel
internal import LarderSourceDefinitions

/// The sources that need no file.
extension SourceRegistry {
    /// The names of the built-in sample's two halves.
    package static let sampleNames = ["sample", "sample-news"]
    /// The address under which the built-in sample is known, whatever port it gets: content must not depend on a port.
    static let sampleBase = "http://sample.larder.test"

    /// The names of all built-in sources.
    package static let builtInNames = sampleNames + publicYAML.keys.sorted()

    /// The named sources that the coordinator itself serves; a file is never served, whatever name and base it holds.
    package static func builtIn(_ names: [String]) -> Set<String> {
        Set(names.isEmpty ? sampleNames : names.filter { sampleYAML[$0] != nil })
    }

    /// Whether it is one of the built-in sample's halves, under whatever name.
    static func isSample(_ definition: SourceDefinition) -> Bool { definition.base == WebAddress(sampleBase) }

    static let sampleYAML = [
        "sample": """
        name: sample
        kind: food2fork
        base: \(sampleBase)
        queries: [pasta, soup, salad, curry, pie, stew, cake, pizza]
        politeness: {concurrency: 64}
        own: true
        """,
        "sample-news": """
        name: sample-news
        kind: newsapi-v2
        base: \(sampleBase)
        politeness: {concurrency: 64}
        own: true
        """,
    ]

    /// Public APIs; a file of the same name comes before them.
    static let publicYAML = [
        "forkify": """
        name: forkify
        kind: forkify-v2
        base: https://forkify-api.herokuapp.com
        queries: [pizza, pasta, soup, salad]
        politeness: {concurrency: 2, delay: 1s}
        """,
        "newsapi": """
        name: newsapi
        kind: newsapi-v2
        base: https://newsapi.org
        key: {environment: NEWS_API_KEY}
        language: en
        politeness: {concurrency: 1, delay: 1s}
        """,
    ]
}
