internal import Foundation
internal import Hummingbird

/// What a browser has seen of the larder, which its cookie keeps, so that the first page tells what is new since then.
struct Visit: Sendable, Equatable {
    /// The number of the last change before this visit: what is newer is new to the reader.
    var since: Int64
    /// The number of the last change that the reader could see.
    private var latest: Int64
    /// When a page was asked for last, in Unix seconds.
    private var seconds: Int64

    private static let cookieName = "larder-visit"
    /// A visit ends when no page was asked for so long.
    private static let longestPause: Int64 = 1_800

    /// The visit that a request is part of; a first one has seen nothing before, and to it nothing is new.
    init(_ request: Request, latestChange: Int64, now: Date) {
        let parts = (request.cookies[Self.cookieName]?.value ?? "").split(separator: ".").map { Int64($0) }
        let time = Int64(now.timeIntervalSince1970)
        guard parts.count == 3, let since = parts[0], let latest = parts[1], let seconds = parts[2],
            (0...latestChange).contains(since), latest >= 0, seconds >= 0
        else {
            (self.since, latest, self.seconds) = (latestChange, latestChange, time)
            return
        }
        self.since = time - seconds > Self.longestPause ? min(latest, latestChange) : since
        (self.latest, self.seconds) = (latestChange, time)
    }

    /// The cookie that keeps it for a year.
    var cookie: Cookie {
        Cookie(
            name: Self.cookieName,
            value: "\(since).\(latest).\(seconds)",
            maxAge: 365 * 86_400,
            path: "/",
            httpOnly: true,
            sameSite: .strict
        )
    }
}
