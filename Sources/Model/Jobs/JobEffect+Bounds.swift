extension JobEffect {
    /// Cuts the effect to the bounds of ``RecordBound``; notes on the items name what was left out.
    ///
    /// A second call changes nothing. A record without a URN, or with a URN over its bound, is left out.
    package mutating func bound(of job: String = "") {
        var cuts = BoundCuts(job: job)
        recipes = cuts.kept(recipes, within: .records)
        articles = cuts.kept(articles, within: .records)
        outlets = cuts.kept(outlets, within: .records)
        cuts.cutRows(&listings, .listings, job)
        listings.removeAll { !$0.isWithinBounds }
        images = cuts.kept(images, within: .media)
        decodings = cuts.kept(decodings, within: .media)
        texts = cuts.kept(texts, within: .media) { before, text in
            let isCut = text.plain.utf8.count < before.plain.utf8.count
            if isCut || text.runs.utf8.count < before.runs.utf8.count { text.fitToPlain() }
        }
        cuts.bound(&provenance)
        cuts.cut(&found, .foundJobs, job)
        if revalidation.count > JobLimits.maxRevalidationBytes { revalidation = [] }
        bound(
            notes: cuts.cuts.map { JobNote(over: $0.bound, of: $0.urn, leftOut: $0.leftOut, named: name(of: $0.urn)) },
            of: job
        )
    }

    /// The address or the title of a record.
    private func name(of urn: String) -> String? {
        if let recipe = recipes.first(where: { $0.urn == urn }) {
            return recipe.sourceURL ?? recipe.canonicalURL ?? recipe.title.nonEmpty
        }
        if let article = articles.first(where: { $0.urn == urn }) {
            return article.url ?? article.canonicalURL ?? article.title.nonEmpty
        }
        if let outlet = outlets.first(where: { $0.urn == urn }) { return outlet.name.nonEmpty ?? outlet.url }
        return images.first { $0.urn == urn }?.url ?? provenance[urn]?.url.nonEmpty
    }

    /// The notes on what was cut come first: a source's own must not push them out.
    private mutating func bound(notes cuts: [JobNote], of job: String) {
        for index in notes.indices where notes[index].urn.isEmpty && notes[index].code.hasPrefix(RecordBound.codePrefix)
        {
            notes[index].urn = job
        }
        for index in notes.indices where notes[index].urn.utf8.count > RecordBound.nameBytes.limit {
            notes[index].urn = ""
        }
        let all = cuts + notes
        notes = Array(all.prefix(RecordBound.notes.limit))
        if all.count > notes.count {
            notes[notes.count - 1] = JobNote(over: .notes, of: job, leftOut: all.count - notes.count + 1)
        }
    }
}

extension BoundCuts {
    fileprivate mutating func bound(_ provenance: inout [String: Provenance]) {
        let excess = provenance.count - RecordBound.provenance.limit
        if excess > 0 {
            for urn in provenance.keys.sorted().suffix(excess) { provenance[urn] = nil }
            note(.provenance, job, excess)
        }
        for (urn, origin) in provenance where !Self.isName(urn) || !origin.isWithinBounds {
            guard Self.isName(urn) else {
                provenance[urn] = nil
                note(.nameBytes, job, nil)
                continue
            }
            var origin = origin
            origin.url = within(.cut(.urlBytes), origin.url, urn) ?? ""
            origin.validator = origin.validator.flatMap { within(.line, $0, urn) }
            provenance[urn] = origin
        }
    }
}

extension RenderedText {
    /// For a cut text: one run without attributes, and no page that begins behind the end.
    fileprivate mutating func fitToPlain() {
        let count = plain.scalarCount
        runs = #"{"v":1,"runs":[\#(count)]}"#
        for index in pages.indices where pages[index].start ?? 0 > count { pages[index].start = nil }
    }
}

extension ListEntry {
    fileprivate var isWithinBounds: Bool {
        let names = [itemURN, list.query, list.outlet, list.sort, list.category]
        return !itemURN.isEmpty && names.allSatisfy { $0.utf8.count <= RecordBound.nameBytes.limit }
    }
}

extension Provenance {
    fileprivate var isWithinBounds: Bool {
        url.utf8.count <= RecordBound.urlBytes.limit
            && (validator?.utf8.count ?? 0) <= RecordBound.titleBytes.limit
    }
}
