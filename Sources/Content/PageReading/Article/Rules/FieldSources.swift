internal import LarderModel

/// Names of `meta` elements that state when an article was published, the best first.
enum DateSources {
    static let published = """
        article:published_time, datepublished, og:published_time, og:article:published_time, article:published,
        dc.date.issued, dcterms.issued, parsely-pub-date,
        sailthru.date, pubdate, publishdate, publish_date, publish-date, publication_date, article.published,
        published_time, published-date, published_on, citation_publication_date, citation_date, displaydate, rnews:datepublished,
        cxenseparse:recs:publishtime
        """.listItems
    /// Those that state a day of any kind, or when it was written, which may be days before.
    static let weak = """
        dcterms.date, dc.date, date, dcterms.created, dc.date.created, article.created, datecreated, created
        """.listItems
    static let modified = """
        article:modified_time, datemodified, og:updated_time, last-modified, dcterms.modified, dc.date.modified,
        updated_time
        """.listItems
}

/// Sources of authors' names, and the words around the names, in lower case.
enum BylineSources {
    /// Names of `meta` elements, the best first.
    static let metadata = """
        dc.creator, dc:creator, dcterms.creator, author, article:author, parsely-author, sailthru.author, byl,
        citation_author, article:author_name, authors, twitter:data1
        """.listItems

    static let openings = """
        by, by:, written by, written by:, posted by, posted by:, author:, authors:, author, story by, words by, von,
        von:, autor:, autor, par, par:, por, por:, di, od, автор:, автор, text:, text, av, af, door, reported by,
        published by, escrito por, tekst:, door:, redaktion:, auteur:, created by, submitted by
        """.listItems

    /// The openings that make a line of the page a byline.
    static let spoken = """
        by, by:, written by, posted by, von, von:, par, por, author:, autor:, text:, words by, story by,
        reported by
        """.listItems

    /// Words and marks that end a name.
    static let endings = [
        " · ", " – ", " — ", " // ", " on ", " - ", " am ", " le ", " el ", " Published", " Updated", " Posted",
        " published", " updated", "|", "•",
    ]

    /// Words that sites write for a missing name.
    static let nobody = Set(openings).union(
        "admin, administrator, editor, guest, none, null, author, unknown, staff, anonymous".listItems
    )
}

/// Names of `meta` elements that give the picture of a page, the best first.
enum LeadPictures {
    static let metadata = """
        og:image, og:image:secure_url, og:image:url, twitter:image, twitter:image:src, twitter:image0,
        parsely-image-url, sailthru.image.full, thumbnail, thumbnailurl, image, msapplication-tileimage
        """.listItems
}

/// Attributes with the file of a picture that scripts load later, and the placeholders in `src`.
enum PictureSources {
    /// Attributes with one URL, the best first.
    static let addresses = """
        data-src, data-original, data-lazy-src, data-orig-file, data-large-file, data-full-src, data-hi-res-src,
        data-lazy, data-url, data-image, data-original-src, data-echo, data-img-src, data-img-url, data-srcs,
        data-cfsrc, data-pin-media, data-large-src, data-delayed-url, data-lazyload, data-defer-src, data-image-src,
        data-full, data-hires, data-zoom-src, itemid
        """.listItems

    /// Attributes in the form of `srcset`.
    static let sets = """
        srcset, data-srcset, data-lazy-srcset, data-original-set, data-sizes-srcset, data-original-srcset
        """.listItems

    /// Media types of pictures that are decoded.
    static let types = "image/jpeg, image/jpg, image/png, image/webp, image/gif, image/avif".listItems

    static let endings = ".jpg, .jpeg, .png, .webp, .gif, .avif".listItems

    /// Parts of the names of placeholder files, in lower case.
    static let blanks = """
        blank., spacer., placeholder, transparent., pixel.gif, grey.gif, gray.gif, lazy., loading., loader., 1x1.,
        empty., clear.gif, trans.gif, dot.gif, shim.gif, lazyload, pixel.png
        """.listItems

    /// Whole names of placeholder files, in lower case.
    static let blankFiles: Set<String> = ["px.gif", "px.png", "1px.gif", "1px.png"]

    /// Parts of the addresses of small blurred copies, which pages show until the picture is loaded.
    static let previews = ["lqip", "blur"]

    /// A file whose address states a smaller width is such a copy too, in pixels.
    static let minWidth = 65
}

/// Signs of a forum page; its posts look like comments.
enum ForumPages {
    static let types: Set<String> = ["DiscussionForumPosting", "QAPage"]

    static let paths = [
        "/thread/", "/threads/", "/topic/", "/topics/", "/forum/", "/forums/", "/viewtopic", "/showthread",
        "/questions/", "/discussion/", "/discussions/",
    ]
}

/// Paths under which sites list their pages.
enum IndexPaths {
    /// Words that begin a part of such a path.
    static let parts = """
        category, categories, tag, tags, collection, collections, shop, search, browse, directory, archive, archives,
        author, authors, catalog, catalogue, cat, label, labels, kategorie, kategorien, categoria, categorias, categorie,
        """.listItems

    /// Last parts of such paths.
    static let ends = """
        blog, news, articles, stories, events, jobs, products, latest, posts, reviews, recipes, topics, videos,
        deals, sale, home, index.html, index.php
        """.listItems

    /// Names of parameters under which sites list their pages.
    static let parameters: Set = ["author", "cat", "category", "m", "paged", "q", "s", "search", "tag"]

    /// Whether a path belongs to a list of pages.
    static func lead(to path: String) -> Bool {
        let segments = path.lowercased().split(separator: "/").prefix(20)
        if let last = segments.last, ends.contains(String(last)) { return true }
        return segments.contains { segment in
            let word = segment.utf8.prefix { $0.isASCIILetter || $0 >= 0x80 }
            return parts.contains { word.elementsEqual($0.utf8) }
        }
    }
}
