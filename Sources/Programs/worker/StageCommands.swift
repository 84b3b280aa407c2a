import ArgumentParser
import LarderCommandLine
import LarderLineFilters

extension ParsableCommand {
    fileprivate func run(_ filter: LineFilter) throws {
        do {
            try filter.run()
        } catch {
            printError("worker: \(error)")
            throw ExitCode(2)
        }
    }
}

struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn HTML into attributed text, without a cluster.",
        discussion: """
            Reads JSON lines on standard input, {"id", "html", "url"} or {"id", "bytes_base64", "content_type", \
            "url"}, and writes one JSON line for each: {"id", "text", "runs", "links", "markers", "tables"}. A line \
            that cannot be used is answered with {"error"}. The text of "html" is what a browser shows, that of \
            "bytes_base64" what a sync keeps of such a page.
            """
    )

    func run() throws { try run(.render) }
}

struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read a source's answer into records, without a cluster.",
        discussion: """
            Reads JSON lines on standard input, {"kind", "op", "body", "url"}, and writes one JSON line for each: \
            {"recipes", "articles", "outlets", "notes"} or {"error"}. KIND is the source kind, such as food2fork; OP \
            is search, get or sources.

            A recipe's web page comes as {"html", "url"} and gives {"title", "ingredients", "instructions", \
            "total_time", "yields", "image", "author", "nutrients", "steps", "ingredient_lines", "origins", …}, what \
            it does not say left out.
            """
    )

    func run() throws { try run(.extract) }
}

struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify pictures and measure them, without a cluster.",
        discussion: """
            Reads JSON lines on standard input, {"id", "path"} or {"id", "bytes_base64"}, and writes one JSON line for \
            each: {"ok", "format", "width", "height", "frames", …} or {"ok": false, "reject_reason"}.
            """
    )

    func run() throws { try run(.decode) }
}

struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find the article in web pages, without a cluster.",
        discussion: """
            Reads JSON lines on standard input, {"id", "html", "url"} or {"id", "bytes_base64", "content_type", \
            "url"}, and writes one JSON line for each: {"id", "title", "byline", "published", "lead_image", "text", \
            "captions", "images", "readerable", …}. A line that cannot be used is answered with {"error"}.
            """
    )

    func run() throws { try run(.read) }
}
