import Foundation
import GRDB
import LarderChaos
import Synchronization
import Testing

/// Calls that an API still answers.
final class Quota: Sendable {
    private let calls: Mutex<Int>

    init(calls: Int) { self.calls = Mutex(calls) }

    func spend() -> Bool {
        calls.withLock { calls in
            calls -= 1
            return calls >= 0
        }
    }

    func renew(_ number: Int) { calls.withLock { $0 = number } }
}

extension ClusterTests.RealAnswerTests {
    /// Every member of every answer is in the row that the catalog has for it, and the catalog has no other rows.
    func expectRecipes(_ answers: [[String: Any]], in larder: TestLarder) throws {
        try larder.read { db in
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM recipe") == answers.count)
            for answer in answers {
                let id = try #require(answer["recipe_id"] as? String)
                let row = try #require(
                    try Row.fetchOne(db, sql: "SELECT * FROM recipe WHERE recordID = ?", arguments: [id])
                )
                expectFields(
                    answer,
                    row,
                    known: ["ingredients"],
                    columns: [
                        "recipe_id": "recordID", "title": "title", "publisher": "publisher",
                        "publisher_url": "publisherURL", "source_url": "sourceURL", "f2f_url": "apiURL",
                        "image_url": "imageURL", "social_rank": "socialRank",
                    ]
                )
                let lines = try String.fetchAll(
                    db,
                    sql: "SELECT text FROM ingredient WHERE recipeID = ? ORDER BY position",
                    arguments: [row["id"] as Int64]
                )
                let expected = try #require(answer["ingredients"] as? [String])
                #expect(lines == expected.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }, "\(id)")
                try expectProvenance(of: row["urn"], db)
            }
        }
    }

    func expectOutlets(_ answers: [[String: Any]], in larder: TestLarder) throws {
        try larder.read { db in
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM outlet") == answers.count)
            for answer in answers {
                let id = try #require(answer["id"] as? String)
                let row = try #require(
                    try Row.fetchOne(db, sql: "SELECT * FROM outlet WHERE outletID = ?", arguments: [id])
                )
                expectFields(
                    answer,
                    row,
                    known: ["sortBysAvailable"],
                    columns: [
                        "id": "outletID", "name": "name", "description": "summary", "url": "url",
                        "category": "category",
                        "language": "language", "country": "country",
                    ]
                )
                let orders =
                    try JSONSerialization.jsonObject(with: Data((row["sortOrders"] as String).utf8)) as? [String]
                #expect(orders == answer["sortBysAvailable"] as? [String] ?? [], "\(id)")
                try expectProvenance(of: row["urn"], db)
            }
        }
    }

    /// - Parameter answers: Those of version 1 with the outlet that was asked for as `outletID`.
    func expectArticles(_ answers: [[String: Any]], in larder: TestLarder) throws {
        try larder.read { db in
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM article") == answers.count)
            for answer in answers {
                let url = try #require(answer["url"] as? String)
                let row = try #require(
                    try Row.fetchOne(db, sql: "SELECT * FROM article WHERE url = ?", arguments: [url])
                )
                expectFields(
                    answer,
                    row,
                    known: ["source"],
                    columns: [
                        "title": "title", "author": "author", "description": "summary", "url": "url",
                        "urlToImage": "imageURL", "publishedAt": "publishedText", "content": "content",
                        "outletID": "outletID",
                    ]
                )
                if let source = answer["source"] as? [String: Any] {
                    #expect(row["outletID"] as String? == source["id"] as? String, "\(url)")
                    #expect(row["outletName"] as String? == source["name"] as? String, "\(url)")
                }
                if let text = answer["publishedAt"] as? String {
                    let date = try #require(ISO8601DateFormatter().date(from: text), "\(text)")
                    #expect(row["publishedAt"] as Int64? == Int64(date.timeIntervalSince1970 * 1_000), "\(url)")
                }
                try expectProvenance(of: row["urn"], db)
            }
        }
    }

    /// Members with a column are in it; all others but `known` are in `extra`.
    ///
    /// Null, no member and "" are all no value.
    private func expectFields(
        _ answer: [String: Any],
        _ row: Row,
        known: Set<String>,
        columns: [String: String]
    ) {
        let extraText = row["extra"] as String? ?? "{}"
        let extra = (try? JSONSerialization.jsonObject(with: Data(extraText.utf8))) as? [String: Any] ?? [:]
        for (name, value) in answer where !known.contains(name) && !(value is NSNull) {
            switch (columns[name], value) {
            case (nil, _):
                #expect((extra[name] as? NSObject) == (value as? NSObject), "\(name) is not in extra: \(extraText)")
            case (let column?, let text as String):
                let kept = row[column] as String? ?? ""
                if ["description", "content"].contains(name) {
                    // Clean text: without markup it is what the source says, with markup no tag is left.
                    if !text.contains("<") { #expect(kept == Self.decoded(text), "\(name)") }
                    #expect(
                        kept.firstMatch(of: /<\/?[a-zA-Z]|&amp;|&#/) == nil && kept.isEmpty == text.isEmpty,
                        "\(name)"
                    )
                    continue
                }
                let isTitle = ["title", "publisher", "name"].contains(name)
                let expected = isTitle ? Self.decoded(text).trimmingCharacters(in: .whitespacesAndNewlines) : text
                #expect(kept == expected, "\(name)")
            case (let column?, let number as NSNumber):
                #expect(row[column] as Double? == number.doubleValue, "\(name)")
            case (let column?, _):
                Issue.record("\(name) of an unexpected type for \(column)")
            }
        }
        for (name, column) in columns where answer[name] == nil || answer[name] is NSNull {
            // An outlet comes with `source` in version 2.
            guard name != "outletID" else { continue }
            let value = row[column] as DatabaseValue
            #expect(value.isNull || String.fromDatabaseValue(value) == "", "\(name) is made up: \(value)")
        }
    }

    /// The character references that the answers in use have.
    private static func decoded(_ text: String) -> String {
        text.replacingOccurrences(of: "&eacute;", with: "é").replacingOccurrences(of: "&amp;", with: "&")
            .replacingOccurrences(of: "&#039;", with: "'")
    }

    private func expectProvenance(of urn: String, _ db: Database) throws {
        let row = try #require(
            try Row.fetchOne(db, sql: "SELECT * FROM provenance WHERE recordURN = ?", arguments: [urn]),
            "\(urn)"
        )
        #expect((row["url"] as String?)?.hasPrefix("http://127.0.0.1:") == true, "\(urn)")
        #expect((row["digest"] as Data?)?.count == 32, "\(urn)")
    }
}
