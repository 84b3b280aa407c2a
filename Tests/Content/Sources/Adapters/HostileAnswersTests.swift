import Foundation
import LarderLineFilters
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Hostile answers") struct HostileAnswersTests {
    static let bodies: [(SourceKind, JobSpec, String)] = [
        (
            .food2fork, Samples.search(),
            #"{"count":2,"recipes":[{"recipe_id":"1","title":"a"},{"recipe_id":2,"image_url":"http://x.test/"}]}"#
        ),
        (.food2fork, Samples.record("35382"), RecipeReaderTests.record),
        (
            .forkifyV2, Samples.record("x"),
            #"{"status":"success","data":{"recipe":{"id":"x","title":"T","servings":4,"ingredients":[{"quantity":0.5,"unit":"c","description":"d"}]}}}"#
        ),
        (.newsAPIv1, Samples.discover(), NewsReaderTests.sources),
        (
            .newsAPIv2, Samples.search(),
            NewsReaderTests.page(
                [NewsReaderTests.article(1, more: #","content":"<p>x","publishedAt":"2017-04-03T19:49:51Z""#)],
                total: 300
            )
        ),
    ]

    /// Values that take the place of any value of an answer.
    static let odd: [JSONValue] = [
        .null, .boolean(true), .number("-1e999"), .number("99999999999999999999999"), .number("0.0000001"), .string(""),
        .string("\u{0}\u{202E}"),
        .string(String(repeating: "x", count: 70_000)), .array([]), .array([.null, .array([])]), .object([]),
        .object([JSONMember(name: "", value: .null)]),
        .string("http://169.254.169.254/"), .string("file:///etc/passwd"), .string("../../x"), .string("limit"),
        .string("error"),
    ]

    func places(_ value: JSONValue) -> Int {
        switch value {
        case .array(let items): 1 + items.map(places).reduce(0, +)
        case .object(let members): 1 + members.map { places($0.value) }.reduce(0, +)
        default: 1
        }
    }

    func replace(_ value: JSONValue, at target: Int, with new: JSONValue, counting place: inout Int) -> JSONValue {
        let own = place
        place += 1
        if own == target { return new }
        switch value {
        case .array(let items): return .array(items.map { replace($0, at: target, with: new, counting: &place) })
        case .object(let members):
            return .object(
                members.map {
                    JSONMember(name: $0.name, value: replace($0.value, at: target, with: new, counting: &place))
                }
            )
        default: return value
        }
    }

    @Test func `any value in any place is survived, with bounded effects that name only web addresses`() throws {
        for (kind, spec, body) in Self.bodies {
            let reader = try Samples.reader(kind)
            let value = try JSONParser.parse(Array(body.utf8))
            for place in 0..<places(value) {
                for new in Self.odd {
                    var counter = 0
                    let changed = replace(value, at: place, with: new, counting: &counter)
                    guard changed != value else { continue }
                    check(reader, Samples.answer(changed.json), spec)
                }
            }
        }
    }

    @Test func `any damage to the bytes is survived, and a reading never depends on anything but the bytes`() throws {
        var numbers = SeededGenerator(seed: 11)
        for (kind, spec, body) in Self.bodies {
            let reader = try Samples.reader(kind)
            for _ in 0..<3_000 {
                var bytes = Array(body.utf8)
                for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
                    let place = Int.random(in: 0..<bytes.count, using: &numbers)
                    switch Int.random(in: 0..<4, using: &numbers) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                    case 1: bytes.remove(at: place)
                    case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
                    default: bytes.removeLast(min(bytes.count, Int.random(in: 0..<40, using: &numbers)))
                    }
                }
                var answer = Samples.answer("", status: Int.random(in: 0..<8, using: &numbers) == 0 ? 500 : 200)
                answer.body = bytes
                check(reader, answer, spec)
            }
        }
    }

    /// It comes again each time: no further try reads it.
    @Test func `JSON that is nested too deeply fails for good, and broken JSON does not`() throws {
        let deep = String(repeating: "[", count: 10_000)
        let json = try Samples.definition("name: t\nkind: json\nbase: http://api.test\nlist: /all\nfields: {id: /id}\n")
        let mapped = SourceReaders.reader(for: json, apiKey: nil)
        let readers: [(any SourceReader, JobSpec)] = [
            (try Samples.reader(.food2fork), Samples.search()), (mapped, try #require(mapped.firstJobs().first).spec),
        ]
        for (reader, spec) in readers {
            let whole = deep + String(repeating: "]", count: 10_000)
            for (body, failureClass) in [(whole, ReadFailure.Class.permanent), ("[[[", .retryable)] {
                let failure = #expect(throws: ReadFailure.self) { try reader.read(Samples.answer(body), for: spec) }
                #expect(failure?.failureClass == failureClass)
                let isTold = failure?.message.contains("nested too deeply") == true
                #expect(isTold == (failureClass == .permanent) && (failure?.code == .tooLarge) == isTold)
            }
        }
    }

    func check(_ reader: any SourceReader, _ answer: SourceAnswer, _ spec: JobSpec) {
        do {
            #expect(try AnswerCheck.problem(reader, answer, spec) == nil)
        } catch {
            Issue.record(error)
        }
    }

    @Test func `extraction answers every line with one line of JSON`() throws {
        var numbers = SeededGenerator(seed: 5)
        for (kind, _, body) in Self.bodies {
            for op in ["search", "get", "sources", "articles", "bogus"] {
                let quoted = JSONValue.string(body).json
                for field in [body, quoted, "null", "7"] {
                    var line = Array(#"{"kind":"\#(kind.rawValue)","op":"\#(op)","body":\#(field),"id":[1]}"#.utf8)
                    if Bool.random(using: &numbers) {
                        line[Int.random(in: 0..<line.count, using: &numbers)] = UInt8.random(
                            in: 0...255,
                            using: &numbers
                        )
                    }
                    let out = ExtractLines.answer(line: String(decoding: line, as: UTF8.self))
                    #expect(!out.contains("\n"))
                    let value = try JSONParser.parse(Array(out.utf8))
                    #expect(
                        (value["error"] == nil) == (value["recipes"]?.items != nil && value["articles"]?.items != nil)
                    )
                }
            }
        }
        let error = try JSONParser.parse(
            Array(
                ExtractLines.answer(line: #"{"kind":"food2fork","op":"get","body":"{\"error\":\"limit\"}","id":7}"#)
                    .utf8
            )
        )
        #expect(error["error"]?["code"]?.string == "quota-exhausted" && error["id"]?.integer == 7)
        #expect(error["error"]?["class"]?.string == "permanent")
    }
}
