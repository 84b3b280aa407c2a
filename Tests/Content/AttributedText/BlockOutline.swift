import Foundation
import LarderAttributedHTML
import LarderAttributedText
import LarderHTML

func rendered(_ html: String) -> AttributedText {
    TextRenderer(TextOptions(opensDetails: true)).render(
        HTMLDocument(parsing: "<!doctype html>" + html),
        documentURL: "http://e.test/a/"
    )
}

/// The blocks of a page, a string for each: its kind, then its text; "> " for each quote around it.
func outline(_ html: String) -> [String] { rendered(html).blocks.map(\.outline) }

extension TextBlock {
    var characters: String { String(text.characters) }

    var outline: String {
        let quotes = String(repeating: "> ", count: quoteDepth)
        switch kind {
        case .heading(let level): return quotes + "h\(level) " + characters
        case .paragraph: return quotes + "p " + characters
        case .listItem(let depth, let ordinal, let marker):
            return quotes + "li\(depth) \(ordinal.map(String.init) ?? "-") \(marker) | " + characters
        case .code: return quotes + "code " + characters
        case .picture(let picture):
            let caption = picture.caption.map { " | " + String($0.characters) } ?? ""
            return quotes + "picture " + picture.attachment.url + caption
        case .media(let item): return quotes + "\(item.kind) " + item.url
        case .frame(let item): return quotes + "frame " + item.url
        case .table(let table):
            let rows = table.rows.map { $0.map { String($0.text.characters) }.joined(separator: " | ") }
            return quotes + "table " + rows.joined(separator: " / ")
        }
    }

    /// All texts of the block in the order of its text.
    var parts: [AttributedString] {
        switch kind {
        case .picture(let picture): picture.caption.map { [$0] } ?? []
        case .table(let table): table.rows.flatMap { $0.map(\.text) }
        default: [text]
        }
    }
}
