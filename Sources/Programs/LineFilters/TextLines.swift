internal import Foundation
internal import LarderAttributedHTML
internal import LarderAttributedText
internal import LarderHTML
internal import LarderModel

/// `worker render`: one JSON line in, one JSON line out.
///
/// In: `{"id", "html": string, "url"?: string}`, whose text is the one that a browser shows, or `{"id", "bytes_base64",
/// "content_type"?, "url"?}`, whose text is the one that a sync keeps of such a page: the encoding is found by its
/// `Content-Type` and bytes, and closed `details` are shown whole. With `"stored": true` the answer has the text as the
/// catalog keeps it too. Out:
///
/// | key | value |
/// | --- | --- |
/// | `id` | as it came in |
/// | `encoding` | what bytes were decoded from, by its name in the Encoding Standard; left out for `html` |
/// | `text` | the text without markers and attachments |
/// | `runs` | `{"text", …}`, whose texts joined are the whole text; default values are left out |
/// | `markers` | the marker of each list item shown |
/// | `tables` | `{"columns", "rows", "cells": [{"text", "row", "column", "rowspan", "colspan"}]}` |
/// | `links` | `{"url", "start", "length", "start_utf16", "length_utf16", "text"}`, positions in the joined runs |
/// | `stored` | `{"text", "runs"}`, the columns `plain` and `runs` of the catalog's table `text`, see
/// `AttributedText.runsJSON` |
/// | `language` | the `lang` of the `html` element; left out where there is none |
///
/// A line that cannot be understood gives `{"error": …}`, with the `id` where there is one.
package enum TextLines: LineAnswers {
    package static func answer(line: consuming [UInt8]) -> [UInt8] {
        LineFilter.answer(line) { request, json throws(LineFilter.Refusal) in
            let (document, encoding) = try LineFilter.page(of: request)
            let options = request["html"]?.string == nil ? TextOptions.archive(isFragment: false) : TextOptions()
            let details = TextRenderer(options).details(of: document, documentURL: request["url"]?.string)
            write(details, to: &json)
            if request["stored"] == .boolean(true) {
                json.object("stored") { json in
                    json.member("text", details.text.text)
                    json.member("runs", details.text.runsJSON)
                }
            }
            json.member("language", some: document.language)
            json.member("encoding", some: encoding)
        }
    }

    private static func write(_ details: TextDetails, to json: inout JSONWriter) {
        let text = details.text
        let bytes = Array(text.text.utf8)
        json.member("text", details.plain)
        var offsets = ScalarOffsets(bytes: bytes)
        json.array("runs", text.runs) { json, run in
            json.object { json in
                json.key("text")
                json.value(utf8: offsets.slice(start: run.start, length: run.length))
                write(run.attributes, text.links, to: &json)
            }
        }
        json.member("markers", strings: details.markers)
        json.array("tables", zip(text.tables, details.cellTexts)) { json, table in write(table.0, table.1, to: &json) }
        json.array("links", text.links.filter { !$0.isUnsafe }) { json, link in
            json.object { json in
                json.member("url", link.url)
                json.member("start", link.start)
                json.member("length", link.length)
                json.member("start_utf16", link.startUTF16)
                json.member("length_utf16", link.lengthUTF16)
                json.key("text")
                json.value(utf8: offsets.slice(start: link.start, length: link.length))
            }
        }
    }

    private static func write(_ table: TextTable, _ texts: [String], to json: inout JSONWriter) {
        json.object { json in
            json.member("columns", table.columns)
            json.member("rows", table.rows)
            json.array("cells", zip(table.cells, texts)) { json, element in
                let (cell, text) = element
                json.object { json in
                    json.member("text", text.trimming { " \t\n\r\u{C}".unicodeScalars.contains($0) })
                    json.member("row", cell.row)
                    json.member("column", cell.column)
                    json.member("rowspan", cell.rowSpan)
                    json.member("colspan", cell.columnSpan)
                }
            }
        }
    }

    private static func write(_ value: TextAttributes, _ links: [TextLink], to json: inout JSONWriter) {
        if value.size != 16 {
            json.key("size")
            json.value(decimal: value.size)
        }
        if value.weight != 400 { json.member("weight", value.weight) }
        func flag(_ name: String, _ isSet: Bool) {
            if isSet { json.member(name, true) }
        }
        flag("italic", value.isItalic)
        flag("underline", value.isUnderlined)
        flag("strike", value.isStruck)
        flag("monospace", value.isMonospace)
        if value.color != .black { json.member("color", value.color.description) }
        json.member("background", some: value.background?.description)
        if value.script != 0 { json.member("script", value.script) }
        json.member("link", some: value.link.map { links[$0].url })
        if value.heading != 0 { json.member("heading", value.heading) }
        if value.listDepth != 0 { json.member("lists", value.listDepth) }
        if value.quoteDepth != 0 { json.member("quotes", value.quoteDepth) }
        flag("marker", value.role != .text)
    }
}

/// Byte offsets of scalars, each found by a walk from the last one.
private struct ScalarOffsets {
    let bytes: [UInt8]
    var scalar = 0
    var byte = 0

    mutating func slice(start: Int, length: Int) -> ArraySlice<UInt8> {
        let first = byte(of: start)
        return bytes[first..<byte(of: start + length)]
    }

    private mutating func byte(of wanted: Int) -> Int {
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
