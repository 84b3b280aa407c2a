internal import Hummingbird
internal import LarderModel
internal import LarderViewer

/// Marks of items.
extension ReaderRoutes {
    /// `edit-tag`: marks the items `i` as read or starred (`a`), or takes marks away (`r`).
    func edit(_ call: ReaderCall, _ table: ReaderItemTable) async throws -> Response {
        let numbers = try call.itemIDs()
        let changes =
            try call.fields.all("a").map { try Self.change($0, call, isAdded: true) }
            + call.fields.all("r").map { try Self.change($0, call, isAdded: false) }
        let urns = try await call.pages.read { try table.items(numbers, $0).map(\.urn) }
        try await marks.set(changes.compactMap(\.self), of: urns)
        return Self.plain("OK")
    }

    /// Nil: nothing is to be done.
    private static func change(
        _ text: String,
        _ call: ReaderCall,
        isAdded: Bool
    ) throws -> (mark: ReaderMarks.Mark, isSet: Bool)? {
        switch ReaderStream(text) {
        case .read: return (.read, isAdded)
        case .starred: return (.starred, isAdded)
        // That an item is kept unread is no mark of its own.
        case .unread: return isAdded ? (.read, false) : nil
        default:
            let message = "Items can be marked as read and starred here, not \"\(text.prefix(100))\"."
            throw HTTPError(.forbidden, message: message)
        }
    }

    /// `mark-all-as-read`: the items of the stream `s` that a reader could see at the time `ts`.
    func markAll(_ call: ReaderCall) async throws -> Response {
        let marked = try await marks.snapshot()
        let urns = try await call.pages.read { pages in
            let stream = try call.stream(call.fields["s"] ?? "")
            var selection = try ReaderSelection([stream, .unread], marked, pages.reader.streamSources())
            selection.added = 0...(ReaderCall.milliseconds(call.fields["ts"]) ?? .max)
            var urns: [String] = []
            try selection.each(pages) { item in
                urns.append(item.urn)
                return true
            }
            return urns
        }
        try await marks.set([(.read, true)], of: urns)
        return Self.plain("OK")
    }
}
