/// The kinds of work that Larder splits a source into.
///
/// The raw value is stored in the ledger and travels in messages: never renumber.
public enum JobKind: UInt32, Sendable, Hashable, CaseIterable {
    /// Does nothing; measures dispatch (`coordinator bench dispatch`).
    case noop = 0
    /// Reads what a source offers: robots, sitemap, feed, index.
    case discover = 1
    /// Reads one page of one query.
    case search = 2
    /// Reads one item: the API's record or the item's web page.
    case detail = 3
    /// Puts an original picture into the cache.
    case imageDownload = 4
    /// Verifies a cached picture and puts its variants into the cache.
    case imageDecode = 5
    /// Turns cached HTML into attributed text.
    case text = 6
}

extension JobKind {
    /// The name that users see in URNs, tables and `--only`.
    public var name: String { Self.names[Int(rawValue)] }

    private static let names = ["noop", "discover", "search", "detail", "imageDownload", "imageDecode", "text"]

    /// The kind with this name, or nil.
    public init?(name: String) {
        guard let index = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: UInt32(index))
    }

    /// What the kind waits for, which decides the credit it is drawn from.
    package var jobClass: JobClass { self == .imageDecode || self == .text ? .render : .fetch }
}

/// What jobs of a kind wait for: a network, or a core.
package enum JobClass: Int, Sendable, Hashable, CaseIterable {
    /// Waits for a network; many run at once in one worker.
    case fetch = 0
    /// Burns a core; as many run at once as the worker has render threads.
    case render = 1
}
