internal import Foundation
internal import LarderHTML
internal import LarderImaging
internal import LarderModel

/// The stages of a job as filters, `worker render|extract|decode|read`: one line of JSON in, one line of JSON out.
package enum LineFilter: Sendable {
    /// HTML to attributed text.
    case render
    /// A source's answer, or a recipe's web page, to records.
    case extract
    /// A picture to its verdict.
    case decode
    /// A web page to the article in it.
    case read

    private var answers: any LineAnswers.Type {
        switch self {
        case .render: TextLines.self
        case .extract: ExtractLines.self
        case .decode: ImagingLines.self
        case .read: ReaderLines.self
        }
    }

    /// The answer to one line, without a line end; never traps, whatever the line.
    package func answer(line: String) -> String { answers.answer(line: line) }

    /// Answers every line of standard input on standard output, in order, until the input ends.
    ///
    /// - Throws: `ImagingError` when libvips does not start; ``OutputError``; `InputLines.Failure`.
    package func run() throws {
        if case .decode = self { try ImageDecoder.start() }
        let input = InputLines()
        while let line = try input.next() {
            guard !line.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) else { continue }
            var answer = answers.answer(line: line)
            answer.append(UInt8(ascii: "\n"))
            do { try FileHandle.standardOutput.write(contentsOf: answer) } catch { throw OutputError() }
        }
    }

    /// Standard output does not accept the answers.
    package struct OutputError: Error, CustomStringConvertible {
        package let description =
            "The answers cannot be written: standard output is closed or full. Give it another file."
    }

    /// Why a line gets no answer.
    struct Refusal: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }

    /// The deepest nesting of a line: an answer of an API inside a request.
    static let maxDepth = RecordBound.jsonDepth.limit + 4

    /// Answers a line with the `id` that it names and the members that `body` writes, or with `{"error": message}`.
    static func answer(
        _ line: consuming [UInt8],
        _ body: (JSONValue, inout JSONWriter) throws(Refusal) -> Void
    ) -> [UInt8] {
        guard let request = try? JSONParser.parse(line, maxDepth: maxDepth), request.members != nil else {
            return Array(#"{"error":"The line is not a JSON object."}"#.utf8)
        }
        var refusal: Refusal?
        func text(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
            var json = JSONWriter(capacity: 256)
            json.object { json in
                if let id = request["id"] {
                    json.key("id")
                    json.value(id)
                }
                members(&json)
            }
            return json.bytes
        }
        let answer = text { json in
            do throws(Refusal) { try body(request, &json) } catch { refusal = error }
        }
        guard let refusal else { return answer }
        return text { $0.member("error", refusal.message) }
    }

    /// The bytes of a member in base64 (RFC 4648 section 4, white space allowed), or those of `text`.
    static func bytes(
        of request: JSONValue,
        at name: String = "bytes_base64",
        or text: String?,
        refusal: String
    ) throws(Refusal) -> [UInt8] {
        if let encoded = request[name]?.string {
            guard let bytes = Base64.decoded(Array(encoded.utf8)) else { throw Refusal("bytes_base64 is not base64.") }
            return bytes
        }
        guard let text else { throw Refusal(refusal) }
        return Array(text.utf8)
    }

    /// The page of a line: `html`, or `bytes_base64`, whose encoding is found by its `content_type` and bytes.
    ///
    /// - Returns: The encoding's name only where it was found by the bytes.
    static func page(of request: JSONValue) throws(Refusal) -> (document: HTMLDocument, encoding: String?) {
        if let html = request["html"]?.string { return (HTMLDocument(parsing: html), nil) }
        let bytes = try bytes(of: request, or: nil, refusal: "The line has neither html nor bytes_base64.")
        let page = HTMLPage(bytes, contentType: request["content_type"]?.string ?? "")
        return (page.document, page.encoding.rawValue)
    }
}

/// One stage's answers to lines of JSON.
package protocol LineAnswers {
    /// The answer to one line; never fails and holds no line break.
    static func answer(line: consuming [UInt8]) -> [UInt8]
}

extension LineAnswers {
    package static func answer(line: String) -> String {
        String(decoding: answer(line: Array(line.utf8)), as: UTF8.self)
    }
}

extension JSONWriter {
    mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    mutating func array<Element>(
        _ name: String,
        _ elements: some Sequence<Element>,
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        array(elements, body)
    }

    /// Writes nothing for nil.
    mutating func member(_ name: String, some text: String?) {
        if let text { member(name, text) }
    }

    /// Writes nothing for nil.
    mutating func member(_ name: String, some number: Int?) {
        if let number { member(name, number) }
    }

    /// Writes nothing for nil.
    mutating func member(_ name: String, some number: Double?) {
        if let number { member(name, number) }
    }

    /// Writes nothing for an empty list.
    mutating func member(_ name: String, list items: [String]) {
        if !items.isEmpty { member(name, strings: items) }
    }
}
