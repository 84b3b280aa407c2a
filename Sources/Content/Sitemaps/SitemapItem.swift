package import LarderModel

/// One entry of a sitemap file, in the file's order.
package enum SitemapItem: Sendable, Hashable {
    /// A page of the site.
    case page(SitemapPage)
    /// A further sitemap file, of an index.
    case sitemap(SitemapLink)
}

/// A page that a sitemap names.
package struct SitemapPage: Sendable, Hashable {
    /// Its address as the URL Standard writes it, absolute, http or https, with its fragment.
    package var address: String
    /// Nil without a possible date.
    package var modified: SitemapDate?
    /// Whether ``modified`` is when it was published, which says nothing of changes.
    package var isPublication = false
    /// The absolute addresses of its pictures, in the file's order.
    package var images: [String] = []
    /// Its title, which news and video entries and feeds have; plain text of at most 4 KiB.
    package var title: String?
}

/// A sitemap file that an index names.
package struct SitemapLink: Sendable, Hashable {
    package var address: String
    package var modified: SitemapDate?
}

package struct SitemapSummary: Sendable, Hashable {
    package enum Form: String, Sendable, Hashable {
        /// `urlset` or `sitemapindex`.
        case xml
        /// One address on a line.
        case text
        /// RSS of any version, or RDF.
        case rss
        /// Atom.
        case atom
        /// None of them, such as a web page.
        case unknown
    }

    package var form: Form
    /// Whether the file is over ``SitemapReader/maxBytes`` or ``SitemapReader/maxEntries``.
    package var isCut: Bool
    /// Why the entries may not be all that the file is to have; nil: it is whole.
    package var fault: Fault?
    package var entries: Int
    /// Entries without a web address that can be read; they are not among ``entries``.
    package var unread = 0

    /// What is wrong with a file, as a part of a sentence.
    package enum Fault: String, Sendable, Hashable {
        /// Its gzip ends too early, or its root element is not closed.
        case brokenOff = "ends in the middle"
        case goesOn = "goes on behind its end"
        /// Such as the warning of a program, or entries that are quoted or stand in an entity.
        case stray = "has text before or between its entries"
        case mixed = "is an index of sitemaps with pages in it, or a list of pages with sitemaps in it"
        case damaged = "holds bytes that are no text in its encoding"
    }
}
