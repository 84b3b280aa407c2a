import LarderHTML

/// The renderer as a filter: one JSON line in, one JSON line out.
///
/// In: `{"id", "html": string, "url"?: string}` or `{"id", "bytes_base64", "content_type"?, "url"?}`. Out:
///
/// | key | value |
/// | --- | --- |
/// | `id` | as it came in |
/// | `text` | the text without markers and attachments |
/// | `runs` | `{"text", …}`, whose texts joined are the whole text; default values are left out |
/// | `markers` | the marker of each list item shown |
/// | `tables` | `{"columns", "rows", "cells": [{"text", "row", "column", "rowspan", "colspan"}]}` |
/// | `links` | `{"url", "start", "length", "start_utf16", "length_utf16", "text"}`, positions in the joined runs |
///
/// A line that cannot be understood gives `{"error": …}`, with the `id` where there is one.
public enum TextLines {
    /// The answer to one line; never fails and holds no line break.
    public static func answer(line: String) -> String {
        guard let request = JSONLine(line) else { return #"{"error":"The line is not a JSON object."}"# }
        var json = JSONWriter()
        json.raw("{")
        if let id = request.members["id"] {
            json.raw("\"id\":")
            json.raw(id)
            json.raw(",")
        }
        let document: HTMLDocument
        if let html = request.string("html") {
            document = HTMLDocument(parsing: html)
        } else if let encoded = request.string("bytes_base64") {
            guard let bytes = JSONLine.base64(encoded) else {
                json.raw("\"error\":\"bytes_base64 is not base64.\"}")
                return json.text
            }
            document = HTMLDocument(parsing: bytes)
        } else {
            json.raw("\"error\":\"The line has neither html nor bytes_base64.\"}")
            return json.text
        }
        let pass = TextRenderer().layout(document, documentURL: request.string("url"))
        var assembler = TextAssembler(pass)
        write(pass, assembler.text(), &json)
        json.raw("}")
        return json.text
    }

    private static func write(_ pass: LayoutPass, _ text: AttributedText, _ json: inout JSONWriter) {
        let plain = pass.writer.bytes
        json.raw("\"text\":")
        json.string(plain[...])
        let bytes = Array(text.text.utf8)
        var offsets = ScalarOffsets(bytes)
        json.raw(",\"runs\":[")
        json.list(text.runs) { json, run in
            json.raw("{\"text\":")
            json.string(bytes[offsets.byte(of: run.start)..<offsets.byte(of: run.start + run.length)])
            attributes(run.attributes, text.links, &json)
            json.raw("}")
        }
        json.raw("],\"markers\":[")
        json.list(pass.items.filter(\.isShown)) { json, item in json.string(item.style.marker(for: item.ordinal)) }
        json.raw("],\"tables\":[")
        json.list(pass.finishedTables) { json, table in
            json.raw("{\"columns\":\(table.columns),\"rows\":\(table.rows),\"cells\":[")
            json.list(table.cells) { json, cell in
                json.raw("{\"text\":")
                json.string(trimmed(plain[cell.start..<max(cell.start, cell.end)]))
                json.raw(",\"row\":\(cell.row),\"column\":\(cell.column)")
                json.raw(",\"rowspan\":\(cell.rowSpan),\"colspan\":\(cell.columnSpan)}")
            }
            json.raw("]}")
        }
        json.raw("],\"links\":[")
        var linkOffsets = ScalarOffsets(bytes)
        json.list(text.links.filter { !$0.isUnsafe }) { json, link in
            json.raw("{\"url\":")
            json.string(link.url)
            json.raw(",\"start\":\(link.start),\"length\":\(link.length)")
            json.raw(",\"start_utf16\":\(link.startUTF16),\"length_utf16\":\(link.lengthUTF16),\"text\":")
            json.string(bytes[linkOffsets.byte(of: link.start)..<linkOffsets.byte(of: link.start + link.length)])
            json.raw("}")
        }
        json.raw("]")
    }

    private static func attributes(_ value: TextAttributes, _ links: [TextLink], _ json: inout JSONWriter) {
        if value.size != 16 {
            json.raw(",\"size\":")
            json.decimal(value.size)
        }
        if value.weight != 400 { json.raw(",\"weight\":\(value.weight)") }
        if value.isItalic { json.raw(",\"italic\":true") }
        if value.isUnderlined { json.raw(",\"underline\":true") }
        if value.isStruck { json.raw(",\"strike\":true") }
        if value.isMonospace { json.raw(",\"monospace\":true") }
        if value.color != .black { json.raw(",\"color\":\"\(value.color)\"") }
        if let background = value.background { json.raw(",\"background\":\"\(background)\"") }
        if value.script != 0 { json.raw(",\"script\":\(value.script)") }
        if let link = value.link {
            json.raw(",\"link\":")
            json.string(links[link].url)
        }
        if value.heading != 0 { json.raw(",\"heading\":\(value.heading)") }
        if value.listDepth != 0 { json.raw(",\"lists\":\(value.listDepth)") }
        if value.quoteDepth != 0 { json.raw(",\"quotes\":\(value.quoteDepth)") }
        if value.role != .text { json.raw(",\"marker\":true") }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var slice = bytes.drop { CSSText.isSpace($0) }
        while let last = slice.last, CSSText.isSpace(last) { slice.removeLast() }
        return slice
    }
}

/// Byte offsets of scalars, found by going on from the last one asked for.
struct ScalarOffsets {
    private let bytes: [UInt8]
    private var scalar = 0
    private var byte = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte(of wanted: Int) -> Int {
        while scalar < wanted, byte < bytes.count {
            byte += 1
            while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
            scalar += 1
        }
        while scalar > wanted, byte > 0 {
            byte -= 1
            while byte > 0, bytes[byte] & 0xC0 == 0x80 { byte -= 1 }
            scalar -= 1
        }
        return byte
    }
}
