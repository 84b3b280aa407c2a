/// A line of a text, without its break.
struct BlockLine {
    let range: Range<Int>
    /// The list markers at its start: more than one where an item begins with a list.
    private(set) var markers: [Range<Int>] = []
    /// What stands behind the markers.
    private(set) var content: Range<Int>
    /// Its first character that is seen, a picture or not; nil: there is none.
    private(set) var lead: Int?
    /// Whether it has pictures and the like alone.
    private(set) var hasAttachmentsAlone = false
    /// Whether all of its text has letters of one width and is no heading.
    private(set) var isMonospace = false
    /// Whether spaces stand as written: at its start, or several in a row.
    private(set) var isPreformatted = false

    init(_ range: Range<Int>, in source: BlockSource) {
        self.range = range
        content = range
        while let marker = Self.marker(at: content, in: source) {
            markers.append(marker)
            content = marker.upperBound..<range.upperBound
        }
        guard !source.isBlank(content) else { return }
        var hasLetters = false
        var isAfterSpace = true
        isMonospace = true
        for place in content {
            let isSpace = source.scalars[place] == " "
            if isSpace, isAfterSpace { isPreformatted = true }
            isAfterSpace = isSpace
            guard !source.isBlank(place..<place + 1) else { continue }
            let attributes = source.attributes(at: place)
            lead = lead ?? place
            if case .attachment = attributes.role { continue }
            hasLetters = true
            if !attributes.isMonospace || attributes.heading > 0 { isMonospace = false }
        }
        hasAttachmentsAlone = !hasLetters
        if !hasLetters { isMonospace = false }
    }

    /// A marker is written between two tabs.
    private static func marker(at range: Range<Int>, in source: BlockSource) -> Range<Int>? {
        func isTab(_ place: Int) -> Bool { source.scalars[place] == "\t" }
        guard let start = range.first, isTab(start), source.isMarker(start) else { return nil }
        let end = (start + 1..<range.upperBound).first { isTab($0) || !source.isMarker($0) }
        return end.flatMap { isTab($0) && source.isMarker($0) ? start..<$0 + 1 : nil }
    }
}
