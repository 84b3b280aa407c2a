internal import LarderModel

/// What a reading tells that is no failure; the raw value is the note's code.
package enum NoteCode: String, Sendable, CaseIterable {
    /// The API gives no more results of this query on this plan.
    case resultsLimit = "results-limit"
    /// A record without an id or title was left out.
    case recordSkipped = "record-skipped"
    /// Nothing stands where the definition says that ids or titles of items do.
    case fieldMissing = "field-missing"
    /// The API says that an article was removed.
    case recordRemoved = "record-removed"
    /// An outlet of the definition is not among those that the API lists.
    case outletNotListed = "outlet-not-listed"
    /// The sort order of the definition is not one that the outlet offers.
    case sortNotOffered = "sort-not-offered"
    /// An image's URL is no http or https URL.
    case badImageURL = "bad-image-url"
    /// A page's URL is no http or https URL.
    case badPageURL = "bad-page-url"
    /// A field was too long and was cut or left out.
    case fieldCut = "field-cut"
    /// The item's web page is no HTML.
    case pageNotHTML = "page-not-html"
    /// The web page of an item that is to be a recipe holds none.
    case noRecipe = "no-recipe"
    /// A page that a website's lists or links name is not there.
    case pageMissing = "page-missing"
    /// A further page of an item's article cannot be had, or is none of the article's, so its text ends before it.
    case furtherPageMissing = "further-page-missing"
    /// A further page of an item's article is at another host or has another scheme, where it is not followed.
    case furtherPageElsewhere = "further-page-elsewhere"
    /// The API gave the same page twice, so paging ended.
    case repeatedPage = "repeated-page"
    /// The search ended at ``RecordBound/searchPages``.
    case pageLimit = "page-limit"
    /// The host's robots.txt forbids an address.
    case robotsForbidden = "robots-forbidden"
    /// A sitemap that another one names is not there.
    case sitemapMissing = "sitemap-missing"
    /// Sitemaps lie deeper in others, or are more, than are read.
    case sitemapLimit = "sitemap-limit"
    /// A sitemap is longer than what is read of it, broken off, or none.
    case sitemapCut = "sitemap-cut"
    /// The site names no sitemap and has none of the usual names.
    case noSitemap = "no-sitemap"
    /// A list names pages, and `include` and `exclude` leave none of them; or a first page has links, and `follow`
    /// matches none.
    case noneIncluded = "none-included"
    /// The dates in a sitemap say nothing, so pages are asked for changes.
    case lastmodIgnored = "lastmod-ignored"
    /// Addresses of other hosts were left out.
    case otherHosts = "other-hosts"
    /// Links that lead on and on were left out.
    case crawlTrap = "crawl-trap"
    /// The API named a cursor or an address as the next page that was asked for before, so paging ended.
    case repeatedCursor = "repeated-cursor"
    /// The API named an address of another host as the next page, so paging ended.
    case otherHost = "other-host"
    /// A web page was read for the address of the feed that it names.
    case feedFound = "feed-found"
    /// A feed is longer than what is read of it.
    case feedCut = "feed-cut"
    /// A category of the definition is not among those of the site.
    case categoryNotListed = "category-not-listed"
    /// The lists were asked only for what has changed since the sync before.
    case changesOnly = "changes-only"
    /// The source failed, and an earlier answer was used instead.
    case staleAnswer = "stale-answer"
    /// Further notes were left out.
    case furtherNotes = "further-notes"

    /// The codes of lists that go on where nobody followed.
    package static let ofCutLists =
        [
            resultsLimit, repeatedPage, pageLimit, repeatedCursor, otherHost, sitemapMissing, sitemapLimit, sitemapCut,
            noSitemap, feedCut,
        ].map(\.rawValue)
        + [RecordBound.foundJobs, .listings, .records].map(\.noteCode)
}
