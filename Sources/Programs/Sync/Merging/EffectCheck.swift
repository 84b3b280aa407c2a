internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// Whether a worker's result can be what its job brought; the catalog would accept impossible ones too.
struct EffectCheck {
    let source: String
    /// Nil: the hosts of found pages are not looked at.
    var definition: SourceDefinition?

    /// Three per record of an answer: what a worker that does not cut its results could name.
    private static let maxFoundJobs = 3 * RecordBound.records.limit

    func fault(in effect: JobEffect) -> String? {
        for recipe in effect.recipes {
            let images = [recipe.imageURN] + recipe.steps.map(\.imageURN) + recipe.pictures.map(\.imageURN)
            if let fault = fault(recipe.urn, "recipe") ?? fault(inImages: images) { return fault }
        }
        for article in effect.articles {
            let images = [article.imageURN] + article.pictures.map(\.imageURN)
            if let fault = fault(article.urn, "article") ?? fault(inImages: images) { return fault }
        }
        for outlet in effect.outlets {
            if let fault = fault(outlet.urn, "outlet") ?? fault(inImages: [outlet.imageURN]) { return fault }
        }
        for entry in effect.listings { if let fault = fault(entry.itemURN, "recipe", "article") { return fault } }
        if let fault = fault(inImages: effect.images.map(\.urn) + effect.decodings.map(\.urn)) { return fault }
        for text in effect.texts { if let fault = fault(in: text) { return fault } }
        for urn in effect.provenance.keys {
            if let fault = fault(urn, "recipe", "article", "outlet", "image", "text") { return fault }
        }
        for note in effect.notes where !note.urn.isEmpty && !isOurs(note.urn) {
            return "\"\(note.urn.shortened(to: 100))\" is no record or job of \(source)"
        }
        guard effect.found.count <= Self.maxFoundJobs else { return "it names \(effect.found.count) jobs" }
        for job in effect.found { if let fault = fault(in: job.spec) { return fault } }
        return nil
    }

    private func isOurs(_ urn: String) -> Bool {
        let parts = urn.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count > 1 && parts[1].elementsEqual(source.utf8)
    }

    /// The key of the job of this kind that brings such an effect; nil: it needs a closer look.
    static func key(of effect: JobEffect, _ kind: JobKind) -> String? {
        guard effect.hasNoItems, effect.images.count + effect.decodings.count + effect.texts.count == 1 else {
            return nil
        }
        switch kind {
        case .imageDownload: return effect.images.first.map { JobSpec.key(ofDownload: $0.urn) }
        case .imageDecode: return effect.decodings.first.map { JobSpec.key(ofRendering: $0.urn, $0.digest) }
        case .text:
            // A page's text comes with the page's records, and perhaps with a second text.
            guard let text = effect.texts.first, text.role != .body else { return nil }
            return JobSpec.key(ofRendering: text.urn, text.htmlDigest)
        default: return nil
        }
    }

    /// Why the effect cannot be this job's; `spec` reads the job's description when needed.
    static func fault(in effect: JobEffect, for spec: () throws -> [UInt8], _ kind: JobKind) rethrows -> String? {
        guard kind.bringsMedia, !(kind == .imageDownload && effect.isRefusal) else { return nil }
        guard kind != .text else { return fault(inText: effect, for: try spec()) }
        let urns = effect.images.map(\.urn) + effect.decodings.map(\.urn) + effect.texts.map(\.urn)
        let hasOwn = (kind == .imageDownload ? effect.images.count : effect.decodings.count) == 1
        guard hasOwn, effect.hasNoItems else { return "it is not what a job of the kind \(kind.name) brings" }
        let description = try spec()
        guard let work = try? JobSpec(serializedBytes: description).work, let own = work.mediaURN else { return nil }
        return urns.first { $0 != own }.map { "it brings \($0.shortened(to: 100)) where \(own) was asked for" }
    }

