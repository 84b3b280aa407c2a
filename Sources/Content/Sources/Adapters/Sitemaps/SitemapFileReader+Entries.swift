internal import LarderModel
internal import LarderSitemaps
internal import LarderSourceDefinitions

extension SitemapFileReader {
    /// Reads a part of a file, and finds the job for the next one.
    func readFile(_ work: DiscoverWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let answer = builder.answer
        let isNamed = ([definition.base] + definition.sitemaps.files).contains { $0.description == work.url }
        let rules = builder.rules(isEndpoint: isNamed)
        if rules.meaning == .notFound, work.depth > 1 {
            let message = "\(builder.url) is named by an index of sitemaps and is not there (status \(answer.status))."
            return builder.noteOfJob(.sitemapMissing, message)
        }
        if let failure = rules.statusFailure("the sitemap") { throw failure }
        if work.depth > 1, answer.isMoved {
            let message =
                "\(builder.url) is named by an index of sitemaps and leads to \(answer.baseURL), so what it held itself is "
                + "not known. Name the files with `sitemaps: [ADDRESS]` if that is right."
            builder.noteOfJob(.sitemapMissing, message)
        }
        let areDatesTrusted = trustsDates(work, &builder)
        var part = SitemapPart(work: work, most: definition.mostPages)
        let summary = Self.entries(of: answer) { item in
            switch part.place(of: item) {
            case .before:
                countEarlier(item, in: &part)
                return true
            case .beyond: return false
            case .within(let number):
                switch item {
                case .sitemap(let link): add(link, depth: work.depth + 1, to: &part, &builder)
                case .page(let page): add(page, number, areDatesTrusted, work, to: &part, &builder)
                }
                return !part.isAtPageLimit
            }
        }
        if let next = part.next, let address = WebAddress(work.url) {
            builder.add(file(address, depth: work.depth, position: next, freshSince: answer.fetchedAtMs))
        }
        conclude(part, summary, work, &builder)
    }

    static func entries(of answer: SourceAnswer, _ body: (SitemapItem) -> Bool) -> SitemapSummary {
        let (type, url) = (answer.contentType ?? "", answer.baseURL)
        var summary = SitemapReader.read(answer.body, contentType: type, url: url, nowMs: answer.fetchedAtMs, body)
        // Nothing tells that the last line is whole.
        if summary.form == .text, answer.isEndOpen, answer.body.last != 0x0A { summary.fault = .brokenOff }
        return summary
    }

    private func conclude(
        _ part: SitemapPart,
        _ summary: SitemapSummary,
        _ work: DiscoverWork,
        _ builder: inout EffectBuilder
    ) {
        let url = builder.url
        // What stands at the source's own host is known by another address.
        part.others.note(part.others.haveTwin(of: definition.base) ? .entryUnread : .otherHosts, in: &builder)
        part.otherSitemaps.note(.sitemapMissing, "sitemaps", in: &builder)
        let unread = part.unread + (part.next == nil ? summary.unread : 0)
        if unread > 0 {
            let entries = unread.counted("entry", many: "entries")
            let message =
                "\(url) has \(entries) without a web address that can be read. What they stand for is not known, so none of "
                + "the items is marked as gone."
            builder.noteOfJob(.entryUnread, message)
        }
        if part.tooDeep > 0 {
            let sitemaps = "\(part.tooDeep) sitemaps that lie deeper than \(Self.maxDepth) files"
            builder.noteOfJob(.sitemapLimit, "\(url) names \(sitemaps); they were left out.")
        }
        if summary.entries > 0, [.rss, .atom].contains(summary.form), work.position == 0 {
            let message =
                "\(url) is a feed, which may name the newest pages alone, so what it does not name is not taken for gone."
            builder.noteOfJob(.feedCut, message)
        }
        if summary.entries == 0, summary.form != .xml {
            let message =
                "\(url) is no sitemap: neither XML of one, nor a list of addresses, nor a feed that has entries."
            builder.noteOfJob(.listBroken, message)
        } else if part.next == nil, let fault = summary.fault {
            let message = "\(url) \(fault.rawValue): what was read of it counts, and there may be more."
            builder.noteOfJob(fault == .damaged ? .entryUnread : .listBroken, message)
        } else if summary.isCut, part.next == nil {
            let message =
                "\(url) has more than \(SitemapReader.maxEntries) entries or \(SitemapReader.maxBytes >> 20) MiB: the first "
                + "\(summary.entries) entries were read."
            builder.noteOfJob(.sitemapCut, message)
        }
        // Of the files that an index names, many hold no wanted page.
        if part.unwanted > 0, part.pages == 0, part.next == nil, work.position == 0, work.depth <= 1 {
            builder.noteOfJob(.noneIncluded, definition.scope.noneIncluded(of: part.unwanted, at: url))
        }
        if part.isAtPageLimit {
            let message =
                "\(url) names more pages that are wanted than `max-pages` or `limit` allows; the first "
                + "\(part.pages) were taken."
            builder.noteOfJob(.pageLimit, message)
        }
    }

    // MARK: Entries

    /// Counts a page of an earlier part for the file's bound.
    private func countEarlier(_ item: SitemapItem, in part: inout SitemapPart) {
        guard part.isBounded, case .page(let page) = item, let address = WebAddress(page.address),
            definition.hasPage(address)
        else { return }
        _ = part.take(address)
    }

    private func add(_ link: SitemapLink, depth: Int, to part: inout SitemapPart, _ builder: inout EffectBuilder) {
        guard let address = WebAddress(link.address) else {
            part.unread += 1
            return
        }
        guard depth <= Self.maxDepth else {
            part.tooDeep += 1
            return
        }
        guard definition.hasHost(of: address) else { return part.otherSitemaps.count(address) }
        builder.add(file(address, depth: depth))
    }

