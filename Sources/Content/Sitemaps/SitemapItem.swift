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
    /// When it was changed last; nil: the file does not say, or says nothing that can be.
    package var modified: SitemapDate?
    /// The addresses of its pictures, absolute, in the file's order.
    package var images: [String] = []
    /// Its title, which news and video entries and feeds have; plain text of at most 4 KiB.
    package var title: String?
}

/// A sitemap file that an index names.
package struct SitemapLink: Sendable, Hashable {
    /// Its address, as that of a page.
    package var address: String
    /// When it was changed last.
    package var modified: SitemapDate?
}

/// What a sitemap file turned out to be.
package struct SitemapSummary: Sendable, Hashable {
    /// The forms of sitemap files.
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

    /// Its form.
    package var form: Form
    /// Whether the file is longer than ``SitemapReader/maxBytes`` or ``SitemapReader/maxEntries``, or is a broken-off
    /// packed file.
    package var isCut: Bool
    /// The entries that were given to the caller.
    package var entries: Int
}
