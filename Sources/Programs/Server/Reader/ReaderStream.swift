internal import LarderViewer

/// A list of items that the Google Reader API names.
enum ReaderStream: Sendable, Hashable {
    case all, read, unread, starred
    /// The items of a source.
    case feed(String)
    /// The items of all sources in a folder.
    case label(String)

    /// Reads `feed/…` and `user/…/state/com.google/…`, `user/…/label/…`; nil: it is none of this server.
    init?(_ text: String) {
        if text.hasPrefix("feed/") {
            self = .feed(String(text.dropFirst(5)))
            return
        }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] == "user" else { return nil }
        switch (parts[2], parts[3]) {
        case ("label", let name): self = .label(String(name))
        case ("state", "com.google/reading-list"): self = .all
        case ("state", "com.google/read"): self = .read
        case ("state", "com.google/kept-unread"): self = .unread
        case ("state", "com.google/starred"): self = .starred
        default: return nil
        }
    }

    /// As answers name it.
    var text: String {
        switch self {
        case .all: "user/-/state/com.google/reading-list"
        case .read: "user/-/state/com.google/read"
        case .unread: "user/-/state/com.google/kept-unread"
        case .starred: "user/-/state/com.google/starred"
        case .feed(let name): "feed/\(name)"
        case .label(let name): "user/-/label/\(name)"
        }
    }
}

extension StreamSource {
    /// The folder of the source: what most of its items are.
    var folder: String { articles > recipes ? "Articles" : "Recipes" }
}

/// The items of a larder as one request asks for them.
struct ReaderSelection: Sendable {
    /// All of them must have an item.
    var wanted: [ReaderStream]
    /// None of them may have it.
    var excluded: [ReaderStream] = []
    var isOldestFirst = false
    /// When a reader could first see it, in Unix milliseconds.
    var added: ClosedRange<Int64> = 0...Int64.max
    /// The place to go on behind.
    var last: StreamPlace?

    private let marks: ReaderMarks.Snapshot
    private let folders: [String: String]

    init(_ wanted: [ReaderStream], _ marks: ReaderMarks.Snapshot, _ sources: [StreamSource]) {
        (self.wanted, self.marks) = (wanted, marks)
        folders = Dictionary(sources.map { ($0.name, $0.folder) }) { first, _ in first }
    }

    /// Calls `take` with each item in the order, until it returns false.
    func each(_ pages: ViewerPages, take: (StreamItem) throws -> Bool) throws {
        var filter = StreamFilter()
        (filter.isOldestFirst, filter.last) = (isOldestFirst, last)
        if wanted.contains(.starred) { filter.urns = Array(marks.starred) }
        let narrow = wanted.contains { if case .feed = $0 { true } else if case .label = $0 { true } else { false } }
        if narrow {
            filter.sources = folders.filter { name, folder in
                wanted.allSatisfy { stream in
                    switch stream {
                    case .feed(let feed): feed == name
                    case .label(let label): label == folder
                    default: true
                    }
                }
            }.map(\.key)
        }
        try pages.reader.stream(filter, now: pages.milliseconds) { item in
            guard added.contains(item.added), wanted.allSatisfy({ has($0, item.urn, item.source) }),
                !excluded.contains(where: { has($0, item.urn, item.source) })
            else { return true }
            return try take(item)
        }
    }

    /// Whether a stream has an item.
    func has(_ stream: ReaderStream, _ urn: String, _ source: String) -> Bool {
        switch stream {
        case .all: true
        case .read: marks.read.contains(urn)
        case .unread: !marks.read.contains(urn)
        case .starred: marks.starred.contains(urn)
        case .feed(let name): name == source
        case .label(let label): label == folders[source]
        }
    }

    /// The streams that an item is told to be in.
    func categories(of item: FeedItem) -> [String] {
        let folder = folders[item.source].map { [ReaderStream.label($0)] } ?? []
        let marked = [ReaderStream.read, .starred].filter { has($0, item.urn, item.source) }
        return ([.all] + marked + folder).map(\.text)
    }
}
