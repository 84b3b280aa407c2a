internal import LarderModel
internal import LarderSourceDefinitions

/// The sources that need no file.
extension SourceRegistry {
    package static let sampleNames = ["sample", "sample-news"]
    /// The sample's address, whatever port it gets: content must not depend on a port.
    static let sampleBase = "http://sample.larder.test"

    package static let builtInNames = sampleNames + publicYAML.keys.sorted()

    /// The requested sources that the coordinator itself serves; a YAML file is never served, whatever its name.
    package static func builtIn(_ names: [String]) -> Set<String> {
        Set(names.isEmpty ? sampleNames : names.filter { sampleYAML[$0] != nil })
    }

    /// Whether the base is the built-in sample's, whatever the source's name.
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

    /// Public APIs; a YAML file of the same name takes precedence.
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
