import Foundation
import LarderModel
import Testing

@Suite("JSON parser") struct JSONParserTests {
    func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

    @Test func `values keep their order, their numbers' text and their characters`() throws {
        let value = try parse(
            #" {"b": [1, -0.5e+10, 12345678901234567890, true, false, null], "a": "x\u00e9\ud83c\udf55\n\/", "b2": {}} "#
        )
        #expect(value.members?.map(\.name) == ["b", "a", "b2"])
        #expect(value["b"]?.items?.map(\.text) == ["1", "-0.5e+10", "12345678901234567890", nil, nil, nil])
        #expect(
            try parse(#"[4, 4.0, 40e-1, -3.0, 4.5, 12345678901234567890.0, "4.0"]"#).items?.map(\.identifier)
                == ["4", "4", "4", "-3", "4.5", "12345678901234567890.0", "4.0"]
        )
        #expect(JSONValue.number("-9223372036854775808.0").identifier == "-9223372036854775808.0")
        #expect(value["a"]?.string == "xé🍕\n/")
        #expect(try parse(value.json) == value)
        #expect(try parse("\u{FEFF}[]") == .array([]))
        #expect(try parse(#"{"a":1,"a":2}"#)["a"]?.integer == 2)
    }

    @Test func `lone surrogates and invalid UTF-8 become replacement characters`() throws {
        #expect(
            try parse(#"["\ud800", "\udc00x", "\ud800\u0041", "\ud800\ud83c\udf55"]"#).items?.map(\.string)
                == ["\u{FFFD}", "\u{FFFD}x", "\u{FFFD}A", "\u{FFFD}🍕"]
        )
        #expect(try JSONParser.parse([0x22, 0xFF, 0x61, 0x22]).string == "\u{FFFD}a")
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "[1 2]", "tru", "nul", "01", "1.", ".5", "+1", "-",
        "1e", "\"a",
        "\"\\x\"", "\"\\u12g4\"", "\"\u{1}\"", "[] []", "{\"a\":1,}", "NaN", "'a'", "[1]x",
    ])
    func `what is no JSON is refused with its place`(_ text: String) {
        let error = #expect(throws: JSONError.self) { try parse(text) }
        #expect((0...text.utf8.count).contains(error?.offset ?? -1))
    }

    @Test func `depth and number of values are limited`() {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try parse(deep) }
        func isLimit(_ text: String, maxValues: Int = RecordBound.jsonValues.limit) -> Bool? {
            let error = #expect(throws: JSONError.self) {
                try JSONParser.parse(Array(text.utf8), maxValues: maxValues)
            }
            return error?.isLimit
        }
        #expect(isLimit("[" + deep + "]") == true)
        #expect(isLimit(String(repeating: "[{\"a\":", count: 500_000)) == true)
        #expect(isLimit("[1,2,3]", maxValues: 3) == true)
        #expect(isLimit(deep + "]") == false, "what is wrong may be right the next time")
    }

    @Test func `it agrees with Foundation about damaged texts`() {
        var numbers = SeededGenerator(seed: 7)
        let seedText = Array(#"{"a":[1,2.5e3,"x\u00e9\ud83c\udf55\\",null,true,{"b":"é"}],"c":-0}"#.utf8)
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = seedText
            for _ in 0..<Int.random(in: 1...3, using: &numbers) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &numbers)], at: place)
                default: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
                }
            }
            guard let value = try? JSONParser.parse(bytes) else { continue }
            accepted += 1
            #expect((try? JSONParser.parse(Array(value.json.utf8))) == value)
            // What this parser takes, another strict one takes as well (invalid UTF-8 apart, which is replaced here).
            if String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) {
                let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
                let surrogates = String(decoding: bytes, as: UTF8.self).lowercased().contains("\\ud")
                #expect(theirs != nil || surrogates, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(accepted > 100)
    }
}
