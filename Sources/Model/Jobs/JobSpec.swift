/// Everything a worker needs to do one job, apart from the source's definition.
package struct JobSpec: Sendable, Hashable, Codable {
    package var source: String
    package var work: Work
    /// Where other hosts sent the job so far; no part of its identity.
    package var redirect: JobRedirect?

    package init(source: String, work: Work, redirect: JobRedirect? = nil) {
        self.source = source
        self.work = work
        self.redirect = redirect
    }

    /// The job of the same picture at its next address; nil: it is no picture's, or there is no other.
    package var atNextAddress: JobSpec? {
        guard case .imageDownload(let image) = work, let next = image.next else { return nil }
        return JobSpec(source: source, work: .imageDownload(next))
    }

    package var unredirected: JobSpec { JobSpec(source: source, work: work) }

    /// The address that the job itself names; nil for API and render jobs.
    package var url: String? {
        switch work {
        case .page(let page): page.url
        case .imageDownload(let image): image.url
        case .discover(let index):
            index.robotsOrigin.map { $0 + "/robots.txt" } ?? (index.url.isEmpty ? nil : index.url)
        case .search, .record, .imageDecode, .text: nil
        }
    }

    /// Answers since this moment (milliseconds since 1970) are used without a request; nil: HTTP's rules decide.
    package var freshSince: Int64? {
        get {
            switch work {
            case .discover(let index): index.freshSince
            case .page(let page): page.freshSince
            case .record(let record): record.freshSince
            case .search, .imageDownload, .imageDecode, .text: nil
            }
        }
        set {
            switch work {
            case .discover(var index):
                index.freshSince = newValue
                work = .discover(index)
            case .page(var page):
                page.freshSince = newValue
                work = .page(page)
            case .record(var record):
                record.freshSince = newValue
                work = .record(record)
            case .search, .imageDownload, .imageDecode, .text: break
            }
        }
    }

    /// Whether it reads a further page of an item's article.
    package var isFurtherPage: Bool {
        if case .page(let page) = work { !page.earlier.isEmpty } else { false }
    }

    package enum Work: Sendable, Hashable, Codable {
        case discover(DiscoverWork)
        case search(SearchWork)
        case record(RecordWork)
        case page(PageWork)
        case imageDownload(ImageDownloadWork)
        case imageDecode(ImageDecodeWork)
        case text(TextWork)
    }
}

/// Reads what a source offers (an index, a list of outlets) before searching it.
package struct DiscoverWork: Sendable, Hashable, Codable {
    /// The index, in the reader's own words.
    package var target: String
    /// Where the index is; empty: the target says it.
    package var url: String
    /// Steps from the start of the sync; no part of the job's identity.
    package var depth: Int
    /// The first wanted entry, from 0; no part of the job's identity.
    package var position: Int
    /// See ``JobSpec/freshSince``; no part of the job's identity.
    package var freshSince: Int64?

    package init(target: String, url: String = "", depth: Int = 0, position: Int = 0, freshSince: Int64? = nil) {
        self.target = target
        self.url = url
        self.depth = depth
        self.position = position
        self.freshSince = freshSince
    }

    /// - Parameter origin: Scheme, host and port, as in ``WebAddress/origin``.
    package init(robotsOf origin: String) { self.init(target: Self.robotsPrefix + origin) }

    private static let robotsPrefix = "robots.txt:"

    /// The origin whose robots.txt it reads; nil for anything else.
    package var robotsOrigin: String? {
        target.hasPrefix(Self.robotsPrefix) ? String(target.dropFirst(Self.robotsPrefix.count)) : nil
    }
}

/// Reads one page of one query, or of one outlet.
package struct SearchWork: Sendable, Hashable, Codable {
    /// The words to search for; empty: everything of the outlet.
    package var query: String
    /// The outlet to read; empty: all.
    package var outlet: String
    /// The order, in the source's own word; empty: the source's own order.
    package var sort: String
    /// From 1.
    package var page: Int
    /// The reader's state after the pages before; no part of the job's identity.
    package var cursor: String

    package init(query: String = "", outlet: String = "", sort: String = "", page: Int = 1, cursor: String = "") {
        self.query = query
        self.outlet = outlet
        self.sort = sort
        self.page = page
        self.cursor = cursor
    }
}

