internal import Foundation
internal import LarderAttributedHTML
internal import LarderHTML
internal import LarderModel

/// The renderer as a filter: one JSON line in, one JSON line out.
///
/// In: `{"id", "html": string, "url"?: string}`, whose text is the one that a browser shows, or `{"id", "bytes_base64",
/// "content_type"?, "url"?}`, whose text is the one that a sync keeps of such a page: the encoding is found by its
/// `Content-Type` and bytes, and closed `details` are shown whole. With `"stored": true` the answer has the text as the catalog keeps it too. Out:
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
/// | `stored` | `{"text", "runs"}`, the columns `plain` and `runs` of the catalog's table `text`, see `AttributedText.runsJSON` |
/// | `language` | the `lang` of the `html` element; left out where there is none |
///
/// A line that cannot be understood gives `{"error": …}`, with the `id` where there is one.
package enum TextLines {
    /// The answer to one line; never fails and holds no line break.
    package static func answer(line: String) -> String {
        LineFilter.answer(line) { request, json throws(LineFilter.Refusal) in
            let (document, encoding) = try LineFilter.page(of: request)
            let options = request["html"]?.string == nil ? TextOptions.archive(isFragment: false) : TextOptions()
            let details = TextRenderer(options).details(of: document, documentURL: request["url"]?.string)
            write(details, to: &json)
            if request["stored"] == .boolean(true) { writeStored(details.text, to: &json) }
            if let language = document.language { json.member("language", language) }
            if let encoding { json.member("encoding", encoding) }
        }
    }

    private static func write(_ details: TextDetails, to json: inout JSONWriter) {
        let text = details.text
        let bytes = Array(text.text.utf8)
        json.member("text", details.plain)
        json.key("runs")
        var offsets = ScalarOffsets(bytes)
        json.array(text.runs) { json, run in
            json.object { json in
                json.key("text")
                json.value(utf8: offsets.slice(start: run.start, length: run.length))
                write(run.attributes, text.links, to: &json)
            }
        }
        json.member("markers", strings: details.markers)
        json.key("tables")
        json.array(zip(text.tables, details.cellTexts)) { json, table in write(table.0, table.1, to: &json) }
        json.key("links")
        var linkOffsets = ScalarOffsets(bytes)
        json.array(text.links.filter { !$0.isUnsafe }) { json, link in
            json.object { json in
                json.member("url", link.url)
                json.member("start", link.start)
                json.member("length", link.length)
                json.member("start_utf16", link.startUTF16)
                json.member("length_utf16", link.lengthUTF16)
                json.key("text")
                json.value(utf8: linkOffsets.slice(start: link.start, length: link.length))
            }
        }
    }

    private static func writeStored(_ text: AttributedText, to json: inout JSONWriter) {
        json.key("stored")
        json.object { json in
            json.member("text", text.text)
            json.member("runs", text.runsJSON)
        }
    }

    private static func write(_ table: TextTable, _ texts: [String], to json: inout JSONWriter) {
        json.object { json in
            json.member("columns", table.columns)
            json.member("rows", table.rows)
            json.key("cells")
            json.array(zip(table.cells, texts)) { json, element in
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
            guard isSet else { return }
            json.key(name)
            json.value(true)
        }
        flag("italic", value.isItalic)
        flag("underline", value.isUnderlined)
        flag("strike", value.isStruck)
        flag("monospace", value.isMonospace)
        if value.color != .black { json.member("color", value.color.description) }
        if let background = value.background { json.member("background", background.description) }
        if value.script != 0 { json.member("script", value.script) }
        if let link = value.link { json.member("link", links[link].url) }
        if value.heading != 0 { json.member("heading", value.heading) }
        if value.listDepth != 0 { json.member("lists", value.listDepth) }
        if value.quoteDepth != 0 { json.member("quotes", value.quoteDepth) }
        flag("marker", value.role != .text)
    }
}

/// Byte offsets of scalars, found by going on from the last one asked for.
private struct ScalarOffsets {
    private let bytes: [UInt8]
    private var scalar = 0
    private var byte = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

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
