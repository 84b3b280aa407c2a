/// Names of `meta` elements that state when an article was published, the best first.
enum DateSources {
    static let published = RuleText.items(
        """
        article:published_time, datepublished, og:published_time, og:article:published_time, article:published,
        dc.date.issued, dcterms.issued, parsely-pub-date,
        sailthru.date, pubdate, publishdate, publish_date, publish-date, publication_date, article.published,
        published_time, published-date, published_on, citation_publication_date, citation_date, displaydate, rnews:datepublished,
        cxenseparse:recs:publishtime
        """
    )
    /// Those that state a day of any kind, or when it was written, which may be days before.
    static let weak = RuleText.items(
        """
        dcterms.date, dc.date, date, dcterms.created, dc.date.created, article.created, datecreated, created
        """
    )
    static let modified = RuleText.items(
        """
        article:modified_time, datemodified, og:updated_time, last-modified, dcterms.modified, dc.date.modified,
        updated_time
        """
    )
}
