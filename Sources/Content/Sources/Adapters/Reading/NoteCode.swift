internal import LarderModel

/// What a reading reports that is no failure; the raw value is the note's code.
package enum NoteCode: String, Sendable, CaseIterable {
    /// The API gives no more results of this query on this plan.
    case resultsLimit = "results-limit"
    case recordSkipped = "record-skipped"
    /// Nothing stands where the definition says that ids or titles of items do.
    case fieldMissing = "field-missing"
    case recordRemoved = "record-removed"
    case outletNotListed = "outlet-not-listed"
    case sortNotOffered = "sort-not-offered"
    case badImageURL = "bad-image-url"
    case badPageURL = "bad-page-url"
    case fieldCut = "field-cut"
    case pageNotHTML = "page-not-html"
    /// The web page of an item that is to be a recipe holds none.
    case noRecipe = "no-recipe"
    /// A page that a website's lists or links name is not there.
    case pageMissing = "page-missing"
    /// Nothing tells where a page ends, so it may be a part of it: no length, and no end tag.
    case pageCut = "page-cut"
    /// A further page of an item's article cannot be had, or is none of the article's, so its text ends before it.
    case furtherPageMissing = "further-page-missing"
    /// A further page of an item's article is at another host or has another scheme, where it is not followed.
    case furtherPageElsewhere = "further-page-elsewhere"
    case repeatedPage = "repeated-page"
    /// The search ended at ``RecordBound/searchPages``.
    case pageLimit = "page-limit"
    /// A crawl had no room for pages of earlier crawls that no link leads to any more.
    case pagesNotAsked = "pages-not-asked"
    case robotsForbidden = "robots-forbidden"
    case sitemapMissing = "sitemap-missing"
    /// Sitemaps lie deeper in others, or are more, than are read.
    case sitemapLimit = "sitemap-limit"
    /// A sitemap is longer than what is read of it.
    case sitemapCut = "sitemap-cut"
    case noSitemap = "no-sitemap"
    /// `include`, `exclude` or `follow` leave none of the pages that a list or a first page names.
    case noneIncluded = "none-included"
    /// Stored items are at addresses that `include` and `exclude` do not take any more, or stood in lists that the
    /// definition does not name any more.
    case notIncluded = "not-included"
    /// The dates in a sitemap carry no information.
    case lastmodIgnored = "lastmod-ignored"
    case otherHosts = "other-hosts"
    case crawlTrap = "crawl-trap"
    /// The next page's cursor or address was asked for before, so paging ended.
    case repeatedCursor = "repeated-cursor"
    /// The answer names the next page by its address, and the definition takes that for a cursor, so paging ended.
    case cursorIsAddress = "cursor-is-address"
    /// The next page is at another host, so paging ended.
    case otherHost = "other-host"
    /// A list breaks off: it ends in the middle, is no list, or lacks a page that the page before names.
    case listBroken = "list-broken"
    /// A list's pages do not fit together: items moved while it was read, or it holds fewer than it says.
    case listChanged = "list-changed"
    /// An entry of a list cannot be read, so the item that it stands for is not known.
    case entryUnread = "entry-unread"
    /// More than half of a source's items are missing at once, so none of them is marked as gone.
    case mostMissing = "most-missing"
    /// Items are missing, and the lists that name the rest are others than before, so none is marked as gone.
    case listsReplaced = "lists-replaced"
    /// A text or an item lost most of what the stored one says; it waits until the sync knows how many do.
    case changeHeld = "change-held"
    /// A page gives its item another title; it waits until the sync knows whether others get the same.
    case titleHeld = "title-held"
    /// Most texts of a source did so at once, or several became the same, so the stored ones stay.
    case changesKept = "changes-kept"
    /// A picture's address brings no picture any more, or one that is less, so the stored one stays.
    case pictureKept = "picture-kept"
    /// A stored picture stays until the one that came from its address is decoded.
    case pictureHeld = "picture-held"
    /// A picture's file breaks off, so that its lower part is missing.
    case pictureCut = "picture-cut"
    /// A picture's file tells no size, or one above the limits.
    case pictureUnshown = "picture-unshown"
    /// A picture has at most ``ImageOriginal/tinyPixels``.
    case pictureTiny = "picture-tiny"
    case feedFound = "feed-found"
    case feedCut = "feed-cut"
    case categoryNotListed = "category-not-listed"
    case changesOnly = "changes-only"
    case staleAnswer = "stale-answer"
    /// Blocks inside an article's own element that are no part of its text, with their rules and sizes.
    case textLeftOut = "text-left-out"
    case furtherNotes = "further-notes"

    /// The codes of notes on items that come with a note on all of them, and that make their items partial.
    package static let ofUnreadPages = [robotsForbidden, pageMissing].map(\.rawValue)

    /// The codes of notes that are shown with their item alone: most articles have one.
    package static let ofItemsAlone = [textLeftOut, pictureUnshown, pictureTiny, pageCut].map(\.rawValue)

    /// The codes of notes on what waits to be merged.
    package static let ofHeldChanges = [changeHeld.rawValue, titleHeld.rawValue]

    /// The codes of notes on addresses that are no items.
    package static let ofLeftOut = ofUnreadPages + [pageNotHTML.rawValue]

    /// The codes of lists that end too early.
    package static let ofCutLists =
        [
            resultsLimit, repeatedPage, pageLimit, pagesNotAsked, repeatedCursor, cursorIsAddress, otherHost,
            listBroken, listChanged, entryUnread, fieldMissing, mostMissing, listsReplaced, sitemapMissing,
            sitemapLimit, sitemapCut, noSitemap, feedCut,
        ].map(\.rawValue)
        + [RecordBound.foundJobs, .listings, .records].map(\.noteCode)
}
