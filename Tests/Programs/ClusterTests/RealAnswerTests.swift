import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// Real answers through the whole cluster, compared field by field with what Foundation reads out of them.
    @Suite("Real answers", .enabled(if: Corpus.isThere, "the corpus is not beside the repository"))
    struct RealAnswerTests {
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

        @Test func `food2fork's recipes are in the catalog as the API gave them`() async throws {
            let page = try Corpus.object("food2fork/search_page_30.json")
            let listed = try #require(page["recipes"] as? [[String: Any]])
            let whole = try #require(try Corpus.object("food2fork/get_35382.json")["recipe"] as? [String: Any])
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
            let search = String(decoding: try Corpus.data("food2fork/search_page_30.json"), as: UTF8.self)
            let none = String(decoding: try Corpus.data("food2fork/search_none.json"), as: UTF8.self)
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
                    let larder = Larder(
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
                    #expect(requests.filter { $0.hasPrefix("/api/get") }.count == 30)
                    #expect(requests.filter { $0.hasPrefix("/api/search") }.count == 2)
                }
            }
        }

        @Test func `forkify's recipes of version 1 are in the catalog as the API gave them`() async throws {
            let listed = try #require(
                try Corpus.object("forkify/v1_search_pizza_part.json")["recipes"] as? [[String: Any]]
            )
            var answers: [String: String] = [:]
            var records: [[String: Any]] = []
            for entry in listed {
                var record = entry
                record["ingredients"] = ["4 1/2 cups flour", " 1 3/4 teaspoons salt\n", "1/4 cup olive oil"]
                records.append(record)
                answers[try #require(entry["recipe_id"] as? String)] = try Corpus.text(["recipe": record])
            }
            let search = String(decoding: try Corpus.data("forkify/v1_search_pizza_part.json"), as: UTF8.self)
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
                    let larder = Larder(scratch, sources: [try scratch.write(text, to: "real.yaml")])
                    try await larder.syncedWhole()
                    try expectRecipes(records, in: larder)
                    try await larder.expectWhole()
                }
            }
        }

        @Test func `NewsAPI 1's outlets and articles are in the catalog as the API gave them`() async throws {
            let outlets = try #require(try Corpus.object("newsapi-v1/sources_3.json")["sources"] as? [[String: Any]])
            let names = [
                "bbc-news": "newsapi-v1/articles_bbc-news_top.json",
                "abc-news-au": "newsapi-v1/articles_bbc-news_author_url.json",
            ]
            var articles: [[String: Any]] = []
            var answers: [String: String] = [:]
            for (outlet, name) in names {
                var answer = try Corpus.object(name)
                answer["source"] = outlet
                answers[outlet] = try Corpus.text(answer)
                for article in try #require(answer["articles"] as? [[String: Any]]) {
                    articles.append(article.merging(["outletID": outlet]) { old, _ in old })
                }
            }
            let list = String(decoding: try Corpus.data("newsapi-v1/sources_3.json"), as: UTF8.self)
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
                    let larder = Larder(scratch, sources: [try scratch.write(text, to: "real.yaml")])
                    try await larder.syncedWhole()
                    try expectOutlets(outlets, in: larder)
                    try expectArticles(articles, in: larder)
                    try await larder.expectWhole()
                }
            }
        }

        @Test func `NewsAPI 2's outlets and articles are in the catalog as the API gave them`() async throws {
            let outlets = try #require(try Corpus.object("newsapi-v2/sources_all.json")["sources"] as? [[String: Any]])
            let found = try Corpus.object("newsapi-v2/everything_bitcoin_p1.json")
            let articles = try #require(found["articles"] as? [[String: Any]])
            let list = String(decoding: try Corpus.data("newsapi-v2/sources_all.json"), as: UTF8.self)
            let everything = String(decoding: try Corpus.data("newsapi-v2/everything_bitcoin_p1.json"), as: UTF8.self)
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, query in
                    switch path {
                    case "/v2/sources": return .json(list)
                    case "/v2/everything" where query["sources"] == "vice-news":
                        guard query["page"] != "1" else { return .json(everything) }
                        // What the API says beyond the plan's results, although totalResults promised 36,072.
                        let error = #"{"status": "error", "code": "maximumResultsReached", "message": "Upgrade."}"#
                        return .json(error, status: 426)
                    case "/v2/everything": return .json(#"{"status": "ok", "totalResults": 0, "articles": []}"#)
                    default: return .json("{}", status: 404)
                    }
                } _: { server in
                    let text = yaml("newsapi-v2", server.port, "page-size: 20")
                    let larder = Larder(scratch, sources: [try scratch.write(text, to: "real.yaml")])
                    let run = try await larder.syncedWhole()
                    try expectOutlets(outlets, in: larder)
                    try expectArticles(articles, in: larder)
                    try await larder.expectWhole()
                    #expect(run.output.contains("plan gives no results from page 2"), "\(run)")
                    #expect(server.targets.filter { $0.contains("page=2") }.count == 1)
                }
            }
        }

        @Test func `a spent quota keeps what came before, and the next run goes on`() async throws {
            let search = String(decoding: try Corpus.data("food2fork/search_page_30.json"), as: UTF8.self)
            let none = String(decoding: try Corpus.data("food2fork/search_none.json"), as: UTF8.self)
            let whole = try Corpus.object("food2fork/get_35382.json")
            let text = try Corpus.text(whole)
            let quota = Quota(calls: 12)
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, query in
                    guard quota.spend() else { return .json(#"{"error":"limit"}"#) }
                    guard path == "/api/get" else { return .json(query["page"] == "1" ? search : none) }
                    return .json(text.replacingOccurrences(of: "35382", with: query["rId"] ?? ""))
                } _: { server in
                    let source = yaml("food2fork", server.port, "queries: [chicken]")
                    let larder = Larder(scratch, sources: [try scratch.write(source, to: "real.yaml")])
                    let run = try await larder.sync()
                    #expect(run.end == .exited(1), "\(run)")
                    #expect(run.output.contains("quota-exhausted"), "\(run)")
                    let kept = try larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recipe") ?? 0 }
                    #expect((1...11).contains(kept))
                    quota.renew(1_000)
                    #expect(try await larder.command("retry").end == .exited(0))
                    try await larder.syncedWhole()
                    let count = try larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recipe") ?? 0 }
                    #expect(count == 30)
                    try await larder.expectWhole()
                }
            }
        }

        private func catalogText(_ larder: Larder) throws -> String {
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
