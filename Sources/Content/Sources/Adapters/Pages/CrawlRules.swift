internal import LarderModel
internal import LarderSourceDefinitions

/// Which links a crawl follows: endless links are left out by their form.
///
/// Links that only many pages show to be endless (calendars, facets, unknown sessions) end by the bounds on depth and
/// pages, and by the coordinator's watch.
enum CrawlRules {
    static let maxURLBytes = 2_048
    static let maxSegments = 20
    static let maxRepeats = 2
    static let maxParameters = 4
    /// How many years ahead a date in an address may lie.
    static let maxYearsAhead = 2

    enum Trap: String, CaseIterable {
        case length = "longer than 2048 bytes"
        case segments = "more than 20 segments in the path"
        case repeats = "a path that repeats itself"
        case host = "a host name in the path again and again"
        case parameters = "more than 4 parameters"
        case date = "a date more than 2 years ahead"
    }

    /// The address without session and tracking parameters.
    static func cleaned(_ address: WebAddress) -> WebAddress {
        // Paths are ASCII, so that both spellings have the same length.
        let session = address.path.lowercased().firstRange(of: ";jsessionid=")
        let length = session.map { address.path.lowercased()[..<$0.lowerBound].utf8.count }
        let path = length.map { address.path.prefix(bytes: $0) } ?? address.path
        let kept = address.query.map { query in
            query.split(separator: "&").filter { !TrackingParameters.contains(name(of: $0)) }.joined(separator: "&")
        }
        return address.with(path: path, query: kept.nonEmpty)
    }

    static func trap(in address: WebAddress, year: Int) -> Trap? {
        guard address.description.utf8.count <= maxURLBytes else { return .length }
        let segments = address.path.split(separator: "/").map(String.init)
        guard segments.count <= maxSegments else { return .segments }
        var counts: [String: Int] = [:]
        for segment in segments {
            counts[segment, default: 0] += 1
            let isHost = segment.lowercased() == address.host || segment.lowercased().hasPrefix("www.")
            if isHost, counts[segment] ?? 0 > 1 { return .host }
            if counts[segment] ?? 0 > maxRepeats { return .repeats }
        }
        let parameters = address.query?.split(separator: "&") ?? []
        guard parameters.count <= maxParameters else { return .parameters }
        return hasFarDate(segments, parameters, year: year) ? .date : nil
    }

    // MARK: Parts

    private static func name(of parameter: Substring) -> String {
        String(parameter.prefix { $0 != "=" }).lowercased()
    }

    /// `/2031/05/`, `?month=2031-05` or `?year=2031`.
    private static func hasFarDate(_ segments: [String], _ parameters: [Substring], year: Int) -> Bool {
        func isFar(_ text: Substring) -> Bool {
            text.utf8.count == 4 && text.utf8.allSatisfy(\.isASCIIDigit)
                && (Int(text).map { $0 > year + maxYearsAhead && $0 < 3_000 } ?? false)
        }
        for (number, segment) in segments.enumerated() {
            let parts = segment.split(separator: "-")
            if parts.count > 1, parts.count <= 3, isFar(parts[0]), isMonth(parts[1]) { return true }
            if isFar(segment[...]), number + 1 < segments.count, isMonth(segments[number + 1][...]) { return true }
        }
        return parameters.contains { parameter in
            guard ["year", "month", "date", "day", "y", "cal", "tribe-bar-date"].contains(name(of: parameter)) else {
                return false
            }
            let value = parameter.drop { $0 != "=" }.dropFirst()
            return value.split(separator: "-").first.map(isFar) ?? false
        }
    }

    private static func isMonth(_ text: Substring) -> Bool {
        text.utf8.count <= 2 && (Int(text).map { (1...12).contains($0) } ?? false)
    }
}
