import HTTPTypes
internal import LarderModel
import NIOCore

/// What the site answers, before faults.
struct Answer: Sendable {
    var status = 200
    var contentType = "application/json; charset=utf-8"
    var body: ByteBuffer
    /// Seconds since 1970; nil gives the answer neither `Last-Modified` nor an entity tag.
    var modified: Int?
    /// A strong entity tag with its quotes.
    var entityTag: String?
    var isGzip = false
    var headers: HTTPFields = [:]

    static func json(status: Int = 200, modified: Int? = nil, _ body: (inout JSONWriter) -> Void) -> Answer {
        var json = JSONWriter()
        json.object(body)
        return Answer(status: status, body: ByteBuffer(bytes: json.bytes), modified: modified)
    }

    static func page(_ text: String, status: Int = 200, type: String = "text/html", modified: Int? = nil) -> Answer {
        Answer(
            status: status,
            contentType: type + "; charset=utf-8",
            body: ByteBuffer(string: text),
            modified: modified
        )
    }

    static func redirect(to location: String, status: Int = 301) -> Answer {
        var answer = page("<!doctype html><title>Moved</title><a href=\"\(location)\">Here</a>\n", status: status)
        answer.headers[.location] = location
        return answer
    }

    static let notFound = page(
        """
        <!doctype html><html lang="en"><title>Not found</title>\
        <h1>There is nothing here</h1><a href="/">Start</a></html>

        """,
        status: 404
    )
}

extension JSONWriter {
    /// Writes a member with an object.
    mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    /// Writes a member with an array of objects, one for each element.
    mutating func member<Element>(
        _ name: String,
        objects elements: some Sequence<Element>,
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        array(elements) { json, element in json.object { body(&$0, element) } }
    }
}
