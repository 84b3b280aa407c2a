import Foundation
import Larder

/// What is shown; texts are as the larder has them, not safe for a terminal.
struct Screen: Hashable, Sendable {
    var title: String
    var lines: [Line] = []
    var links: [Line] = []
    /// Where `n` and `o` lead; nil: nowhere.
    var next, orders: Place?
    var isMenu = false
}

/// A paragraph, a picture with its caption, or an entry of a list.
struct Line: Hashable, Sendable, Identifiable {
    var id = ""
    var text: String
    var note = ""
    /// What stands before the text, such as a list marker; further rows are indented by as much.
    var lead = ""
    var isHeading = false
    var picture: ShownPicture?
    /// What its number opens; nil: it has no number.
    var place: Place?
}

extension Line {
    init(_ card: RecipeCard) {
        let note = [card.publisher, card.minutes.map { "\($0) min" }, card.rating.map { "\($0) ★" }].joined
        self.init(id: card.id, text: card.title, note: note, picture: card.picture, place: .item(card.id))
    }

    init(_ row: ArticleRow) {
        let note = [row.publisher, row.published?.formatted(date: .abbreviated, time: .omitted), row.summary].joined
        self.init(id: row.id, text: row.title, note: note, picture: row.picture, place: .item(row.id))
    }

    init(_ hit: SearchHit) {
        let note = hit.snippet?.marked ?? hit.source
        self.init(id: hit.id, text: hit.title.marked, note: note, picture: hit.picture, place: .item(hit.id))
    }

    init(_ section: LarderSection, _ what: String, _ place: Place) {
        self.init(id: what + section.id, text: section.name, note: "\(section.count) \(what)", place: place)
    }
}

extension MarkedText {
    /// The text with the words of the search between « and ».
    fileprivate var marked: String {
        var (result, end) = ("", text.startIndex)
        for mark in marks {
            (result, end) = (result + "\(text[end..<mark.lowerBound])«\(text[mark])»", mark.upperBound)
        }
        return result + text[end...]
    }
}

extension [String?] {
    /// The known ones in one line.
    var joined: String { compactMap(\.self).joined(separator: " · ") }
}
