package import LarderModel

/// How a source of the kind `feed` is read.
package struct FeedOptions: Sendable, Hashable {
    package enum FullText: String, Sendable, Hashable, CaseIterable {
        /// Its page; the feed's text is kept beside it.
        case page
        /// The feed; no page is asked for.
        case feed
        /// Its page where the feed has less than 2,000 characters, or a text that breaks off.
        case longer
    }

    package var feeds: [WebAddress] = []
    package var fullText = FullText.page
    /// The most entries of each feed; nil: all.
    package var keep: Int?

    /// A feed is asked again after this time only; nil: HTTP's rules alone decide.
    package var every: Duration?

    /// Reads `feeds`; no address may hold a key.
    static func furtherFeeds(_ value: YAMLValue) throws(SourceError) -> [WebAddress] {
        let base = value.reading.base
        return try value.items { item throws(SourceError) in
            let address = try item.address()
            let isAtBase = address.origin == base.origin
            guard !address.path.contains(SourceDefinition.keyInPath) || isAtBase && value.reading.hasKey else {
                let message =
                    "{key} in \"feeds\" stands for the source's key, which `key: {environment: NAME}` names and which "
                    + "goes to \(base.origin) alone. Write another source for a feed with a key of its own."
                throw item.error(.missingKey, message)
            }
            if let key = KeyNames.first(inQuery: address.query ?? "")?.shortened(to: 60) {
                throw holdsKey(item, key, isAtBase: isAtBase)
            }
            return address == base ? nil : address
        }.unique()
    }

    private static func holdsKey(_ item: YAMLValue, _ key: String, isAtBase: Bool) -> SourceError {
        let way =
            isAtBase
            ? "write `key: {environment: NAME, query: \"\(key)\"}`, which goes to each feed of the base's host. A feed "
                + "with a key of its own wants a source of its own."
            : "write another source for this feed, with `key: {environment: NAME, query: \"\(key)\"}`."
        return item.error(.outOfRange, "\(item.name) must not hold a key; take \"\(key)\" out of it and \(way)")
    }
}

/// How a source of the kind `wordpress` is read.
package struct WordPressOptions: Sendable, Hashable {
    package enum Body: String, Sendable, Hashable, CaseIterable {
        case page
        /// The list; no page is asked for.
        case rest
        /// Its page; the list's text is kept beside it.
        case longer
    }

    /// Which pages are not asked for again.
    package enum Since: String, Sendable, Hashable, CaseIterable {
        /// Pages that were fetched after their last change by the site's own date.
        case auto
        case off
    }

    /// The REST names of the types to read, such as `posts` and `pages`.
    package var types = ["posts"]
    /// The slugs of the categories to read; empty: all.
    package var categories: [String] = []
    package var body = Body.page
    package var since = Since.auto

    package init() {}

    static func types(_ value: YAMLValue) throws(SourceError) -> [String] {
        let types = try slugs(value)
        guard types.isEmpty else { return types }
        throw value.error(.outOfRange, "\"types\" is empty; leave it out for `[posts]`.")
    }

    static func slugs(_ value: YAMLValue) throws(SourceError) -> [String] {
        let words = try value.words(maxCount: 100)
        for word in words where word.contains(where: { "/?#,&".contains($0) }) {
            let message =
                "\"\(word.shortened(to: 60))\" in \(value.name) is no slug: the last part of the address "
                + "of a category or type."
            throw value.error(.outOfRange, message)
        }
        return words
    }
}
