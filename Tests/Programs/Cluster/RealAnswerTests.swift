import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// Answers through the whole cluster, compared field by field with what Foundation reads out of them.
    @Suite("Answers in the catalog") struct RealAnswerTests {
        private func yaml(_ kind: String, _ port: Int, _ more: String) -> String {
            """
            name: real
            kind: \(kind)
            base: http://127.0.0.1:\(port)
            pages: false
            images: false
            retry: {attempts: 3, base: 5ms, cap: 20ms}
            \(more)
            """
        }

        @Test(arguments: Corpus.all) func `food2fork's recipes are in the catalog as the API gave them`(corpus: Corpus)
            async throws
        {
            let page = try corpus.object("food2fork/search")
            let listed = try #require(page["recipes"] as? [[String: Any]])
            let whole = try #require(try corpus.object("food2fork/get")["recipe"] as? [String: Any])
            // Of each listed recipe, the record that `get` gives: the list's fields and the other answer's ingredients.
            var records: [String: [String: Any]] = [:]
            var answers: [String: String] = [:]
            for entry in listed {
                let id = try #require(entry["recipe_id"] as? String)
                var record = entry
                record["ingredients"] = whole["ingredients"]
                record["title"] = "\(try #require(entry["title"] as? String)) &amp; caf&eacute;"
                records[id] = record
                answers[id] = try Corpus.text(["recipe": record])
            }
            let search = try corpus.text("food2fork/search")
            let none = try corpus.text("food2fork/none")
            try await Scratch.with { scratch in
                try await AnsweringServer.with { [answers] path, query in
                    switch path {
                    case "/api/search" where query["key"] == "s3cret": .json(query["page"] == "1" ? search : none)
                    case "/api/get" where query["key"] == "s3cret":
                        answers[query["rId"] ?? ""].map { .json($0) } ?? .json(#"{"recipe": []}"#)
                    default: .json(#"{"error": "invalid key"}"#, status: 403)
                    }
                } _: { server in
                    let more = "queries: [chicken]\nkey: {environment: PANTRY_KEY}"
                    let larder = TestLarder(
                        scratch,
                        sources: [try scratch.write(yaml("food2fork", server.port, more), to: "real.yaml")]
                    )
                    let run = try await larder.sync(environment: ["PANTRY_KEY": "s3cret"])
                    #expect(run.end == .exited(0), "\(run)")
                    try expectRecipes(Array(records.values), in: larder)
                    try await larder.expectWhole()
                    #expect(!run.output.contains("s3cret") && !run.errors.contains("s3cret"), "\(run)")
                    let dump = try catalogText(larder)
                    #expect(!dump.contains("s3cret"), "the key is in the catalog")
                    let requests = server.targets
                    #expect(requests.filter { $0.hasPrefix("/api/get") }.count == listed.count)
                    #expect(requests.filter { $0.hasPrefix("/api/search") }.count == 2)
                }
            }
        }

        @Test(arguments: Corpus.all) func `forkify's recipes of version 1 are in the catalog as the API gave them`(
            corpus: Corpus
        ) async throws {
            let listed = try #require(
                try corpus.object("forkify/v1_search")["recipes"] as? [[String: Any]]
            )
            var answers: [String: String] = [:]
            var records: [[String: Any]] = []
            for entry in listed {
                var record = entry
                record["ingredients"] = ["4 1/2 cups flour", " 1 3/4 teaspoons salt\n", "1/4 cup olive oil"]
                records.append(record)
                answers[try #require(entry["recipe_id"] as? String)] = try Corpus.text(["recipe": record])
            }
            let search = try corpus.text("forkify/v1_search")
            try await Scratch.with { scratch in
                try await AnsweringServer.with { [answers] path, query in
                    switch (path, query["q"]) {
                    case ("/api/search", "pizza"): .json(search)
                    case ("/api/search", _): .json(#"{"error": "Couldn't find recipe with that name"}"#, status: 400)
                    case ("/api/get", _): answers[query["rId"] ?? ""].map { .json($0) } ?? .json("{}", status: 400)
                    default: .json("{}", status: 404)
                    }
                } _: { server in
                    let text = yaml("forkify-v1", server.port, "queries: [pizza, sawdust]")
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "real.yaml")])
                    try await larder.syncedWhole()
                    try expectRecipes(records, in: larder)
                    try await larder.expectWhole()
                }
            }
        }

        @Test(arguments: Corpus.all) func `NewsAPI 1's outlets and articles are in the catalog as the API gave them`(
            corpus: Corpus
        ) async throws {
            let outlets = try #require(try corpus.object("newsapi-v1/sources")["sources"] as? [[String: Any]])
            let names = [
                corpus == .own ? "morning-post" : "bbc-news": "newsapi-v1/articles_1",
                corpus == .own ? "evening-star" : "abc-news-au": "newsapi-v1/articles_2",
            ]
            var articles: [[String: Any]] = []
            var answers: [String: String] = [:]
            for (outlet, name) in names {
                var answer = try corpus.object(name)
                answer["source"] = outlet
                answers[outlet] = try Corpus.text(answer)
                for article in try #require(answer["articles"] as? [[String: Any]]) {
                    articles.append(article.merging(["outletID": outlet]) { old, _ in old })
                }
            }
            let list = try corpus.text("newsapi-v1/sources")
            try await Scratch.with { scratch in
                try await AnsweringServer.with { [answers] path, query in
                    switch path {
                    case "/v1/sources": .json(list)
                    case "/v1/articles" where query["sortBy"] == "top":
                        .json(answers[query["source"] ?? ""] ?? #"{"status": "ok", "source": "x", "articles": []}"#)
                    default: .json(#"{"status": "error", "code": "parametersMissing", "message": "no"}"#, status: 400)
                    }
                } _: { server in
                    let text = yaml("newsapi-v1", server.port, "")
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "real.yaml")])
                    try await larder.syncedWhole()
                    try expectOutlets(outlets, in: larder)
                    try expectArticles(articles, in: larder)
                    try await larder.expectWhole()
                }
            }
        }

        @Test(arguments: Corpus.all) func `NewsAPI 2's outlets and articles are in the catalog as the API gave them`(
            corpus: Corpus
        ) async throws {
            let outlets = try #require(try corpus.object("newsapi-v2/sources")["sources"] as? [[String: Any]])
            let found = try corpus.object("newsapi-v2/everything")
            let articles = try #require(found["articles"] as? [[String: Any]])
            let outlet = corpus == .own ? "morning-post" : "vice-news"
            let list = try corpus.text("newsapi-v2/sources")
            let everything = try corpus.text("newsapi-v2/everything")
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, query in
                    switch path {
                    case "/v2/sources": return .json(list)
                    case "/v2/everything" where query["sources"] == outlet:
                        guard query["page"] != "1" else { return .json(everything) }
                        // What the API says beyond the plan's results, although totalResults promised 36,072.
                        let error = #"{"status": "error", "code": "maximumResultsReached", "message": "Upgrade."}"#
                        return .json(error, status: 426)
                    case "/v2/everything": return .json(#"{"status": "ok", "totalResults": 0, "articles": []}"#)
                    default: return .json("{}", status: 404)
                    }
                } _: { server in
                    let text = yaml("newsapi-v2", server.port, "page-size: \(articles.count)")
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "real.yaml")])
                    let run = try await larder.syncedWhole()
                    try expectOutlets(outlets, in: larder)
                    try expectArticles(articles, in: larder)
                    try await larder.expectWhole()
                    #expect(run.output.contains("plan gives no results from page 2"), "\(run)")
                    #expect(server.targets.filter { $0.contains("page=2") }.count == 1)
                }
            }
        }

        @Test(arguments: Corpus.all) func `a spent quota keeps what came before, and the next run goes on`(
            corpus: Corpus
        ) async throws {
            let search = try corpus.text("food2fork/search")
            let none = try corpus.text("food2fork/none")
            let whole = try corpus.object("food2fork/get")
            let text = try Corpus.text(whole)
            let id = try #require((whole["recipe"] as? [String: Any])?["recipe_id"] as? String)
            let listed = try #require(try corpus.object("food2fork/search")["recipes"] as? [Any]).count
            let quota = Quota(calls: listed / 2)
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, query in
                    guard quota.spend() else { return .json(#"{"error":"limit"}"#) }
                    guard path == "/api/get" else { return .json(query["page"] == "1" ? search : none) }
                    return .json(text.replacingOccurrences(of: id, with: query["rId"] ?? ""))
                } _: { server in
                    let source = yaml("food2fork", server.port, "queries: [chicken]")
                    let larder = TestLarder(scratch, sources: [try scratch.write(source, to: "real.yaml")])
                    let run = try await larder.sync()
                    #expect(run.end == .exited(1), "\(run)")
                    #expect(run.output.contains("quota-exhausted"), "\(run)")
                    // What the list says of the others is kept, and marked.
                    let (kept, whole) = try larder.read { db in
                        (
                            try Int.fetchOne(db, sql: "SELECT count(*) FROM recipe"),
                            try Int.fetchOne(db, sql: "SELECT count(*) FROM recipe WHERE NOT isPartial") ?? 0
                        )
                    }
                    #expect(kept == listed && (1..<listed / 2).contains(whole))
                    #expect(run.output.contains("\(listed - whole) items with no more than what a list says"), "\(run)")
                    quota.renew(1_000)
                    #expect(try await larder.command("retry").end == .exited(0))
                    try await larder.syncedWhole()
                    let sql = "SELECT count(*) FROM recipe WHERE NOT isPartial"
                    let count = try larder.read { try Int.fetchOne($0, sql: sql) ?? 0 }
                    #expect(count == listed)
                    try await larder.expectWhole()
                }
            }
        }

        private func catalogText(_ larder: TestLarder) throws -> String {
            try larder.read { db in
                let tables = try String.fetchAll(
                    db,
                    sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                )
                return try tables.map { table in
                    try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { row in
                        row.databaseValues.map { value in
                            Data.fromDatabaseValue(value).map { String(decoding: $0, as: UTF8.self) }
                                ?? value.description
                        }.joined(separator: "|")
                    }.joined(separator: "\n")
                }.joined(separator: "\n")
            }
        }
    }
}
