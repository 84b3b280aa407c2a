/// Where another host was named to a job: it is asked in that host's turn, and the job's own address is not asked again.
package struct JobRedirect: Sendable, Hashable, Codable {
    /// What is asked instead of the job's own address, without secrets; empty: its own once more, see ``isSecondWay``.
    package var url: String
    /// Redirects on the way there, at most ``JobLimits/maxRedirects``.
    package var count: Int
    /// Until when they may be followed without asking for them again, in milliseconds since 1970.
    package var freshUntil: Int64
    /// When the last one came, in milliseconds since 1970.
    package var foundAt: Int64
    /// How long after that nothing is to be asked there, in milliseconds: the redirect's `Retry-After`.
    package var waitMs: UInt64
    /// Whether the way is gone once more from its beginning, as it led to an address that held for a short time only.
    package var isSecondWay: Bool

    /// Makes a redirect.
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

    /// The beginning of the second way.
    package static func back(at now: Int64) -> JobRedirect {
        JobRedirect(url: "", count: 0, freshUntil: 0, foundAt: now, isSecondWay: true)
    }

    /// What is asked instead of the job's own address; nil: its own once more.
    package var address: WebAddress? { WebAddress(url) }

    /// Whether the job's own address may name another one where this one's host fails, as those do that spread requests over mirrors.
    package var mayBeNamedAnew: Bool { address != nil && !isSecondWay }

    /// An address that was named longer ago, in milliseconds, may not hold any more: a signature ends, or a session.
    private static let heldMs: Int64 = 60_000

    /// Whether an answer may mean that the address was asked too late, so that the job's own is worth asking once more.
    package func mayHaveEnded(status: Int, at now: Int64) -> Bool {
        guard mayBeNamedAnew, foundAt < now - Self.heldMs else { return false }
        return switch StatusMeaning(status, pause: nil) {
        case .badRequest, .notFound, .refused: true
        default: false
        }
    }

    /// Whether a job may come here: each of its steps leads on, so that there is an end however hosts lead to each other.
    ///
    /// - Parameter earlier: Where it is; nil: at its own address.
    package func leadsOn(from earlier: JobRedirect?) -> Bool {
        let isPlace = url.isEmpty ? isSecondWay && count == 0 : count > 0 && address?.description == url
        return isPlace && (0...JobLimits.maxRedirects).contains(count) && step > earlier?.step ?? 0
    }

    private var step: Int { count + (isSecondWay ? JobLimits.maxRedirects + 1 : 0) }
}
