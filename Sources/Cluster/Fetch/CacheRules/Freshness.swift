/// How long a stored answer may be used without asking again, by a cache that serves one user (RFC 9111).
public struct Freshness: Sendable, Hashable {
    /// Whether the answer may be kept at all: `false` with `no-store`.
    public let isStorable: Bool
    /// For how long, counted from when the answer came, its `Age` taken off.
    ///
    /// Zero means: ask again each time.
    public let lifetime: Duration
    /// Whether ``lifetime`` was guessed from `Last-Modified` (RFC 9111 §4.2.2) for want of word from the server.
    public let isGuessed: Bool

    /// The most that is guessed: one day.
    public static let longestGuess = Duration.seconds(86_400)

    /// Reads `Cache-Control`, `Expires`, `Date`, `Age` and `Last-Modified`.
    ///
    /// `max-age` wins over `Expires`. `no-cache`, `no-store` and a malformed `max-age` or `Expires` give zero. With
    /// none of these, a tenth of the time since `Last-Modified`, at most ``longestGuess``, is guessed for statuses that
    /// allow it.
    ///
    /// - Parameters:
    ///   - status: Of the answer.
    ///   - headers: With lower-case names.
    ///   - now: When the answer came, in seconds since 1970.
    public init(status: Int, headers: [HeaderField], now: Int64) {
        let first = { (name: String) in headers.first { $0.name == name }?.value }
        let directives = Self.directives(headers.filter { $0.name == "cache-control" }.map(\.value))
        isStorable = !directives.contains { $0.name == "no-store" }
        let age = first("age").map(\.trimmingHTTPSpace).flatMap { Self.isDigits($0) ? saturatedNumber($0) : nil } ?? 0
        let date = first("date").flatMap { HTTPDate(parsing: $0, now: now)?.unixSeconds } ?? now
        var seconds: Int64 = 0
        var isGuessed = false
        if !isStorable || directives.contains(where: { $0.name == "no-cache" }) {
            seconds = 0
        } else if let maxAge = directives.first(where: { $0.name == "max-age" }) {
            seconds = maxAge.value.map { Self.isDigits($0) ? saturatedNumber($0) : 0 } ?? 0
        } else if let expires = first("expires") {
            seconds = HTTPDate(parsing: expires, now: now).map { max(0, $0.unixSeconds - date) } ?? 0
        } else if Self.guessable.contains(status), let modified = first("last-modified"),
            let modifiedAt = HTTPDate(parsing: modified, now: now)
        {
            seconds = min(max(0, date - modifiedAt.unixSeconds) / 10, Self.longestGuess.components.seconds)
            isGuessed = true
        }
        lifetime = .seconds(max(0, seconds - age))
        self.isGuessed = isGuessed
    }

    private static let guessable: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    private static func isDigits(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The directives in order, names lower-cased, quotes around values taken off.
    private static func directives(_ values: [String]) -> [(name: String, value: String?)] {
        values.flatMap { $0.split(separator: ",") }.map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count == 2 ? String(halves[1]).trimmingHTTPSpace : nil
            let isQuoted = value.map { $0.utf8.count >= 2 && $0.hasPrefix("\"") && $0.hasSuffix("\"") } ?? false
            return (
                String(halves[0]).trimmingHTTPSpace.lowercased(),
                isQuoted ? value.map { String($0.dropFirst().dropLast()) } : value
            )
        }
    }
}
