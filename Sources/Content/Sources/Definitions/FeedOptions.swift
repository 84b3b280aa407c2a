package import LarderModel

/// How a source of the kind `feed` is read.
package struct FeedOptions: Sendable, Hashable {
    /// Where an entry's whole text comes from.
    package enum FullText: String, Sendable, Hashable, CaseIterable {
        /// From its page; what the feed has of it is kept beside it.
        case page
        /// From the feed; no page is asked for.
        case feed
        /// From its page where the feed has only a beginning: less than 2,000 characters, or a text that breaks off.
        case longer
    }

    /// Further feeds besides the base.
    package var feeds: [WebAddress] = []
    /// Where whole texts come from.
    package var fullText = FullText.page
    /// The most entries of each feed, the first ones; nil: all.
    package var keep: Int?

    /// A feed that was asked less than that ago is not asked again; nil: HTTP's rules alone say when.
    package var every: Duration?

    /// The defaults.
    package init() {}

    /// Reads `feeds`: further feeds, in none of which a key may stand.
    static func furtherFeeds(_ value: YAMLValue) throws(SourceError) -> [WebAddress] {
        let base = value.reading.base
        return try value.items { item throws(SourceError) in
            let address = try item.address()
            let isAtBase = address.origin == base.origin
            guard !address.path.contains(SourceDefinition.keyInPath) || isAtBase && value.reading.hasKey else {
                throw item.error(
                    .missingKey,
                    "{key} in \"feeds\" stands for the source's key, which `key: {environment: NAME}` "
                        + "names and which goes to "
                        + "\(base.origin) alone. Write another source for a feed with a key of its own."
                )
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
            ? "write `key: {environment: NAME, query: \"\(key)\"}`, which goes to each feed of the base's "
                + "host. A feed with a key of its "
                + "own wants a source of its own."
            : "write another source for this feed, with `key: {environment: NAME, query: \"\(key)\"}`."
        return item.error(.outOfRange, "\(item.name) must not hold a key; take \"\(key)\" out of it and \(way)")
    }
}

/// How a source of the kind `wordpress` is read.
package struct WordPressOptions: Sendable, Hashable {
    /// Where an item's whole text comes from.
    package enum Body: String, Sendable, Hashable, CaseIterable {
        /// From its page.
        case page
        /// From the list.
        case rest
        /// From its page; what the list has of it is kept beside it.
        case longer
    }

    /// Which pages need not be asked for again.
    package enum Since: String, Sendable, Hashable, CaseIterable {
        /// Those that were fetched after the site's own date of their last change.
        case auto
        /// None.
        case off
    }

    /// The REST names of the types to read, such as `posts` and `pages`.
    package var types = ["posts"]
    /// The slugs of the categories to read; empty: all.
    package var categories: [String] = []
    /// Where whole texts come from.
    package var body = Body.page
    /// Which pages need not be asked for again.
    package var since = Since.auto

    /// The defaults.
    package init() {}

    /// Reads `types`.
    static func types(_ value: YAMLValue) throws(SourceError) -> [String] {
        let types = try slugs(value)
        guard types.isEmpty else { return types }
        throw value.error(.outOfRange, "\"types\" is empty; leave it out for `[posts]`.")
    }

    /// Words that stand in addresses.
    static func slugs(_ value: YAMLValue) throws(SourceError) -> [String] {
        let words = try value.words(maxCount: 100)
        for word in words where word.contains(where: { "/?#,&".contains($0) }) {
            throw value.error(
                .outOfRange,
                "\"\(word.shortened(to: 60))\" in \(value.name) is no slug: the last part of the address "
                    + "of a category or type."
            )
        }
        return words
    }
}
