/// Sources of authors' names, and the words around the names.
enum BylineSources {
    /// Names of `meta` elements, the best first.
    static let metadata = RuleText.items(
        """
        dc.creator, dc:creator, dcterms.creator, author, article:author, parsely-author, sailthru.author, byl,
        citation_author, article:author_name, authors, twitter:data1
        """
    )

    /// What stands before a name, in lower case.
    static let openings = RuleText.items(
        """
        by, by:, written by, written by:, posted by, posted by:, author:, authors:, author, story by, words by, von,
        von:, autor:, autor, par, par:, por, por:, di, od, автор:, автор, text:, text, av, af, door, reported by,
        published by, escrito por, tekst:, door:, redaktion:, auteur:, created by, submitted by
        """
    )

    /// The openings that make a line of the page a byline.
    static let spoken = RuleText.items(
        """
        by, by:, written by, posted by, von, von:, par, por, author:, autor:, text:, words by, story by,
        reported by
        """
    )

    /// Words and marks that end a name.
    static let endings = [
        " · ", " – ", " — ", " // ", " on ", " - ", " am ", " le ", " el ", " Published", " Updated",
        " Posted", " published", " updated", "|", "•",
    ]

    /// Words that sites write for a missing name.
    static let nobody: Set<String> = Set(openings).union([
        "admin", "administrator", "editor", "guest", "none", "null", "author", "unknown", "staff", "anonymous",
    ])
}
