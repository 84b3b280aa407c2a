package import LarderModel
package import LarderSourceDefinitions

/// Reads the records of one answer on its own, without the jobs that a sync would go on with.
package enum AnswerRecords {
    /// - Parameters:
    ///   - operation: `search` or `get` for recipes; `sources`, `articles`, `everything` or `top-headlines` for news.
    ///   - source: The name in URNs.
    ///   - recordID: The identifier of the request, where the answer may lack it.
    /// - Throws: ``ReadFailure``, with code `bad-request` for an operation that the kind has not.
    package static func read(
        _ answer: SourceAnswer,
        kind: SourceKind,
        operation: String,
        source: String,
        recordID: String? = nil
    ) throws(ReadFailure) -> JobEffect {
        if kind.isMapped { return try mapped(answer, kind, operation, source: source, recordID: recordID) }
        let url = answer.redactedURL
        let base = WebAddress(url) ?? WebAddress(scheme: "http", host: "localhost", port: 80, path: "/", query: nil)
        let definition = SourceDefinition(name: RecordURN.word(source), kind: kind, base: base)
        var answer = answer
        if url.isEmpty { answer.redactedURL = "(no url)" }
        let rules = StatusRules(definition: definition, answer: answer)
        var builder = EffectBuilder(definition: definition, answer: answer, version: 0)
        guard !kind.isWebsite else {
            let message = "Answers of the kind \(kind.rawValue) are web pages and lists of them."
            throw ReadFailure(.permanent, .badRequest, message)
        }
        switch (operation, kind.isNews) {
        case ("search", false):
            for item in try RecipeReader.recipes(in: RecipeErrors(rules: rules).json("the search"), rules) {
                if let recipe = RecipeRecords.recipe(item, into: &builder) { builder.add(recipe) }
            }
        case ("get", false), ("detail", false):
            let item = try RecipeReader.recipe(in: RecipeErrors(rules: rules).json("the recipe"), rules)
            if let recipe = RecipeRecords.recipe(item, id: recordID, into: &builder) { builder.add(recipe) }
        case ("sources", true), ("articles", true), ("everything", true), ("top-headlines", true), ("search", true):
            guard case .answer(let json) = try NewsErrors(rules: rules).outcome("the list") else {
                builder.note(.resultsLimit, "The API's plan gives no further results.")
                break
            }
            if operation == "sources" {
                for item in try rules.list("sources", json["sources"]) {
                    if let outlet = NewsRecords.outlet(item, into: &builder) { builder.add(outlet) }
                }
            } else {
                let outletID = json["source"]?.string
                for item in try rules.list("articles", json["articles"]) {
                    let article = NewsRecords.article(item, outletID: outletID, into: &builder)
                    if let article { builder.add(article) }
                }
            }
        default:
            let ops = kind.isNews ? "sources, articles, everything, top-headlines" : "search, get"
            throw ReadFailure(.permanent, .badRequest, "\"op\" must be one of \(ops) for the kind \(kind.rawValue).")
        }
        return builder.reading.effect
    }

    private static func mapped(
        _ answer: SourceAnswer,
        _ kind: SourceKind,
        _ operation: String,
        source: String,
        recordID: String?
    ) throws(ReadFailure) -> JobEffect {
        guard
            var definition = try? SourceDefinition.parse(
                yaml: "name: source\nkind: \(kind.rawValue)\nbase: http://localhost\n",
                file: ""
            )
        else {
            let message = "A source of the kind \(kind.rawValue) is read with its file alone."
            throw ReadFailure(.permanent, .badRequest, message)
        }
        definition.name = RecordURN.word(source)
        let work: JobSpec.Work
        switch operation {
        case "search", "filter": work = .search(SearchWork())
        case "get", "detail", "lookup": work = .record(RecordWork(recordID: recordID ?? "", itemURN: ""))
        default:
            throw ReadFailure(.permanent, .badRequest, "\"op\" must be search or get for the kind \(kind.rawValue).")
        }
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        let all = try reader.read(answer, for: JobSpec(source: definition.name, work: work)).effect
        var effect = JobEffect()
        (effect.recipes, effect.articles, effect.notes) = (all.recipes, all.articles, all.notes)
        return effect
    }
}
