import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// Reads a source's lists and items without a network: each request is answered by a closure.
struct ListWalk {
    private(set) var requests: [SourceRequest] = []
    private(set) var articles: [Article] = []
    private(set) var recipes: [Recipe] = []
    private(set) var notes: [JobNote] = []
    private(set) var failures: [ReadFailure] = []

    /// The ids of the items, in the order in which they were found, each once.
    var ids: [String] {
        var seen: Set<String> = []
        return (articles.map(\.urn) + recipes.map(\.urn)).compactMap { urn in
            seen.insert(urn).inserted ? urn.split(separator: ":").last.map { String($0) } : nil
        }
    }

    var urls: [String] { requests.map(\.url) }
    var noteCodes: [String] { notes.map(\.code) }

    /// - Parameter first: The jobs to begin with; nil: the source's own.
    init(
        _ definition: SourceDefinition,
        key: String? = nil,
        first: [FoundJob]? = nil,
        _ respond: (SourceRequest) throws -> SourceAnswer
    ) throws {
        let reader = SourceReaders.reader(for: definition, apiKey: key)
        var jobs = first ?? reader.firstJobs()
        var done: Set<JobURN> = []
        while !jobs.isEmpty, requests.count < 200 {
            let job = jobs.removeFirst()
            guard [.search, .discover, .detail].contains(job.spec.kind), job.page == nil, done.insert(job.urn).inserted
            else { continue }
            let request = try reader.request(for: job.spec)
            requests.append(request)
            var answer = try respond(request)
            answer.redactedURL = request.redactedURL
            do throws(ReadFailure) {
                let effect = try reader.read(answer, for: job.spec).effect
                articles += effect.articles
                recipes += effect.recipes
                notes += effect.notes
                jobs += effect.found
            } catch {
                failures.append(error)
            }
        }
    }
}

/// A list of made-up dishes that an API gives in pages.
struct DishList {
    let count: Int
    let size: Int

    /// The items of a part, as JSON.
    func items(_ start: Int, _ length: Int? = nil) -> String {
        let range = max(0, min(start, count))..<max(0, min(start + (length ?? size), count))
        let items = range.map { #"{"id": \#($0 + 1), "name": "Dish \#($0 + 1)", "at": "2026-01-02"}"# }
        return "[\(items.joined(separator: ","))]"
    }

    var ids: [String] { (1...count).map { "\($0)" } }
    var pages: Int { (count + size - 1) / size }

    static func definition(_ more: String) throws -> SourceDefinition {
        try Samples.definition(
            "name: dishes\nkind: json\nbase: http://dishes.test\nfields: {id: /id, title: /name}\n" + more
        )
    }
}

extension SourceRequest {
    /// The value of a parameter of the query.
    func parameter(_ name: String) -> String? {
        let pairs = (WebAddress(url)?.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        return pairs.first { $0.first.map { String($0) } == name }.flatMap { $0.count > 1 ? String($0[1]) : "" }
    }

    func number(_ name: String, _ missing: Int) -> Int { parameter(name).flatMap { Int($0) } ?? missing }
}
