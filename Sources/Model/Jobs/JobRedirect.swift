/// A redirect to another host: the job waits for that host's turn, and its own address is not asked again.
package struct JobRedirect: Sendable, Hashable, Codable {
    /// What is asked instead of the job's own address, without secrets; empty: its own once more, see ``isSecondWay``.
    package var url: String
    /// Redirects on the way there, at most ``JobLimits/maxRedirects``.
    package var count: Int
    /// Until when they may be followed without a new request, in milliseconds since 1970.
    package var freshUntil: Int64
    /// When the last one came, in milliseconds since 1970.
    package var foundAt: Int64
    /// The redirect's `Retry-After` in milliseconds, counted from ``foundAt``.
    package var waitMs: UInt64
    /// Whether the job starts over from its own address, as the named address was valid for a short time only.
    package var isSecondWay: Bool

    package init(
        url: String,
        count: Int,
        freshUntil: Int64,
        foundAt: Int64,
        waitMs: UInt64 = 0,
        isSecondWay: Bool = false
    ) {
        self.url = url
        self.count = count
        self.freshUntil = freshUntil
        self.foundAt = foundAt
        self.waitMs = waitMs
        self.isSecondWay = isSecondWay
    }

    /// Starts over from the job's own address.
    package static func back(at now: Int64) -> JobRedirect {
        JobRedirect(url: "", count: 0, freshUntil: 0, foundAt: now, isSecondWay: true)
    }

    package var address: WebAddress? { WebAddress(url) }

    /// Whether the job's own address may name another mirror where this host fails.
    package var mayBeNamedAnew: Bool { address != nil && !isSecondWay }

    /// In milliseconds; older addresses may have expired with their signature or session.
    private static let heldMs: Int64 = 60_000

    /// Whether an answer may mean that the address has expired, so that the job's own is worth another request.
    package func mayHaveEnded(status: Int, at now: Int64) -> Bool {
        guard mayBeNamedAnew, foundAt < now - Self.heldMs else { return false }
        return switch StatusMeaning(status, pause: nil) {
        case .badRequest, .notFound, .refused: true
        default: false
        }
    }

    /// Whether this is a step forward, so that redirects between hosts end.
    ///
    /// - Parameter earlier: Nil: the job is at its own address.
    package func leadsOn(from earlier: JobRedirect?) -> Bool {
        let isPlace = url.isEmpty ? isSecondWay && count == 0 : count > 0 && address?.description == url
        return isPlace && (0...JobLimits.maxRedirects).contains(count) && step > earlier?.step ?? 0
    }

    private var step: Int { count + (isSecondWay ? JobLimits.maxRedirects + 1 : 0) }
}
