package import Foundation
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// `worker extract`: one line of JSON in, one line of JSON out.
///
/// In: `{"kind": <SourceKind>, "op": <operation>, "body": <text or JSON>}` and, optionally, `"url"` (the base of
/// relative image URLs), `"status"` (200), `"source"` (the name in URNs; the kind) and `"id"` (any value, given back).
///
/// Operations: `search` and `get` for recipes, `sources`, `articles`, `everything` and `top-headlines` for news.
///
/// Out: `{"recipes": [], "articles": [], "outlets": [], "notes": []}`, or `{"error": {"code", "class", "message"}}`.
///
/// The kinds `feed`, `robots` and `sitemap` have members of their own: see ``FeedLines``, ``RobotsLines`` and
/// ``SitemapLines``.
///
/// A recipe's web page comes as `{"html", "url", "site"}` and gives what ``RecipePageReader`` finds in it; `site`,
/// which may be any value, is given back:
///
/// | key | value |
/// | --- | --- |
/// | `title`, `description`, `canonical_url`, `language`, `publisher` | strings |
/// | `ingredients`, `instructions` | lines; in instructions a section's heading and a step's name, where markup has them, are lines too |
/// | `ingredient_lines` | objects with `text` and `section` (the heading that the line stands under) |
/// | `steps` | objects with `text`, `name`, `section` and `images` (URLs) |
/// | `total_time`, `prep_time`, `cook_time` | minutes |
/// | `yields`, `servings`, `servings_text` | a number with an English noun; the number alone; the page's own words |
/// | `image`, `videos` | URLs, the best first |
/// | `author`, `category`, `cuisine`, `keywords` and each further list of texts of ``Recipe`` | lists of strings |
/// | `nutrients`, `nutrition` | texts by their keys; the same as objects with `key`, `number`, `unit` and `text` |
/// | `ratings`, `best_rating`, `ratings_count` | the average, the best that there can be, how many |
/// | `origins` | for each field that is there, `json-ld`, `microdata`, `rdfa`, `data-vocabulary`, `h-recipe`, `page` or `meta` |
///
/// Absent values are left out. A page about no recipe gives `image`, `canonical_url` and `language` alone.
package enum ExtractLines: LineAnswers {
    package static func answer(line: consuming [UInt8]) -> [UInt8] {
        LineFilter.answer(line) { request, json throws(LineFilter.Refusal) in
            switch request["kind"]?.string {
            case "feed": return try FeedLines.write(request, to: &json)
            case "robots": return try RobotsLines.write(request, to: &json)
            case "sitemap": return try SitemapLines.write(request, to: &json)
            default: break
            }
            do throws(ReadFailure) {
                if let html = request["html"]?.string {
                    PageFields.write(html: html, url: request["url"]?.string ?? "", site: request["site"], to: &json)
                } else {
                    let effect = try records(request)
                    json.member("recipes", encoding: effect.recipes)
                    json.member("articles", encoding: effect.articles)
                    json.member("outlets", encoding: effect.outlets)
                    json.member("notes", encoding: effect.notes)
                }
            } catch {
                json.object("error") { json in
                    json.member("code", error.code.rawValue)
                    json.member("class", name(of: error.failureClass))
                    json.member("message", error.message)
                }
            }
        }
    }

    private static func records(_ request: JSONValue) throws(ReadFailure) -> JobEffect {
        guard let kind = request["kind"]?.string.flatMap(SourceKind.init(rawValue:)) else {
            let kinds = SourceKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ReadFailure(.permanent, .badRequest, "\"kind\" must be one of \(kinds).")
        }
        let body: [UInt8]
        switch request["body"] {
        case .string(let text): body = Array(text.utf8)
        case .object, .array: body = Array((request["body"] ?? .null).json.utf8)
        default: throw ReadFailure(.permanent, .badRequest, "\"body\" must be the answer's text or JSON.")
        }
        let answer = SourceAnswer(
            status: request["status"]?.integer ?? 200,
            body: body,
            contentType: "application/json",
            redactedURL: request["url"]?.string ?? ""
        )
        return try AnswerRecords.read(
            answer,
            kind: kind,
            operation: request["op"]?.string ?? "",
            source: request["source"]?.string ?? kind.rawValue,
            recordID: request["recordId"]?.text
        )
    }

    private static func name(of failure: ReadFailure.Class) -> String {
        switch failure {
        case .retryable: "retryable"
        case .permanent: "permanent"
        case .throttled: "throttled"
        }
    }
}

extension JSONWriter {
    /// A member with an array of records, with the names of their columns in snake case; absent values are left out.
    fileprivate mutating func member(_ name: String, encoding records: some Encodable) {
        key(name)
        // Records are plain values, which always have a JSON form.
        let encoded = (try? RecordEncoding.encoder.encode(records)).flatMap { try? JSONParser.parse([UInt8]($0)) }
        array(encoded?.items ?? []) { json, record in
            json.object { json in
                for member in record.members ?? [] where Self.isWritten(member) {
                    json.key(member.name)
                    json.value(member.value)
                }
            }
        }
    }

    /// Empty lists, empty objects and false are left out, except two lists.
    private static func isWritten(_ member: JSONMember) -> Bool {
        let value = member.value
        return ["ingredients", "sort_orders"].contains(member.name)
            || (value != .boolean(false) && value.items?.isEmpty != true && value.members?.isEmpty != true)
    }
}

/// Writes records as JSON by their own coding, so that a new field needs no line here.
package enum RecordEncoding {
    /// `publisherURL` becomes `publisher_url`; the fields of `extra` keep the names that the source gives them.
    package static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .custom { path in
            let name = path[path.count - 1].stringValue
            let isExtra = path.dropLast().contains { $0.stringValue == "extra" }
            return AnyKey(stringValue: isExtra ? name : snakeCase(name))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return encoder
    }

    private static func snakeCase(_ name: String) -> String {
        name.replacing(/[A-Z]+/) { "_" + $0.output.lowercased() }
    }
}
