internal import LarderModel

/// What an endpoint says, before validators, faults and HTTP details.
struct Answer: Sendable {
    var status = 200
    var contentType = Self.json
    var bytes: [UInt8] = []
    /// Seconds since 1970; nil gives the answer neither `Last-Modified` nor an entity tag.
    var modified: Int?
    var headers: [(name: String, value: String)] = []

    static let json = "application/json; charset=utf-8"
    static let html = "text/html; charset=utf-8"
    static let xml = "application/xml; charset=utf-8"
    static let text = "text/plain; charset=utf-8"

    static func json(status: Int = 200, modified: Int? = nil, _ body: (inout JSONWriter) -> Void) -> Answer {
        var text = JSONWriter()
        text.object(body)
        return Answer(status: status, bytes: text.bytes, modified: modified)
    }

    static func page(_ text: String, status: Int = 200, contentType: String = html, modified: Int? = nil) -> Answer {
        Answer(status: status, contentType: contentType, bytes: Array(text.utf8), modified: modified)
    }

    static func redirect(to location: String, status: Int = 301) -> Answer {
        var answer = page("<!doctype html><title>Moved</title><a href=\"\(location)\">Here</a>\n", status: status)
        answer.headers = [("Location", location)]
        return answer
    }

    static let notFound = page(
        "<!doctype html><html lang=\"en\"><title>Not found</title><h1>There is nothing here</h1><a href=\"/\">Start</a></html>\n",
        status: 404
    )
}
