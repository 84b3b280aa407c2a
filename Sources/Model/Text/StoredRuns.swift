/// What the column `runs` of a text says of lengths and links, in each of its versions.
///
/// What the attributes of a run mean is for LarderAttributedText to read. `RunsCheck` bounds the length of all links
/// together.
package struct StoredRuns {
    /// A run, which begins where the one before it ends.
    package struct Run {
        /// In Unicode scalars; nil where the JSON gives none.
        package let length: Int?
        /// Which of ``StoredRuns/sets`` it has; only where it has a length.
        package let set: Int
    }

    /// A link, which may lie outside of its text.
    package struct Link {
        package let url: String
        package let start: Int
        package let length: Int
        /// Whether the link leads to an address that an app should not open.
        package let isUnsafe: Bool
    }

    /// 1 or 2.
    ///
    /// In version 2 the ``sets`` hold differences of numbers of links, attachments and list items.
    package let version: Int
    /// The attributes of runs; in version 1 each run has a set of its own.
    package private(set) var sets: [JSONValue] = []
    /// The runs in order.
    package private(set) var runs: [Run] = []
    /// The links in order, without those that are none.
    package private(set) var links: [Link] = []
    /// The whole value.
    package let json: JSONValue

    /// Reads the column; nil where it is no JSON of these versions.
    package init?(_ text: String) {
        guard let json = try? JSONParser.parse(Array(text.utf8)), let version = json["v"]?.integer else { return nil }
        self.json = json
        self.version = version
        switch version {
        case 1: readFirstVersion()
        case 2: readSecondVersion()
        default: return nil
        }
    }

    private mutating func readFirstVersion() {
        sets = [.object([])]
        for item in json["runs"]?.items ?? [] {
            let length = (item.items?.first ?? item).integer
            if let attributes = item.items?.last {
                runs.append(Run(length: length, set: sets.count))
                sets.append(attributes)
            } else {
                runs.append(Run(length: length, set: 0))
            }
        }
        links = (json["links"]?.items ?? []).compactMap { Self.link($0.items ?? [], base: "") }
    }

    private mutating func readSecondVersion() {
        sets = json["sets"]?.items ?? []
        runs = (json["runs"]?.items ?? []).map { item in
            guard let number = item.integer, number >= 0, !sets.isEmpty else { return Run(length: nil, set: 0) }
            return Run(length: number / sets.count, set: number % sets.count)
        }
        let ranges = linkRanges()
        let bases = (json["bases"]?.items ?? []).map(\.string)
        var number = 0
        for group in json["links"]?.items ?? [] {
            guard let parts = group.items, let place = parts.first?.integer, bases.indices.contains(place),
                let base = bases[place]
            else { continue }
            for part in parts.dropFirst() {
                if let rest = part.string {
                    if let range = ranges[number] {
                        let length = range.end &- range.start
                        links.append(Link(url: base + rest, start: range.start, length: length, isUnsafe: false))
                    }
                } else if let link = Self.link(part.items ?? [], base: base) {
                    links.append(link)
                }
                number += 1
            }
        }
    }

    /// Where the runs of each link lie, from the first one's start to the last one's end.
    private func linkRanges() -> [Int: (start: Int, end: Int)] {
        let steps = sets.map { $0["l"]?.integer }
        var ranges: [Int: (start: Int, end: Int)] = [:]
        var (link, start) = (-1, 0)
        for run in runs {
            guard let length = run.length else { break }
            let end = start &+ length
            if let step = steps[run.set] {
                link &+= step
                ranges[link] = (ranges[link]?.start ?? start, end)
            }
            start = end
        }
        return ranges
    }

    /// Reads `[url, start, length]`.
    ///
    /// A fourth element marks a link that an app should not open.
    private static func link(_ parts: [JSONValue], base: String) -> Link? {
        guard parts.count >= 3, let url = parts[0].string, let start = parts[1].integer, let length = parts[2].integer
        else { return nil }
        return Link(url: base + url, start: start, length: length, isUnsafe: parts.count > 3)
    }
}
