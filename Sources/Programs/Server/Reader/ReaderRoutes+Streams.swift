internal import Hummingbird
internal import LarderModel
internal import LarderPages
internal import LarderViewer

/// Lists of items.
extension ReaderRoutes {
    private static let mostIdentifiers = 10_000
    private static let mostItems = 1_000

    /// `stream/items/ids`: the numbers of a stream's items.
    func identifiers(_ call: ReaderCall) async throws -> String {
        let marks = try await marks.snapshot()
        return try await call.pages.read { pages in
            let selection = try call.selection(call.stream(call.fields["s"] ?? ""), marks, pages)
            let part = try selection.part(pages, call.limit(standard: 20, most: Self.mostIdentifiers))
            return JSONWriter.text { writer in
                writer.object { object in
                    object.key("itemRefs")
                    object.array(part.items) { writer, item in
                        writer.object { reference in
                            reference.member("id", String(ReaderItemID(urn: item.urn).value))
                            reference.member("directStreamIds", strings: [ReaderStream.feed(item.source).text])
                            reference.member("timestampUsec", String(max(item.added, 0) * 1_000))
                        }
                    }
                    if let place = part.continuation { object.member("continuation", place) }
                }
            }
        }
    }

    /// `stream/contents/…`: a stream's items with their texts.
    func stream(_ call: ReaderCall) async throws -> String {
        let marks = try await marks.snapshot()
        let named = call.path.dropFirst("stream/contents/".count)
        let name = named.isEmpty ? call.fields["s"] ?? ReaderStream.all.text : String(named)
        return try await call.pages.read { pages in
            let stream = try call.stream(name)
            let selection = try call.selection(stream, marks, pages)
            let part = try selection.part(pages, call.limit(standard: 20, most: Self.mostItems))
            return try Self.document(stream, part.items.map(\.id), selection, part.continuation, pages)
        }
    }

    /// `stream/items/contents`: items by their numbers, with their texts.
    func items(_ call: ReaderCall, _ table: ReaderItemTable) async throws -> String {
        let numbers = try call.itemIDs().prefix(Self.mostItems)
        let marks = try await marks.snapshot()
        return try await call.pages.read { pages in
            let ids = try table.items(Array(numbers), pages).map(\.id)
            let selection = try ReaderSelection([.all], marks, pages.reader.streamSources())
            return try Self.document(.all, ids, selection, nil, pages)
        }
    }

    private static func document(
        _ stream: ReaderStream,
        _ ids: [Int64],
        _ selection: ReaderSelection,
        _ continuation: String?,
        _ pages: ViewerPages
    ) throws -> String {
        let items = try pages.feedItems(ids, hasText: true)
        return JSONWriter.text { writer in
            writer.object { object in
                object.member("direction", "ltr")
                object.member("id", stream.text)
                object.member("title", "Larder")
                object.member("updated", pages.milliseconds / 1_000)
                object.key("items")
                object.array(items) { $1.write(&$0, selection, pages) }
                if let continuation { object.member("continuation", continuation) }
            }
        }
    }
}

extension ReaderCall {
    /// The items that a request asks for.
    ///
    /// `it` names a further stream that each item must be in. `xt` names a stream whose items are left out. `ot` and
    /// `nt` are the first and the last time, in Unix seconds. `r=o` puts the oldest item first. `c` is the place where
    /// the part before ended.
    func selection(
        _ stream: ReaderStream,
        _ marks: ReaderMarks.Snapshot,
        _ pages: ViewerPages
    ) throws -> ReaderSelection {
        let wanted = try fields.all("it").map { try self.stream($0) }
        var selection = try ReaderSelection([stream] + wanted, marks, pages.reader.streamSources())
        // Apps also name streams that this server does not have, such as "like". Those have no items to leave out.
        selection.excluded = fields.all("xt").compactMap { ReaderStream($0) }
        selection.isOldestFirst = fields["r"] == "o"
        let oldest = Self.milliseconds(fields["ot"]) ?? 0
        selection.added = oldest...max(oldest, Self.milliseconds(fields["nt"]) ?? .max)
        if let place = fields["c"], !place.isEmpty {
            guard let last = StreamPlace(continuation: place) else {
                throw HTTPError(.badRequest, message: "\"\(place.prefix(100))\" is no continuation of this server.")
            }
            selection.last = last
        }
        return selection
    }

    func limit(standard: Int, most: Int) -> Int { min(max(1, fields["n"].flatMap { Int($0) } ?? standard), most) }

    /// A time in seconds, milliseconds or microseconds, as different apps send it; nil: there is none.
    static func milliseconds(_ text: String?) -> Int64? {
        guard let number = text.flatMap({ Int64($0) }), number > 0 else { return nil }
        return number >= 100_000_000_000_000 ? number / 1_000 : number >= 100_000_000_000 ? number : number * 1_000
    }
}

extension ReaderSelection {
    /// The first items, and where the next part begins; nil: there is none.
    fileprivate func part(_ pages: ViewerPages, _ limit: Int) throws -> (items: [StreamItem], continuation: String?) {
        var items: [StreamItem] = []
        try each(pages) { item in
            items.append(item)
            return items.count <= limit
        }
        guard items.count > limit else { return (items, nil) }
        items.removeLast()
        return (items, items.last.map { StreamPlace(time: $0.time, id: $0.id).continuation })
    }
}

extension StreamPlace {
    fileprivate init?(continuation text: String) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let time = Int64(parts[0]), let id = Int64(parts[1]) else { return nil }
        self.init(time: time, id: id)
    }

    fileprivate var continuation: String { "\(time).\(id)" }
}

extension FeedItem {
    /// Writes the item as an entry of the API.
    fileprivate func write(_ writer: inout JSONWriter, _ selection: ReaderSelection, _ pages: ViewerPages) {
        let stream = ReaderStream.feed(source)
        let added = max(added, 0)
        writer.object { object in
            object.member("id", ReaderItemID(urn: urn).long)
            object.member("crawlTimeMsec", String(added))
            object.member("timestampUsec", String(added * 1_000))
            object.member("published", (published ?? added) / 1_000)
            object.member("updated", updated / 1_000)
            object.member("title", title)
            for name in ["canonical", "alternate"] {
                object.key(name)
                object.array { list in
                    list.object { link in
                        link.member("href", original ?? page)
                        if name == "alternate" { link.member("type", "text/html") }
                    }
                }
            }
            object.member("author", author)
            object.member("categories", strings: selection.categories(of: self) + categories)
            object.key("summary")
            object.object { summary in
                summary.member("direction", "ltr")
                summary.member("content", text.text)
            }
            if let picture {
                object.key("enclosure")
                object.array { list in
                    list.object { file in
                        file.member("href", picture.address)
                        file.member("type", picture.mediaType)
                        if let size = picture.byteCount { file.member("length", size) }
                    }
                }
            }
            object.key("origin")
            object.object { origin in
                origin.member("streamId", stream.text)
                origin.member("htmlUrl", pages.sourceAddress(source))
                origin.member("title", source)
            }
        }
    }
}

extension ViewerPages {
    /// The list of a source's items.
    func sourceAddress(_ name: String) -> String { addresses.list(ListAddress().changed { $0.source = name }) }
}
