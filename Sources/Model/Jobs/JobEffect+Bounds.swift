extension JobEffect {
    /// Cuts the effect to the bounds of ``RecordBound``; what was left out is told in notes on the items.
    ///
    /// Costs one look at each text's length. Done twice it changes nothing more. A record without a URN, or with one over
    /// its bound, is left out: it could not be told from others.
    ///
    /// - Parameter job: The URN of the job that brought it, for notes on no single item; empty: it is not known.
    package mutating func bound(of job: String = "") {
        var cuts = BoundCuts(job: job)
        recipes = cuts.kept(recipes, within: .records, urn: \.urn) { cuts, recipe in cuts.bound(&recipe) }
        articles = cuts.kept(articles, within: .records, urn: \.urn) { cuts, article in cuts.bound(&article) }
        outlets = cuts.kept(outlets, within: .records, urn: \.urn) { cuts, outlet in cuts.bound(&outlet) }
        cuts.cutRows(&listings, .listings, job)
        listings.removeAll { !$0.isWithinBounds }
        images = cuts.kept(images, within: .media, urn: \.urn) { cuts, image in cuts.bound(&image) }
        images.removeAll { $0.url.utf8.count > RecordBound.urlBytes.limit }
        decodings = cuts.kept(decodings, within: .media, urn: \.urn) { cuts, decoding in cuts.bound(&decoding) }
        texts = cuts.kept(texts, within: .media, urn: \.urn) { cuts, text in cuts.bound(&text) }
        cuts.bound(&provenance)
        cuts.cut(&found, .foundJobs, job)
        bound(
            notes: cuts.cuts.map { JobNote(over: $0.bound, of: $0.urn, leftOut: $0.leftOut, named: name(of: $0.urn)) },
            of: job
        )
    }

    /// What people know a record by: its address, or its title; nil: it has neither, or is none of the effect's.
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

/// Cuts records to their bounds and remembers what it cut.
struct BoundCuts {
    /// What was cut of which record; how much in the bound's unit, where that is known.
    private(set) var cuts: [(bound: RecordBound, urn: String, leftOut: Int?)] = []
    private var rowsLeft = RecordBound.rows.limit
    let job: String

    init(job: String) { self.job = job }

    mutating func note(_ bound: RecordBound, _ urn: String, _ leftOut: Int?) {
        // One more than is kept, so that the effect can tell that there were more.
        guard cuts.count <= RecordBound.notes.limit else { return }
        cuts.append((bound, urn, leftOut))
    }

    // MARK: Lists

    mutating func cut<List: RangeReplaceableCollection & BidirectionalCollection>(
        _ list: inout List,
        _ bound: RecordBound,
        _ urn: String
    ) {
        let excess = list.count - bound.limit
        guard excess > 0 else { return }
        list.removeLast(excess)
        note(bound, urn, excess)
    }

    /// The same for rows of a table, which all records of an effect share.
    mutating func cutRows<List: RangeReplaceableCollection & BidirectionalCollection>(
        _ list: inout List,
        _ bound: RecordBound,
        _ urn: String
    ) {
        cut(&list, bound, urn)
        let excess = list.count - rowsLeft
        if excess > 0 {
            list.removeLast(excess)
            note(.rows, urn, excess)
        }
        rowsLeft -= list.count
    }

    mutating func kept<Record>(
        _ records: [Record],
        within bound: RecordBound,
        urn: KeyPath<Record, String>,
        _ boundRecord: (inout BoundCuts, inout Record) -> Void
    ) -> [Record] {
        guard !records.isEmpty else { return records }
        var records = records
        cut(&records, bound, job)
        let nameless = records.count { !Self.isName($0[keyPath: urn]) }
        if nameless > 0 {
            records.removeAll { !Self.isName($0[keyPath: urn]) }
            note(.nameBytes, job, nil)
        }
        for index in records.indices { boundRecord(&self, &records[index]) }
        return records
    }

    static func isName(_ urn: String) -> Bool { !urn.isEmpty && urn.utf8.count <= RecordBound.nameBytes.limit }

    // MARK: Texts

    mutating func cut(_ text: inout String, _ bound: RecordBound, _ urn: String) {
        let excess = text.utf8.count - bound.limit
        guard excess > 0 else { return }
        text = text.prefix(bytes: bound.limit)
        note(bound, urn, excess)
    }

    mutating func cut(_ text: inout String?, _ bound: RecordBound, _ urn: String) {
        guard var whole = text, whole.utf8.count > bound.limit else { return }
        cut(&whole, bound, urn)
        text = whole
    }

    /// Addresses and identifiers are left out whole: a part of one means something else.
    mutating func drop(_ text: inout String?, _ bound: RecordBound, _ urn: String) {
        guard let length = text?.utf8.count, length > bound.limit else { return }
        text = nil
        note(bound, urn, length)
    }

    mutating func bound(_ fields: inout ExtraFields, _ urn: String) {
        guard !fields.isEmpty else { return }
        cut(&fields, .extraFields, urn)
        var room = RecordBound.extraBytes.limit
        let excess = fields.reduce(0) { $0 + $1.name.utf8.count + $1.json.utf8.count } - room
        guard excess > 0 else { return }
        fields = ExtraFields(
            fields.filter { field in
                let size = field.name.utf8.count + field.json.utf8.count
                guard size <= room else { return false }
                room -= size
                return true
            }
        )
        note(.extraBytes, urn, excess)
    }
}