/// Reads one item as the API gives it.
package struct RecordWork: Sendable, Hashable, Codable {
    package var recordID: String
    package var itemURN: String
    /// See ``JobSpec/freshSince``: the source says when the item changed; no part of the job's identity.
    package var freshSince: Int64?

    package init(recordID: String, itemURN: String, freshSince: Int64? = nil) {
        self.recordID = recordID
        self.itemURN = itemURN
        self.freshSince = freshSince
    }
}

/// Reads one item's web page.
package struct PageWork: Sendable, Hashable, Codable {
    package var itemURN: String
    package var url: String
    /// Links from the start of the sync; no part of the job's identity.
    package var depth: Int
    /// See ``JobSpec/freshSince``: the source says when the page changed; no part of the job's identity.
    package var freshSince: Int64?
    /// The pages of the item's article before this one, its own first; empty: this is the item's own.
    package var earlier: [CachedPage]

    /// A ``freshSince`` for a page that changed by the source's word: it is asked for however fresh its answer is.
    package static let changed = Int64.max

    package init(
        itemURN: String,
        url: String,
        depth: Int = 0,
        freshSince: Int64? = nil,
        earlier: [CachedPage] = []
    ) {
        self.itemURN = itemURN
        self.url = url
        self.depth = depth
        self.freshSince = freshSince
        self.earlier = earlier
    }
}

/// Puts an original picture into the cache.
package struct ImageDownloadWork: Sendable, Hashable, Codable {
    package var imageURN: String
    package var url: String
    /// Where the picture is asked for, in this order, if it is not at ``url``; no part of the job's identity.
    package let alternatives: [String]

    private static let maxAlternatives = 3

    /// - Parameter alternatives: The first three count.
    package init(imageURN: String, url: String, alternatives: [String] = []) {
        self.imageURN = imageURN
        self.url = url
        self.alternatives = Array(alternatives.prefix(Self.maxAlternatives))
    }

    /// The same picture at its next address; nil: there is no other.
    package var next: ImageDownloadWork? {
        alternatives.first.map {
            ImageDownloadWork(imageURN: imageURN, url: $0, alternatives: Array(alternatives.dropFirst()))
        }
    }
}

/// Verifies a cached picture and makes its variants.
package struct ImageDecodeWork: Sendable, Hashable, Codable {
    package var imageURN: String
    /// The original in the cache.
    package var digest: Digest

    package init(imageURN: String, digest: Digest) {
        self.imageURN = imageURN
        self.digest = digest
    }
}

/// Reads cached HTML: the main part of a page becomes a text and its markup a record.
///
/// A piece of HTML in a record becomes a text.
package struct TextWork: Sendable, Hashable, Codable {
    package var itemURN: String
    package var digest: Digest
    /// The `Content-Type` field of the answer, for its charset; empty: there was none.
    package var contentType: String
    /// The base of relative links: of a page the address that answered, after redirects.
    package var baseURL: String
    /// ``ItemTextRole/body`` for a page.
    package var role: ItemTextRole
    /// Whether a text of the whole page is wanted beside its body.
    package var isWholePageWanted: Bool
    /// The article's further pages, in order, which are parts of its body too.
    package var further: [CachedPage]
    /// For further pages, see ``PageWork/freshSince``; no part of the job's identity.
    package var freshSince: Int64?
    /// The address before redirects, nil if there were none; no part of the job's identity.
    package var askedURL: String?

    package var address: String { askedURL ?? baseURL }

    package var textURN: String { RecordURN.text(item: itemURN, role: role) }

    /// All pages that are read, the item's own first.
    package var pages: [CachedPage] {
        [CachedPage(url: baseURL, digest: digest, contentType: contentType, askedURL: askedURL)] + further
    }

    package init(
        itemURN: String,
        digest: Digest,
        contentType: String,
        baseURL: String,
        role: ItemTextRole,
        isWholePageWanted: Bool = false,
        further: [CachedPage] = [],
        freshSince: Int64? = nil,
        askedURL: String? = nil
    ) {
        self.itemURN = itemURN
        self.digest = digest
        self.contentType = contentType
        self.baseURL = baseURL
        self.role = role
        self.isWholePageWanted = isWholePageWanted
        self.further = further
        self.freshSince = freshSince
        self.askedURL = askedURL
    }
}

extension JobSpec {
    /// The blobs that a render job reads.
    package var inputs: [Digest] {
        switch work {
        case .imageDecode(let work): [work.digest]
        case .text(let work): work.pages.map(\.digest)
        case .discover, .search, .record, .page, .imageDownload: []
        }
    }
}
