internal import LarderModel
internal import LarderSourceDefinitions

/// What the pages of a list before this one were, in the cursor of the page's job.
///
/// Nothing else of the past counts, so that any worker reads any page with the same result. Old marks are dropped; a
/// very large circle ends by ``SourceMapping/Paging/maxPages``.
struct ListProgress: Sendable, Hashable {
    var count = 0
    /// How many of these name an item that one before them named.
    var repeated = 0
    var largest = 0
    /// How many items the whole list has by the pages before; 0: they say nothing of it.
    var total = 0
    /// How many pages it has by the pages before; 0: they say nothing of it.
    var pageTotal = 0
    /// Whether a page said that there are fewer than a page before it said.
    var hasFewerPages = false
    /// The cursor or address that the page before named.
    var next = ""
    /// The time of the newest item of the sync before.
    var since = ""
    /// Pages in a row without anything newer.
    var oldPages = 0
    /// Marks of the newest ids, of the newest pages by all their ids, and of the addresses and cursors asked for.
    var ids = Marks(limit: 1_024)
    var pages = Marks(limit: 256)
    var asked = Marks(limit: 256)

    init(since: String = "") { self.since = since }

    /// Reads ``cursor``; any other text is the beginning of a list.
    init(cursor: String) {
        guard let json = try? JSONParser.parse(Array(cursor.utf8)) else { return }
        count = max(0, json["count"]?.integer ?? 0)
        repeated = max(0, min(count, json["repeated"]?.integer ?? 0))
        largest = max(0, json["largest"]?.integer ?? 0)
        total = max(0, json["total"]?.integer ?? 0)
        pageTotal = max(0, json["pageTotal"]?.integer ?? 0)
        hasFewerPages = json["fewer"] == .boolean(true)
        oldPages = max(0, json["old"]?.integer ?? 0)
        for (name, path) in Self.texts { self[keyPath: path] = json[name]?.string ?? "" }
    }

    private static var texts: [(name: String, path: WritableKeyPath<Self, String>)] {
        [
            ("next", \.next), ("since", \.since), ("ids", \.ids.text), ("pages", \.pages.text),
            ("asked", \.asked.text),
        ]
    }

    /// Counts the items of a page by their ids.
    ///
    /// - Returns: How many of them neither the page itself nor the ``Marks/limit`` items before it had.
    mutating func add(_ items: [String]) -> Int {
        var known = ids.all
        let marks = items.map(Marks.mark)
        let new = marks.count { known.insert($0).inserted }
        let (sum, overflow) = count.addingReportingOverflow(items.count)
        count = overflow ? .max : sum
        repeated += items.count - new
        ids.append(marks)
        return new
    }

    /// The end of the list behind these pages, with a note where the API counts other items or pages.
    ///
    /// Where not all items were to be read, no count says anything.
    ///
    /// - Parameters:
    ///   - url: The last page.
    ///   - isEmpty: Whether that has no items.
    func end(at url: String, page: Int, isEmpty: Bool, _ definition: SourceDefinition, _ mapping: SourceMapping)
        -> PagingStep
    {
        guard count > 0, count < definition.limit ?? .max, since.isEmpty, !mapping.paging.isNewestFirst
        else { return .end }
        let different = count - repeated
        let (ends, kept) = ("The list ends at \(url) after", "so nothing is taken for gone.")
        if mapping.paging.total != nil, total < different {
            let message =
                "\(ends) \(different.counted("item")), and `total` of `paging` points to no number of them, \(kept) If the "
                + "API does not count them, leave `total` out."
            return .cut(.listChanged, message)
        }
        if different < total {
            let message = "\(ends) \(different.counted("different item")), and the API counts \(total), \(kept)"
            return .cut(.listChanged, message)
        }
        if mapping.paging.total == nil, hasFewerPages || page < pageTotal || isEmpty && page == pageTotal {
            let last = isEmpty ? page - 1 : page
            let message = "\(ends) \(last.counted("page")) with items, and the API counted \(pageTotal), \(kept)"
            return .cut(.listChanged, message)
        }
        return .end
    }

    /// The members of an object that the page before named; empty: it named none.
    var continuation: [(name: String, value: String)] {
        let members = (try? JSONParser.parse(Array(next.utf8)))?.members ?? []
        return members.compactMap { member in member.value.text.map { (member.name, $0) } }
    }

    /// What an answer says of the page behind it.
    enum Continuation {
        case none, kept
        /// It names one in a form that no request can say.
        case unusable
    }

    /// Keeps the members of an object for the next page's request; null and an empty object name none.
    mutating func goOn(by value: JSONValue?) -> Continuation {
        guard let value, !value.isBlank else { return .none }
        guard let members = value.members, members.count <= Self.maxMembers,
            members.allSatisfy({ $0.value.text != nil || $0.value == .null })
        else { return .unusable }
        next = JSONValue.object(members.filter { $0.value != .null }).json
        return next.utf8.count <= WebAddress.maxBytes ? .kept : .unusable
    }

    /// What a note says of an unusable continuation.
    static func unusable(at url: String) -> String {
        "\(url) says how its list goes on in a form that no request can repeat, so the list breaks off here. It may name at "
            + "most \(maxMembers) texts or numbers in \(WebAddress.maxBytes) bytes, and none that a request has itself."
    }

    private static let maxMembers = 32

    /// Empty for the beginning of a list.
    var cursor: String {
        guard self != ListProgress() else { return "" }
        return JSONWriter.text { writer in
            writer.object { writer in
                writer.member("count", count)
                writer.member("largest", largest)
                for (name, path) in Self.texts where !self[keyPath: path].isEmpty {
                    writer.member(name, self[keyPath: path])
                }
                if repeated > 0 { writer.member("repeated", repeated) }
                if total > 0 { writer.member("total", total) }
                if pageTotal > 0 { writer.member("pageTotal", pageTotal) }
                if hasFewerPages { writer.member("fewer", true) }
                if oldPages > 0 { writer.member("old", oldPages) }
            }
        }
    }
}

/// Marks of texts, seven characters each, the newest last.
struct Marks: Sendable, Hashable {
    fileprivate(set) var text = ""
    let limit: Int

    init(limit: Int) { self.limit = limit }

    private static let length = 7

    var all: Set<String> {
        let bytes = Array(text.utf8)
        return Set(
            stride(from: 0, to: bytes.count - bytes.count % Self.length, by: Self.length).map { start in
                String(decoding: bytes[start..<(start + Self.length)], as: UTF8.self)
            }
        )
    }

    mutating func append(_ marks: [String]) {
        let joined = text + marks.suffix(limit).joined()
        text = String(joined.suffix(limit * Self.length))
    }

    /// The mark of a text: 42 bits of its hash.
    static func mark(_ text: String) -> String {
        var hash = StableHash.Short(text).value
        hash ^= hash >> 32
        return String(decoding: (0..<length).map { digits[Int(hash >> UInt64($0 * 6) & 63)] }, as: UTF8.self)
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