    /// A text job brings its text, the whole page's text if wanted, and the page's record.
    private static func fault(inText effect: JobEffect, for spec: [UInt8]) -> String? {
        guard !effect.texts.isEmpty, effect.images.isEmpty, effect.decodings.isEmpty, effect.outlets.isEmpty,
            effect.listings.isEmpty, effect.recipes.count <= 1, effect.articles.count <= 1
        else { return "it is not what a job of the kind text brings" }
        guard case .text(let work)? = try? JobSpec(serializedBytes: spec).work else { return nil }
        let wanted = [work.textURN] + (work.isWholePageWanted ? [RecordURN.text(item: work.itemURN, role: .page)] : [])
        guard effect.texts.map(\.urn).sorted() == wanted.sorted() else {
            return "it brings \(effect.texts[0].urn.shortened(to: 100)) where \(work.textURN) was asked for"
        }
        var items = effect.texts.map(\.itemURN) + effect.recipes.map(\.urn) + effect.articles.map(\.urn)
        // An article's page may hold a recipe.
        if !effect.articles.isEmpty, let recipe = RecordURN.recipe(onPageOf: work.itemURN) {
            items.removeAll { $0 == recipe }
        }
        if let other = items.first(where: { $0 != work.itemURN }) {
            return "it brings \(other.shortened(to: 100)) where \(work.itemURN) was asked for"
        }
        for text in effect.texts {
            let pages = text.role != .body || work.further.isEmpty ? [] : work.pages
            let isOfThem = text.pages.elementsEqual(pages) { $0.url == $1.address && $0.digest == $1.digest }
            guard isOfThem else { return "it makes \(work.textURN) of other pages than were asked for" }
        }
        let leadsElsewhere = effect.found.contains { job in
            guard case .page(let page) = job.spec.work else { return false }
            return page.itemURN != work.itemURN || page.earlier != work.pages
        }
        guard !leadsElsewhere else { return "it goes on with a page of another article" }
        let isOfPage =
            effect.recipes.isEmpty && effect.articles.isEmpty || effect.provenance[work.itemURN]?.origin == .page
        return isOfPage ? nil : "it gives what a page says for what the source says"
    }

    private func fault(_ urn: String, _ kinds: String...) -> String? {
        let isOurs = kinds.contains { kind in
            let prefix = "\(kind):\(source):"
            return urn.hasPrefix(prefix) && urn.utf8.count > prefix.utf8.count
        }
        // SQLite would read a key only up to a zero byte.
        guard !urn.utf8.contains(0) else { return "\"\(urn.shortened(to: 100))\" holds a zero byte" }
        return isOurs ? nil : "\"\(urn.shortened(to: 100))\" is no \(kinds.joined(separator: " or ")) of \(source)"
    }

    private func fault(in spec: JobSpec) -> String? {
        guard spec.source == source else { return "it names a job of \"\(spec.source.shortened(to: 60))\"" }
        switch spec.work {
        case .discover, .search: return nil
        case .record(let work): return fault(work.itemURN, "recipe", "article")
        case .page(let work):
            return fault(work.itemURN, "recipe", "article")
                ?? (work.earlier.isEmpty
                    ? fault(inHostOf: work.url) : fault(inPages: work.earlier.map(\.url) + [work.url]))
        case .imageDownload(let work): return fault(work.imageURN, "image")
        case .imageDecode(let work): return fault(work.imageURN, "image")
        case .text(let work):
            return fault(work.textURN, "text") ?? fault(work.itemURN, "recipe", "article")
                ?? (work.further.isEmpty ? nil : fault(inPages: work.pages.map(\.url)))
        }
    }

    /// Sitemaps and crawls take pages of their own hosts; a feed or an API names pages of any host.
    private func fault(inHostOf url: String) -> String? {
        guard let definition, [.sitemap, .pages].contains(definition.kind), let address = WebAddress(url),
            !definition.scope.hasHost(of: address, base: definition.base)
        else { return nil }
        return "it names a page of \(address.hostPort), a host that \(source) does not take pages of"
    }

