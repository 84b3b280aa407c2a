import LarderLineFilters
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// Damaged definitions, answers and pages.
@Suite("Source fuzz") struct SourceFuzzTests {
    @Test func `a damaged definition is read whole or refused with a line and a reason`() {
        let words =
            SourceDefinition.keyNames.map { "\n\($0): " }
            + [
                "&a", "*a", "<<: *a", "---\n", "...\n", "%YAML 1.2\n", "%TAG ! x\n", "!!binary ", "!!int ", "? ",
                "| \n", ">-\n",
                "\t", "# ", ": ", "- ", "\u{FEFF}", "\\x00", "\"\\u0000\"", "{}", "[]", "~", "5s", "1e9h", "-1",
                "host:99999",
            ]
        let mutator = Mutator(
            .text,
            samples: Self.definitions.map { Array($0.utf8) },
            words: words,
            maxBytes: 300 << 10
        )
        let run = FuzzRun("definitions", mutator) { item in
            Self.problem(inDefinition: String(decoding: item.bytes, as: UTF8.self))
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    private static func problem(inDefinition yaml: String) -> String? {
        do throws(SourceError) {
            let definition = try SourceDefinition.parse(yaml: yaml, file: "f.yaml")
            guard definition.queries.count <= 1_000, definition.outlets.count <= 1_000, definition.allow.count <= 64
            else {
                return "more words than are allowed"
            }
            guard (1...64).contains(definition.politeness.concurrency ?? 1),
                (1...50).contains(definition.retry.attempts)
            else {
                return "a number out of its range"
            }
            var again = try SourceDefinition.parse(yaml: definition.yaml, file: "g.yaml")
            again.warnings = definition.warnings
            return again == definition ? nil : "what was read reads otherwise when it is written: \(definition.yaml)"
        } catch {
            // A file as a whole may be too large or empty; everything else has a place.
            let lines = yaml.replacing("\r\n", with: "\n").unicodeScalars.count { $0 == "\n" || $0 == "\r" } + 1
            if let line = error.line, !(1...lines).contains(line) { return "line \(line) of \(lines): \(error)" }
            if error.line == nil, ![.tooLarge, .missingKey].contains(error.code) { return "no line: \(error)" }
            if error.column.map({ $0 < 1 }) == true { return "column \(error.column ?? 0): \(error)" }
            if error.message.utf8.count > 3_000 { return "a message of \(error.message.utf8.count) bytes" }
            let control = error.message.unicodeScalars.first { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
            return control == nil ? nil : "a control character in the message: \(error.message.debugDescription)"
        }
    }

    private static let definitions = [
        Samples.everyKey,
        """
        name: sample
        kind: food2fork
        base: http://sample.test
        queries:
          - pasta
          - "two words"
          - >-
            folded
            text
        images: true
        limit: 30
        """,
        MappingDefinitionTests.whole,
        "name: a\nkind: newsapi-v1\nbase: http://x.org\ncategory: general\nlanguage: en\ncountry: us\n",
        "{name: a, kind: forkify-v2, base: 'http://x.org/api', queries: [a]}",
    ]

    @Test func `a damaged answer of an API gives a bounded effect or a failure`() throws {
        let bodies = HostileAnswersTests.bodies
        let readers = try bodies.map { try Samples.reader($0.0) }
        let mutator = Mutator(
            .text,
            samples: bodies.map { Array($0.2.utf8) },
            words: [
                "\"recipes\":", "\"articles\":", "\"error\":\"limit\"", "\"status\":\"error\"", "\"count\":", "null",
                "{", "]", ",", "\\", "\"", "\\u",
            ],
            maxBytes: 512 << 10
        )
        let run = FuzzRun("answers", mutator) { item in
            // What one API says is read as another's too.
            let index = item.numbers.below(bodies.count)
            var answer = Samples.answer("", status: item.numbers.pick([200, 200, 200, 404, 500, 429]))
            answer.body = item.bytes
            return try AnswerCheck.problem(readers[index], answer, bodies[index].1)
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    @Test func `damaged JSON is refused, or read as it is written again`() {
        let samples =
            HostileAnswersTests.bodies.map(\.2) + [#"[1,-0.5e+3,"\u00e9\ud83d\ude00\n",{}]"#]
        let mutator = Mutator(
            .text,
            samples: samples.map { Array($0.utf8) },
            words: ["\\u", "\\ud800", "1e", "-", "true", "nul", "{\"a\":", "[", "\"", ","],
            maxBytes: 512 << 10
        )
        let run = FuzzRun("json", mutator) { item in
            let lenient = item.numbers.oneIn(2)
            do throws(JSONError) {
                let value = try JSONParser.parse(item.bytes, lenient: lenient)
                let text = value.json
                return try JSONParser.parse(Array(text.utf8)) == value ? nil : "it reads otherwise when it is written"
            } catch {
                return (0...item.bytes.count).contains(error.offset) ? nil : "the error is at byte \(error.offset)"
            }
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    @Test func `a damaged line of extraction is answered with one line of JSON`() {
        let samples = HostileAnswersTests.bodies.flatMap { kind, _, body in
            ["search", "get", "articles"].map { op in
                #"{"kind":"\#(kind.rawValue)","op":"\#(op)","body":\#(JSONValue.string(body).json),"id":[1]}"#
            }
        }
        let page =
            #"{"html":"<script type='application/ld+json'>{\"@type\":\"Recipe\"}</script>","url":"http://x.test/","id":1}"#
        let mutator = Mutator(
            .text,
            samples: (samples + [page]).map { Array($0.utf8) },
            words: ["\"id\":", "\"html\":", "\"op\":\"sources\"", "\\n", "\"body\":"],
            maxBytes: 256 << 10
        )
        let run = FuzzRun("extract-lines", mutator) { item in
            let out = ExtractLines.answer(line: String(decoding: item.bytes, as: UTF8.self))
            guard !out.utf8.contains(0x0A) else { return "more than one line" }
            return try JSONParser.parse(Array(out.utf8)).members == nil ? "no object: \(out)" : nil
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }
}