    private func add(
        _ page: SitemapPage,
        _ number: Int,
        _ isDateTrusted: Bool,
        _ work: DiscoverWork,
        to part: inout SitemapPart,
        _ builder: inout EffectBuilder
    ) {
        guard let address = WebAddress(page.address) else {
            part.unread += 1
            return
        }
        guard definition.hasHost(of: address) else { return part.others.count(address) }
        guard definition.scope.hasPath(of: address) else {
            part.unwanted += 1
            return
        }
        guard part.take(address) else { return }
        let urn = definition.itemURN(address.description)
        builder.add(page: address, urn: urn, title: page.title, picture: page.images.first, extra: extra(of: page))
        builder.addListing(of: urn, position: number, list: list(work, builder.answer))
        guard definition.pages else { return }
        let freshSince = isDateTrusted && !page.isPublication ? page.modified.map { $0.endMs + 1 } : nil
        builder.add(FoundJobs.page(source: definition.name, itemURN: urn, address: address, freshSince: freshSince))
    }

    /// A file that another one is given in the place of is that one.
    private func list(_ work: DiscoverWork, _ answer: SourceAnswer) -> ItemList {
        ItemList(query: answer.finalURL.map { String($0.prefix { $0 != "?" }) } ?? work.url)
    }

    private func extra(of page: SitemapPage) -> ExtraFields {
        var fields = ExtraFields()
        if let modified = page.modified {
            fields.append(ExtraField(name: "lastmod", json: String(modified.startMs)))
        }
        if page.images.count > 1 {
            let images = JSONWriter.text { $0.value(Array(page.images.prefix(SitemapPart.maxKeptImages))) }
            fields.append(ExtraField(name: "images", json: images))
        }
        return fields
    }

    // MARK: Dates

    /// Whether a page that was fetched after its date need not be asked for.
    private func trustsDates(_ work: DiscoverWork, _ builder: inout EffectBuilder) -> Bool {
        guard definition.sitemaps.trust == .auto else { return definition.sitemaps.trust == .trust }
        var dates = SitemapDates(nowMs: builder.answer.fetchedAtMs)
        _ = Self.entries(of: builder.answer) { item in
            if case .page(let page) = item { dates.count(page.modified) }
            return true
        }
        guard let reason = dates.distrust else { return true }
        if work.position == 0 {
            builder.noteOfJob(
                .lastmodIgnored,
                "\(builder.url): \(reason), so pages are asked for changes each time, unless their answers say for how "
                    + "long they hold. `lastmod: trust` believes them."
            )
        }
        return false
    }
}

/// Whether the dates of one file carry information.
struct SitemapDates {
    private static let leastDates = 3
    /// A date at most this long before the request counts as the request's.
    private static let freshMs: Int64 = 15 * 60_000

    let nowMs: Int64
    private var dated = 0
    private var recent = 0
    private var first: SitemapDate?
    private var areEqual = true

    init(nowMs: Int64) { self.nowMs = nowMs }

    mutating func count(_ time: SitemapDate?) {
        guard let time else { return }
        dated += 1
        if time.startMs > nowMs - Self.freshMs { recent += 1 }
        if let first { areEqual = areEqual && first == time } else { first = time }
    }

    /// Why the dates are not believed; nil: they are.
    var distrust: String? {
        guard dated >= Self.leastDates else { return nil }
        if areEqual { return "its \(dated) dates are all the same" }
        return recent * 2 >= dated ? "\(recent) of its \(dated) dates are those of the asking" : nil
    }
}

/// The part of a file that one job reads.
struct SitemapPart {
    enum Place { case before, within(Int), beyond }

    static let maxKeptImages = 20

    private let first: Int
    /// Nil: all pages.
    private let most: Int?
    private var count = 0
    private var bytes = 0
    private var addresses: Set<WebAddress> = []
    /// The number of the first entry of the next part; nil: this is the last one.
    private(set) var next: Int?
    private(set) var isAtPageLimit = false
    var tooDeep = 0
    /// Entries whose addresses are none that can be asked for.
    var unread = 0
    /// Pages that `include` and `exclude` leave out.
    var unwanted = 0
    var others = OtherHosts()
    var otherSitemaps = OtherHosts()
    /// The pages so far; of a bounded file also the pages of earlier parts.
    var pages: Int { addresses.count }
    var isBounded: Bool { most != nil }
    private var hasRoom: Bool { most.map { addresses.count < $0 } ?? true }

    init(work: DiscoverWork, most: Int?) {
        first = max(0, work.position)
        self.most = most
    }

    /// Where an entry lies; entries must come in order.
    mutating func place(of item: SitemapItem) -> Place {
        let number = count
        count += 1
        guard number >= first else { return .before }
        guard number - first < SitemapFileReader.maxEntriesOfPart, bytes < SitemapFileReader.maxPartBytes else {
            if hasRoom { next = number }
            return .beyond
        }
        if case .page(let page) = item {
            let images = page.images.prefix(Self.maxKeptImages).reduce(0) { $0 + $1.utf8.count }
            bytes += 400 + 4 * page.address.utf8.count + (page.title?.utf8.count ?? 0) + images
        } else {
            bytes += 400
        }
        return .within(number)
    }

    /// Whether a wanted page is new and there is room for it.
    mutating func take(_ address: WebAddress) -> Bool {
        if hasRoom { return addresses.insert(address).inserted }
        if !addresses.contains(address) { isAtPageLimit = true }
        return false
    }
}