    /// All pages of an article are on one host.
    private func fault(inPages urls: [String]) -> String? {
        let most = RecordBound.textPages.limit
        guard urls.count <= most else { return "it goes on after the \(most) pages that an article may have" }
        let hosts = Set(urls.map { WebAddress($0)?.hostPort })
        return hosts.count == 1 && !hosts.contains(nil) ? nil : "it makes one article of pages of several hosts"
    }

    private func fault(inImages urns: [String?]) -> String? {
        for case let urn? in urns { if let fault = fault(urn, "image") { return fault } }
        return nil
    }

    private func fault(in text: RenderedText) -> String? {
        if let fault = fault(text.urn, "text") ?? fault(text.itemURN, "recipe", "article")
            ?? fault(inImages: text.pictures.map(\.imageURN))
        {
            return fault
        }
        guard text.urn == RecordURN.text(item: text.itemURN, role: text.role) else {
            return "\(text.urn.shortened(to: 100)) is no \(text.role.rawValue) of \(text.itemURN.shortened(to: 100))"
        }
        let count = text.plain.scalarCount
        guard text.pictures.allSatisfy({ (0..<count).contains($0.start) }) else {
            return "a picture of \(text.urn) lies outside of its \(count) characters"
        }
        if let fault = fault(inPagesOf: text, of: count) { return fault }
        return switch RunsCheck.fault(in: text.runs, ofTextWith: count) {
        case nil: nil
        case .form: "the runs of \(text.urn) are no JSON of version 1 or 2"
        case .beyondEnd: "the runs of \(text.urn) lead outside of its \(count) characters"
        case .leavesOut(let rest): "the runs of \(text.urn) leave \(rest) of its \(count) characters out"
        case .link: "a link of \(text.urn) lies outside of its \(count) characters"
        }
    }

    private func fault(inPagesOf text: RenderedText, of count: Int) -> String? {
        guard text.role == .body || text.pages.isEmpty && text.nextPage == nil else {
            return "\(text.urn) has pages, and is no body"
        }
        guard text.pages.isEmpty || text.pages.count > 1 && text.pages[0].digest == text.htmlDigest else {
            return "\(text.urn) was made of other pages than it says"
        }
        let starts = text.pages.compactMap(\.start)
        guard starts.allSatisfy({ (0...count).contains($0) }), zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return "the pages of \(text.urn) lie outside of its \(count) characters, or in another order" }
        return nil
    }

    /// The job of `spec` with the effect's redirect to another host, or at its picture's next address; nil: the effect
    /// is not allowed.
    static func moved(_ effect: JobEffect, _ spec: [UInt8]) -> JobSpec? {
        var rest = effect
        (rest.found, rest.fetch) = ([], nil)
        guard rest == JobEffect(), effect.found.count == 1, var job = try? JobSpec(serializedBytes: spec),
            job.kind.jobClass == .fetch
        else { return nil }
        guard let redirect = effect.found[0].spec.redirect else {
            return effect.found[0].spec == job.atNextAddress ? job.atNextAddress : nil
        }
        guard redirect.leadsOn(from: job.redirect) else { return nil }
        if case .discover(let work) = job.work, work.robotsOrigin != nil { return nil }
        job.redirect = redirect
        return job.serializedBytes().count <= JobLimits.maxSpecBytes ? job : nil
    }
}

extension JobEffect {
    fileprivate var isRefusal: Bool {
        hasNoItems && images.isEmpty && decodings.isEmpty && texts.isEmpty && found.isEmpty
            && notes.contains { $0.code == NoteCode.robotsForbidden.rawValue }
    }

    fileprivate var hasNoItems: Bool { recipes.isEmpty && articles.isEmpty && outlets.isEmpty && listings.isEmpty }
}

extension JobKind {
    var bringsMedia: Bool { self == .imageDownload || self == .imageDecode || self == .text }
}

extension JobSpec.Work {
    fileprivate var mediaURN: String? {
        switch self {
        case .imageDownload(let work): work.imageURN
        case .imageDecode(let work): work.imageURN
        default: nil
        }
    }
}
