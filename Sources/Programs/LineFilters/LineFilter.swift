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

    /// The answer to one line, without a line end; never traps, whatever the line.
    package func answer(line: String) -> String {
        switch self {
        case .render: TextLines.answer(line: line)
        case .extract: ExtractLines.answer(line: line)
        case .decode: ImagingLines.answer(line: line)
        case .read: ReaderLines.answer(line: line)
        }
    }

    /// Answers every line of standard input on standard output, in order, until the input ends.
    ///
    /// - Throws: `ImagingError` when libvips does not start; ``OutputError``.
    package func run() throws {
        if case .decode = self { try ImageDecoder.start() }
        while let line = readLine(strippingNewline: true) {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            do {
                try Self.write(answer(line: line))
            } catch {
                throw OutputError()
            }
        }
    }

    /// Writes an answer and a line end; a long one piece by piece, as a copy of it may take as much memory as all else.
    private static func write(_ answer: String) throws {
        var rest = answer.utf8[...]
        while rest.count > pieceBytes {
            try FileHandle.standardOutput.write(contentsOf: Data(rest.prefix(pieceBytes)))
            rest = rest.dropFirst(pieceBytes)
        }
        try FileHandle.standardOutput.write(contentsOf: Data(rest) + [UInt8(ascii: "\n")])
    }

    private static let pieceBytes = 1 << 20

    /// Nobody gets the answers.
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
        _ line: String,
        _ body: (JSONValue, inout JSONWriter) throws(Refusal) -> Void
    ) -> String {
        guard let request = try? JSONParser.parse(Array(line.utf8), maxDepth: maxDepth), request.members != nil else {
            return JSONWriter.text { $0.object { $0.member("error", "The line is not a JSON object.") } }
        }
        var refusal: Refusal?
        func text(_ members: (inout JSONWriter) -> Void) -> String {
            JSONWriter.text { json in
                json.object { json in
                    if let id = request["id"] {
                        json.key("id")
                        json.value(id)
                    }
                    members(&json)
                }
            }
        }
        let answer = text { json in
            do throws(Refusal) { try body(request, &json) } catch { refusal = error }
        }
        guard let refusal else { return answer }
        return text { $0.member("error", refusal.message) }
    }

    /// The bytes behind base64 (RFC 4648 section 4), white space allowed.
    static func bytes(base64 text: String) throws(Refusal) -> [UInt8] {
        guard let bytes = Base64.decoded(Array(text.utf8)) else { throw Refusal("bytes_base64 is not base64.") }
        return bytes
    }

    /// The page of a line: `html`, or `bytes_base64`, whose encoding is found by its `content_type` and bytes.
    ///
    /// - Returns: The encoding's name only where it was found by the bytes.
    static func page(of request: JSONValue) throws(Refusal) -> (document: HTMLDocument, encoding: String?) {
        if let html = request["html"]?.string { return (HTMLDocument(parsing: html), nil) }
        guard let encoded = request["bytes_base64"]?.string else {
            throw Refusal("The line has neither html nor bytes_base64.")
        }
        let page = HTMLPage(try bytes(base64: encoded), contentType: request["content_type"]?.string ?? "")
        return (page.document, page.encoding.rawValue)
    }
}
