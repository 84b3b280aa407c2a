internal import LarderModel
import LarderProtocol

/// The extracting stage on its own: one line of JSON in, one line of JSON out.
///
/// In: `{"kind": <SourceKind>, "op": <operation>, "body": <text or JSON>}` and, as one likes, `"url"` (where the body came
/// from, which relative image URLs start at), `"status"` (200), `"source"` (the name in URNs; the kind) and `"id"` (any
/// value, given back).
///
/// Operations: `search` and `get` for recipes, `sources`, `articles`, `everything` and `top-headlines` for news.
///
/// Out: `{"recipes": [], "articles": [], "outlets": [], "notes": []}`, or `{"error": {"code", "class", "message"}}`.
///
/// A recipe's web page comes as `{"html", "url", "site"}` instead and gives its fields: `title`, `ingredients`,
/// `instructions`, `total_time`, `prep_time`, `cook_time` (minutes), `yields`, `image`, `author`, `canonical_url`,
/// `language`, `nutrients`, `ratings`, `ratings_count`, `category`, `cuisine`, `keywords`, `description`.
public enum ExtractLines {
    /// The answer to one line, without a line end.
    ///
    /// Never traps, whatever the line.
    public static func answer(line: String) -> String {
        let request: JSONValue
        do throws(JSONError) {
            request = try JSONParser.parse(Array(line.utf8), maxDepth: SourceLimits.maxJSONDepth + 4)
        } catch {
            return failure("bad-request", "permanent", "The line is no JSON: \(error).", nil)
        }
        let id = request["id"]
        guard request.members != nil else {
            return failure("bad-request", "permanent", "The line is no JSON object.", nil)
        }
        if let html = request["html"]?.string {
            return PageJSON.answer(html: html, url: request["url"]?.string ?? "", site: request["site"], id: id)
        }
        let kinds = SourceKind.allCases.map(\.rawValue)
        guard let kind = request["kind"]?.string.flatMap(SourceKind.init(rawValue:)) else {
            return failure("bad-request", "permanent", "\"kind\" must be one of \(kinds.joined(separator: ", ")).", id)
        }
        let body: [UInt8]
        switch request["body"] {
        case .string(let text): body = Array(text.utf8)
        case .object, .array: body = Array((request["body"] ?? .null).json.utf8)
        default: return failure("bad-request", "permanent", "\"body\" must be the answer's text or JSON.", id)
        }
        do throws(ReadFailure) {
            return try records(kind, request, body, id)
        } catch {
            return failure(error.code.rawValue, error.failureClass.name, error.message, id)
        }
    }

    private static func records(
        _ kind: SourceKind,
        _ request: JSONValue,
        _ body: [UInt8],
        _ id: JSONValue?
    ) throws(ReadFailure) -> String {
        let url = request["url"]?.string ?? ""
        let base = WebAddress(url) ?? WebAddress(scheme: "http", host: "localhost", port: 80, path: "/", query: nil)
        let name = Names.word(request["source"]?.string ?? kind.rawValue)
        let definition = SourceDefinition(name: name, kind: kind, base: base)
        let answer = SourceAnswer(
            status: request["status"]?.integer ?? 200,
            body: body,
            contentType: "application/json",
            redactedURL: url.isEmpty ? "(no url)" : url
        )
        let rules = StatusRules(definition: definition, answer: answer)
        var builder = EffectBuilder(definition: definition, answer: answer, version: 0)
        let op = request["op"]?.string ?? ""
        switch (op, kind.isNews) {
        case ("search", false):
            for item in try RecipeReader.recipes(in: RecipeErrors(rules: rules).json("the search"), rules) {
                if let recipe = RecipeRecords.recipe(item, into: &builder) { builder.add(recipe) }
            }
        case ("get", false), ("detail", false):
            let item = try RecipeReader.recipe(in: RecipeErrors(rules: rules).json("the recipe"), rules)
            let asked = request["recordId"]?.text
            if let recipe = RecipeRecords.recipe(item, id: asked, into: &builder) { builder.add(recipe) }
        case ("sources", true), ("articles", true), ("everything", true), ("top-headlines", true), ("search", true):
            guard case .answer(let json) = try NewsErrors(rules: rules).outcome("the list") else {
                builder.note(.resultsLimit, "The API's plan gives no further results.")
                break
            }
            try news(op == "sources", json, rules, &builder)
        default:
            let ops = kind.isNews ? "sources, articles, everything, top-headlines" : "search, get"
            throw ReadFailure(.permanent, .badRequest, "\"op\" must be one of \(ops) for the kind \(kind.rawValue).")
        }
        return RecordJSON.line(builder.reading.effect, id: id)
    }

    private static func news(
        _ isSources: Bool,
        _ json: JSONValue,
        _ rules: StatusRules,
        _ builder: inout EffectBuilder
    ) throws(ReadFailure) {
        if isSources {
            for item in try NewsReader.list("sources", in: json, rules) {
                if let outlet = NewsRecords.outlet(item, into: &builder) { builder.add(outlet) }
            }
        } else {
            for item in try NewsReader.list("articles", in: json, rules) {
                let article = NewsRecords.article(item, outletID: json["source"]?.string, into: &builder)
                if let article { builder.add(article) }
            }
        }
    }

    static func failure(_ code: String, _ failureClass: String, _ message: String, _ id: JSONValue?) -> String {
        let error = JSONValue.object([
            JSONMember(name: "code", value: .string(code)), JSONMember(name: "class", value: .string(failureClass)),
            JSONMember(name: "message", value: .string(message)),
        ])
        return JSONValue.object(
            (id.map { [JSONMember(name: "id", value: $0)] } ?? []) + [JSONMember(name: "error", value: error)]
        )
        .json
    }
}

extension ReadFailure.Class {
    /// `retryable`, `permanent` or `throttled`.
    public var name: String {
        switch self {
        case .retryable: "retryable"
        case .permanent: "permanent"
        case .throttled: "throttled"
        }
    }
}
