import Foundation
import Testing

@testable import LarderHTML

@Suite("Tokenizer by html5lib") struct TokenizerTests {
    private struct File: Decodable {
        var tests: [Case]?
    }

    private struct Case: Decodable {
        var description: String
        var input: String
        var output: [[JSONValue]]
        var initialStates: [String]?
        var lastStartTag: String?
        var doubleEscaped: Bool?
    }

    @Test(arguments: Corpus.html5lib)
    func `every input gives the tokens the tests expect in every state`(tests: URL) throws {
        let folder = tests.appending(path: "tokenizer")
        var passed = 0
        var runs = 0
        var surrogates = 0
        for url in Corpus.files(in: folder, suffix: ".test") {
            let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
            for test in file.tests ?? [] {
                let isEscaped = test.doubleEscaped == true
                let states = test.initialStates ?? ["Data state"]
                guard let input = isEscaped ? Self.unescape(test.input) : test.input else {
                    surrogates += states.count
                    continue
                }
                let expected = try Self.normalized(test.output, isEscaped: isEscaped)
                for state in states {
                    runs += 1
                    let got = try tokens(of: input, state: state, lastStartTag: test.lastStartTag)
                    if got == expected {
                        passed += 1
                    } else {
                        Issue.record(
                            """
                            \(url.lastPathComponent): \(test.description), \(state)
                            \(input.debugDescription)
                            expected \(expected)
                            got \(got)
                            """
                        )
                    }
                }
            }
        }
        print("html5lib tokenizer: \(passed) of \(runs) runs, \(surrogates) inputs with lone surrogates left out")
        #expect(surrogates == (Corpus.isOwn(tests) ? 0 : 4), "only inputs that cannot be UTF-8 are left out")
        #expect(runs > (Corpus.isOwn(tests) ? 16 : 7000))
    }

    private func tokens(of input: String, state: String, lastStartTag: String?) throws -> [JSONValue] {
        let bytes = Array(input.utf8)
        // A byte order mark is for the decoder before the tokenizer, which takes one off.
        let text = InputText(
            bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] + bytes : bytes,
            maxBytes: 1 << 20
        )
        var tokenizer = Tokenizer(text)
        tokenizer.state = try #require(Self.states[state])
        if let lastStartTag { tokenizer.lastStartTag = tokenizer.names.intern(Array(lastStartTag.utf8)) }
        var result: [JSONValue] = []
        var characters: [UInt8] = []
        func string(_ range: TextRange) -> String {
            String(decoding: (range.isDecoded ? tokenizer.decoded : text.bytes)[range.bounds], as: UTF8.self)
        }
        while true {
            let token = tokenizer.next(text.bytes.span)
            if token.kind != .text, !characters.isEmpty {
                result.append(.list([.string("Character"), .string(String(decoding: characters, as: UTF8.self))]))
                characters = []
            }
            switch token.kind {
            case .endOfFile:
                return result
            case .text:
                characters += Array(string(token.text).utf8)
            case .comment:
                result.append(.list([.string("Comment"), .string(string(token.text))]))
            case .doctype:
                let doctype = tokenizer.doctype
                let parts = [doctype.name, doctype.publicID, doctype.systemID].map { bytes in
                    bytes.map { JSONValue.string(String(decoding: $0, as: UTF8.self)) } ?? .null
                }
                result.append(.list([.string("DOCTYPE")] + parts + [.bool(!doctype.forcesQuirks)]))
            case .endTag:
                result.append(.list([.string("EndTag"), .string(Self.name(token.name, tokenizer))]))
            case .startTag:
                var attributes: [String: JSONValue] = [:]
                for attribute in tokenizer.attributes[Int(token.firstAttribute)...] {
                    attributes[Self.name(attribute.name, tokenizer)] = .string(string(attribute.value))
                }
                #expect(attributes.count == Int(token.attributeCount))
                let parts: [JSONValue] = [
                    .string("StartTag"), .string(Self.name(token.name, tokenizer)), .object(attributes),
                ]
                result.append(.list(token.isSelfClosing ? parts + [.bool(true)] : parts))
            }
        }
    }

    private static func name(_ id: NameID, _ tokenizer: Tokenizer) -> String {
        String(decoding: tokenizer.names.bytes[tokenizer.names.bounds(of: id)], as: UTF8.self)
    }

    private static let states: [String: Tokenizer.State] = [
        "Data state": .data, "RCDATA state": .rcdata, "RAWTEXT state": .rawText, "Script data state": .scriptData,
        "PLAINTEXT state": .plainText, "CDATA section state": .cdata,
    ]

    /// The expected tokens, unescaped once more where the test says so.
    private static func normalized(_ output: [[JSONValue]], isEscaped: Bool) throws -> [JSONValue] {
        try output.map { token in .list(isEscaped ? try token.map { try unescape($0) } : token) }
    }

    private static func unescape(_ value: JSONValue) throws -> JSONValue {
        switch value {
        case .string(let text): return .string(try #require(unescape(text)))
        case .list(let list): return .list(try list.map { try unescape($0) })
        case .object(let object):
            var result: [String: JSONValue] = [:]
            for (key, value) in object { result[try #require(unescape(key))] = try unescape(value) }
            return .object(result)
        case .null, .bool: return value
        }
    }

    /// Undoes escapes of `\u` and four hexadecimal digits; `nil` if that leaves a lone surrogate.
    private static func unescape(_ text: String) -> String? {
        var units: [UInt16] = []
        var rest = Array(text.utf16)[...]
        while let unit = rest.popFirst() {
            if unit == 0x5C, rest.first == 0x75, rest.count >= 5 {
                let digits = String(decoding: rest.dropFirst().prefix(4), as: UTF16.self)
                if let value = UInt16(digits, radix: 16) {
                    units.append(value)
                    rest = rest.dropFirst(5)
                    continue
                }
            }
            units.append(unit)
        }
        return String(validating: units, as: UTF16.self)
    }
}
