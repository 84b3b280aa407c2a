import Foundation
import LarderAttributedHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Source definition") struct SourceDefinitionTests {
    @Test func `every key lands`() throws {
        let definition = try Samples.definition(Samples.everyKey)
        #expect(definition.name == "world-news-2")
        #expect(definition.kind == .newsAPIv2)
        #expect(definition.base.description == "https://news.example.org/proxy")
        #expect(definition.key == SourceDefinition.Key(environment: "NEWS_API_KEY"))
        #expect(definition.queries == ["bitcoin", "crème brûlée", "no", "1.50"])
        #expect(definition.outlets == ["bbc-news", "abc-news"])
        #expect(definition.language?.rawValue == "no")
        #expect(definition.sort?.rawValue == "publishedAt")
        #expect(definition.limit == 1_000)
        #expect(definition.pageSize == 50)
        #expect(!definition.pages && !definition.images.areWanted)
        #expect(definition.politeness == SourceDefinition.Politeness(concurrency: 2, delay: .milliseconds(250)))
        #expect(definition.retry == SourceDefinition.Retry(attempts: 3, base: .seconds(2), cap: .seconds(90)))
        #expect(definition.timeout == .milliseconds(1_500))
        #expect(definition.allow == [HostPort(host: "10.0.0.7", port: 8080), HostPort(host: "::1", port: 9000)])
        #expect(definition.warnings.isEmpty)
        var again = try Samples.definition(definition.yaml)
        again.warnings = []
        #expect(again == definition)
    }

    @Test func `the options of texts land, and come back out of the YAML that workers get`() throws {
        let yaml =
            Self.head
            + "text: {whole-page: yes, double-encoded: off, text-presentation: true, link-schemes: [HTTPS, web+app, https]}\n"
        let definition = try Samples.definition(yaml)
        #expect(definition.text.isWholePageWanted && definition.text.textPresentation)
        #expect(definition.text.doubleEncoded == .off)
        #expect(definition.text.linkSchemes == ["https", "web+app"])
        #expect(try Samples.definition(definition.yaml) == definition)
        for isFragment in [false, true] {
            let options = definition.text.options(isFragment: isFragment)
            #expect(options.doubleEncoded == .off && options.textPresentation && options.opensDetails)
            #expect(options.linkSchemes == ["https", "web+app"])
        }
    }

    @Test func `the hash of the options is theirs alone and the same in each process`() throws {
        func hash(_ text: String) throws -> String? { try Samples.definition(Self.head + text).text.optionsHash }
        #expect(try hash("") == nil)
        #expect(try hash("text: {whole-page: true, link-schemes: [tel, mailto, https, http]}") == nil)
        #expect(try hash("text: {text-presentation: true}") == "02383220db986e9d")
        let others = ["double-encoded: off", "double-encoded: auto", "double-encoded: always", "link-schemes: []"]
        let hashes = try Set(
            (others + ["link-schemes: [https]", "text-presentation: true"]).map { try hash("text: {\($0)}") }
        )
        #expect(hashes.count == 6 && !hashes.contains(nil))
    }

    @Test(arguments: [
        "double-encoded: sometimes", "double-encoded: true", "link-schemes: https", "link-schemes: [javascript]",
        "link-schemes: [\"https:\"]", "link-schemes: [DATA]", "link-schemes: [1a]", "text-presentation: maybe",
        "markup: x",
    ])
    func `an option of texts that cannot be is refused at its place`(option: String) {
        let error = #expect(throws: SourceError.self) { try Samples.definition(Self.head + "text:\n  \(option)\n") }
        #expect(error?.description.hasPrefix("test.yaml:6:") == true)
    }

    @Test func `the defaults are those of the table`() throws {
        let definition = try Samples.definition("name: a\nkind: food2fork\nbase: http://x.org\nqueries: [a]")
        #expect(definition.politeness == SourceDefinition.Politeness())
        #expect(definition.retry == SourceDefinition.Retry())
        #expect(definition.pages && definition.images.areWanted && definition.images.widths == [320, 1_080])
        #expect(definition.timeout == .seconds(30))
        #expect(definition.limit == nil && definition.pageSize == nil && definition.key == nil)
    }

    @Test(arguments: [
        ("images: true\n", true, [320, 1_080]), ("images: false\n", false, [320, 1_080]),
        ("images: {widths: [1600, 16, 1600, 8192]}\n", true, [16, 1_600, 8_192]), ("images: {}\n", true, [320, 1_080]),
    ])
    func `widths are kept once each and in rising order`(line: String, areWanted: Bool, widths: [Int]) throws {
        let definition = try Samples.definition(.food2fork, more: line)
        #expect(definition.images == SourceDefinition.Images(areWanted: areWanted, widths: widths))
        #expect(try Samples.definition(definition.yaml).images == definition.images)
    }

    @Test func `the text of a definition keeps that whole pages are wanted`() throws {
        let definition = try Samples.definition(.food2fork, more: "text: {whole-page: true}\n")
        #expect(try Samples.definition(definition.yaml).text.isWholePageWanted)
    }

    @Test func `closed sets keep words they do not know, with a warning that names the place`() throws {
        let definition = try Samples.definition(.newsAPIv2, more: "category: Astrology\ncountry: GB\nsort: loudest\n")
        #expect(definition.category?.rawValue == "Astrology" && definition.category?.isKnown == false)
        #expect(definition.country?.rawValue == "gb")
        #expect(definition.sort?.isKnown == false)
        #expect(definition.warnings.count == 2)
        #expect(definition.warnings[0].hasPrefix("test.yaml:4:11: \"category\""))
        #expect(NewsCategory(rawValue: "science").rawValue == "science")
        for word in NewsLanguage.known { #expect(NewsLanguage(rawValue: word.rawValue) == word) }
        for word in NewsCountry.known { #expect(NewsCountry(rawValue: word.rawValue) == word) }
        for word in SortOrder.known { #expect(SortOrder(rawValue: word.rawValue) == word) }
    }

    static let head = "name: a\nkind: food2fork\nbase: http://x.org\nqueries: [a]\n"
    static let news = "name: a\nkind: newsapi-v2\nbase: http://x.org\n"

    /// YAML, code, line and column.
    static let wrong: [(String, SourceError.Code, Int?, Int?)] = [
        (
            "name: a\nkind: food2fork\nbase: http://x.org\nquerys: [a]", .unknownKey, 4, 1
        ),
        (head + "retry: {attempt: 2}", .unknownKey, 5, 9),
        (head + "politeness:\n  concurency: 2", .unknownKey, 6, 3),
        (head + "Limit: 2", .unknownKey, 5, 1),
        (head + "zzzzzz: 2", .unknownKey, 5, 1),
        (head + "limit: many", .wrongType, 5, 8),
        (head + "limit: \"5\"", .wrongType, 5, 8),
        (head + "limit: 0", .outOfRange, 5, 8),
        (head + "limit: 99999999999999999999999999", .outOfRange, 5, 8),
        (head + "limit: -9223372036854775809", .outOfRange, 5, 8),
        (head + "limit: 190:20:30", .wrongType, 5, 8),
        (head + "pages: maybe", .wrongType, 5, 8),
        (head + "pages: \"true\"", .wrongType, 5, 8),
        (head + "timeout: 2", .wrongType, 5, 10),
        (head + "timeout: soon", .wrongType, 5, 10),
        (head + "timeout: 9h", .outOfRange, 5, 10),
        (head + "retry: {base: 1h, cap: 2s}", .outOfRange, 5, 24),
        (head + "retry: 5", .wrongType, 5, 8),
        (head + "key: abc123secret", .wrongType, 5, 6),
        (head + "key: {environment: \"A B\"}", .outOfRange, 5, 20),
        (head + "allow: [\"10.0.0.7\"]", .outOfRange, 5, 9),
        (head + "outlets: [bbc-news]", .conflict, 5, 1),
        (head + "limit: 1\nlimit: 2", .duplicateKey, 6, 1),
        (head + "retry:\n  base: 1s\n  # base: 3s\n  base: 2s", .duplicateKey, 8, 3),
        (head + "retry: {base: 1s, base: 2s}\nlimit: 1", .duplicateKey, 5, 9),
        (head + "page-size: 31", .outOfRange, 5, 12),
        ("name: a\nkind: food2fork\nbase: http://x.org\nqueries: pasta", .wrongType, 4, 10),
        ("name: a\nkind: food2fork\nbase: http://x.org\nqueries:", .wrongType, 4, nil),
        (
            "name: a\nkind: food2fork\nbase: http://x.org\nqueries: [a, \"\"]", .outOfRange, 4, 14
        ),
        ("name: a\nkind: food2fork\nbase: http://x.org", .missingKey, 1, 1),
        (
            "name: a\nkind: food2forks\nbase: http://x.org", .outOfRange, 2, 7
        ),
        ("name: My Source\nkind: food2fork\nbase: http://x.org", .outOfRange, 1, 7),
        (
            "name: \(String(repeating: "a", count: 41))\nkind: food2fork\nbase: http://x.org", .outOfRange, 1, 7
        ),
        ("name: a\nkind: food2fork\nbase: ftp://x.org", .outOfRange, 3, 7),
        ("name: a\nkind: food2fork\nbase: http://me:pw@x.org", .outOfRange, 3, 7),
        ("name: a\nkind: food2fork\nbase: http://x.org?key=1", .outOfRange, 3, 7),
        ("kind: food2fork\nbase: http://x.org", .missingKey, 1, 1),
        ("name: a\nkind: newsapi-v1\nbase: http://x.org\nqueries: [a]", .conflict, 4, 1),
        ("", .missingKey, nil, nil),
        ("just words", .wrongType, 1, 1),
        ("- a\n- b", .wrongType, 1, 1),
        ("name: a\n\tkind: b", .invalidYAML, 2, 1),
        ("name: [a", .invalidYAML, 1, nil),
        ("name: a\n---\nname: b", .invalidYAML, 2, nil),
        ("name: \"\\uD800\"", .invalidYAML, 1, nil),
        ("name: &x a\nkind: *x", .aliasRefused, 2, 7),
        ("name: &x a\nkind: food2fork", .aliasRefused, 1, nil),
        ("name: *nowhere", .aliasRefused, 1, 7),
        (news + "queries: [a]\noutlets: [b]\ncountry: gb", .conflict, 6, 1),
        (head + "politeness:\n\tdelay: 2s", .invalidYAML, 6, 1),
        (head + "delay: 2s", .unknownKey, 5, 1),
        (head + "attempts: 2", .unknownKey, 5, 1),
        (
            head + "politeness:\n  - delay: 2s", .wrongType, 6, 3
        ),
        ("name: a\nkind: sitemap\nbase: http://x.org\nfolow: []", .unknownKey, 4, 1),
        ("- name: a\n- kind: food2fork", .wrongType, 1, 1),
        (
            "name: a\nkind: sitemap\nbase:http://x.org\nlimit: 2", .invalidYAML, 3, 1
        ),
        ("name: a\n kind: sitemap\nbase: http://x.org", .invalidYAML, 2, 1),
        ("name: \"a\nkind: sitemap\nbase: http://x.org", .invalidYAML, 1, 1),
        (
            "name: a\nkind: pages\nbase: http://x.org\nfollow: [**]", .invalidYAML, 4, nil
        ),
    ]

    @Test(arguments: wrong)
    func `an error names the file, the place and the code`(
        _ yaml: String,
        _ code: SourceError.Code,
        _ line: Int?,
        _ column: Int?
    ) {
        let error = #expect(throws: SourceError.self) { try SourceDefinition.parse(yaml: yaml, file: "dir/test.yaml") }
        #expect(
            error?.code == code && error?.line == line && error?.file == "dir/test.yaml",
            "\(String(describing: error))"
        )
        if let column { #expect(error?.column == column, "\(String(describing: error))") }
    }

    @Test func `an unknown key is answered with the keys of its kind, the nearest first`() {
        let error = #expect(throws: SourceError.self) {
            try SourceDefinition.parse(
                yaml: "name: a\nkind: sitemap\nbase: http://x.org\nexcludes: [/a]",
                file: "f"
            )
        }
        let keys = error?.message.split(separator: "Allowed keys: ").last?.split { ", .".contains($0) } ?? []
        #expect(keys.first == "exclude" && keys.contains("lastmod") && !keys.contains("paging"), "\(keys)")
    }

    @Test func `size, depth and alias bombs are refused at once`() {
        func code(_ yaml: String) -> SourceError.Code? {
            (#expect(throws: SourceError.self) { try SourceDefinition.parse(yaml: yaml, file: "f") })?.code
        }
        #expect(code("name: a\n" + String(repeating: "# padding\n", count: 30_000)) == .tooLarge)
        #expect(code(String(repeating: "[", count: 200_000)) == .tooLarge)
        #expect(code(String(repeating: "- ", count: 100_000)) != nil)
        #expect(code(String(repeating: "? ", count: 900) + "a") != nil)
        #expect(code(String(repeating: "[]]", count: 60_000) + String(repeating: "[", count: 60)) != nil)
        let nest = String(repeating: "[", count: 60) + "&a x" + String(repeating: "]", count: 60)
        #expect(code("name: a\nkind: \(nest)") == .aliasRefused)
        var bomb = "a0: &a0 [x, x]\n"
        for level in 1..<40 { bomb += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(code(bomb + "? *a39\n: x\n") == .aliasRefused)
    }

    @Test(arguments: [
        ("---", 1, 4), ("---\n", 2, 1), ("--- #\r\n", 2, 1), ("name: a\rkind", 2, 5),
        ("# one\u{2028}# line\u{85}# of an editor\nname: [x", 2, 1),
    ])
    func `the place of an error is counted as an editor counts, and lies in the file`(
        yaml: String,
        line: Int,
        column: Int
    ) {
        let error = #expect(throws: SourceError.self) { try SourceDefinition.parse(yaml: yaml, file: "f") }
        #expect(error?.line == line && error?.column == column, "\(String(describing: error))")
    }

    @Test func `no text makes the parser trap`() {
        var numbers = SeededGenerator(seed: 42)
        let alphabet = Array("namekindbaseqrs:  \n\n-[]{},\"'|>&*!?#%@`0129.\\u\t~é\u{0}".unicodeScalars)
        let valid =
            Array(Self.head.unicodeScalars) + Array("retry: {attempts: 2, base: 1s}\nallow: [\"a:1\"]\n".unicodeScalars)
        for round in 0..<4_000 {
            var scalars = round % 2 == 0 ? valid : []
            for _ in 0..<Int.random(in: 1...(round % 2 == 0 ? 4 : 60), using: &numbers) {
                let scalar = alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
                let place = Int.random(in: 0...scalars.count, using: &numbers)
                if place < scalars.count, Bool.random(using: &numbers) {
                    scalars[place] = scalar
                } else {
                    scalars.insert(scalar, at: place)
                }
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            do {
                let definition = try SourceDefinition.parse(yaml: text, file: "f")
                // What was accepted can be sent to a worker.
                var again = try SourceDefinition.parse(yaml: definition.yaml, file: "f")
                again.warnings = definition.warnings
                #expect(again == definition)
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test func `the API key comes out of the environment, or the error says how to set it`() throws {
        let definition = try Samples.definition(.newsAPIv2, more: "key: {environment: NEWS_KEY}")
        #expect(try definition.apiKey(from: ["NEWS_KEY": " abc\n"]) == "abc")
        for environment in [[:], ["NEWS_KEY": ""], ["NEWS_KEY": "a\r\nHost: evil"], ["NEWS_KEY": "schlüssel"]] {
            let error = #expect(throws: SourceError.self) { try definition.apiKey(from: environment) }
            #expect(error?.code == .missingAPIKey)
            // The message shows no part of the value.
            #expect(error?.message.contains("evil") == false)
        }
        #expect(try Samples.definition(.food2fork).apiKey(from: [:]) == nil)
    }
}
