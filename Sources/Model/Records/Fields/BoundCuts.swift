/// Cuts records to the bounds of their fields and remembers what it cut.
struct BoundCuts {
    /// What was cut of which record, in the bound's unit.
    private(set) var cuts: [(bound: RecordBound, urn: String, leftOut: Int?)] = []
    private var rowsLeft = RecordBound.rows.limit
    /// Bytes that all texts may still have.
    private var bytesLeft: Int
    /// The URN of the job that brought the records.
    let job: String

    init(job: String, maxBytes: Int = .max) {
        self.job = job
        bytesLeft = maxBytes
    }

    mutating func note(_ bound: RecordBound, _ urn: String, _ leftOut: Int?) {
        // One more than the effect keeps, which then counts the rest.
        guard cuts.count <= RecordBound.notes.limit else { return }
        cuts.append((bound, urn, leftOut))
    }

    static func isName(_ urn: String) -> Bool { !urn.isEmpty && urn.utf8.count <= RecordBound.nameBytes.limit }

    /// The records with a URN and their required fields, within the bounds.
    ///
    /// - Parameter repair: Called with each record as it was and as it is within its bounds.
    mutating func kept<Record: NamedRecord>(
        _ records: [Record],
        within bound: RecordBound,
        repair: ((_ before: Record, inout Record) -> Void)? = nil
    ) -> [Record] {
        guard !records.isEmpty else { return records }
        var records = records
        cut(&records, bound, job)
        let nameless = records.count { !Self.isName($0.urn) }
        if nameless > 0 {
            records.removeAll { !Self.isName($0.urn) }
            note(.nameBytes, job, nil)
        }
        var unusable: [Int] = []
        for index in records.indices {
            let before = repair.map { _ in records[index] }
            if !self.bound(&records[index]) { unusable.append(index) }
            if let before { repair?(before, &records[index]) }
        }
        for index in unusable.reversed() { records.remove(at: index) }
        return records
    }

    /// Cuts a record to its bounds; false where a required field is left out.
    mutating func bound<Record: NamedRecord>(_ record: inout Record) -> Bool {
        for field in Record.fields where field.traits.hasBounds {
            let value = field.get(record)
            if case .absent = value { continue }
            switch change(value, field.traits, record.urn) {
            case .none: continue
            case .value(let value): _ = field.set(&record, value)
            case .unusable: return false
            }
        }
        return true
    }

    private enum Change {
        case none
        case value(FieldValue)
        /// The value is left out, and with it the record or element that needs it.
        case unusable
    }

    private mutating func change(_ value: FieldValue, _ field: FieldTraits, _ urn: String) -> Change {
        switch value {
        case .text(let text):
            guard let bound = field.bound else { return .none }
            let kept = within(bound, text, urn)
            guard kept?.utf8.count != text.utf8.count else { return .none }
            if let kept = kept.nonEmpty { return .value(.text(kept)) }
            return field.isOptional ? .value(.absent) : .unusable
        case .texts(var texts):
            let isLong =
                field.list == nil ? cut(&texts, field.maxItems, urn) : cutRows(&texts, field.maxItems, urn)
            guard let bound = field.bound else { return isLong ? .value(.texts(texts)) : .none }
            let kept = texts.compactMap { within(bound, $0, urn) }
            let isSame = !isLong && kept.elementsEqual(texts) { $0.utf8.count == $1.utf8.count }
            return isSame ? .none : .value(.texts(kept))
        case .counts(var numbers):
            return cut(&numbers, field.maxItems, urn) ? .value(.counts(numbers)) : .none
        case .rows(let rows): return change(rows, field, urn)
        case .extra(let fields): return bounded(fields, urn).map { .value(.extra($0)) } ?? .none
        // Names that no column or list has are left out where the record is merged.
        case .origins(let origins): return origins.count > 100 ? .value(.origins([:])) : .none
        case .absent, .integer, .number, .flag, .digest: return .none
        }
    }

    private mutating func change(_ rows: [[FieldValue]], _ field: FieldTraits, _ urn: String) -> Change {
        guard !rows.isEmpty, let elements = field.list?.elements else { return .none }
        var kept = rows
        var isChanged = cutRows(&kept, field.maxItems, urn)
        var unusable: [Int] = []
        for row in kept.indices {
            for index in elements.indices where elements[index].bound != nil {
                switch change(kept[row][index], elements[index], urn) {
                case .none: continue
                case .value(let value): kept[row][index] = value
                case .unusable: unusable.append(row)
                }
                isChanged = true
                if unusable.last == row { break }
            }
        }
        for row in unusable.reversed() { kept.remove(at: row) }
        return isChanged ? .value(.rows(kept)) : .none
    }

    /// - Returns: Whether something was cut.
    @discardableResult
    mutating func cut<List: RangeReplaceableCollection & BidirectionalCollection>(
        _ list: inout List,
        _ bound: RecordBound?,
        _ urn: String
    ) -> Bool {
        guard let bound, list.count > bound.limit else { return false }
        let excess = list.count - bound.limit
        list.removeLast(excess)
        note(bound, urn, excess)
        return true
    }

    /// The same for rows of a table, which all records of an effect share.
    @discardableResult
    mutating func cutRows<List: RangeReplaceableCollection & BidirectionalCollection>(
        _ list: inout List,
        _ bound: RecordBound?,
        _ urn: String
    ) -> Bool {
        var isCut = cut(&list, bound, urn)
        let excess = list.count - rowsLeft
        if excess > 0 {
            list.removeLast(excess)
            note(.rows, urn, excess)
            isCut = true
        }
        rowsLeft -= list.count
        return isCut
    }

    /// The part of a text within its bound and the bytes that are left; nil: nothing.
    mutating func within(_ bound: FieldBound, _ text: String, _ urn: String) -> String? {
        let limit = min(bound.bound.limit, bytesLeft)
        let count = text.utf8.count
        guard count > limit else {
            bytesLeft -= count
            return text
        }
        guard case .cut(let bound) = bound else {
            note(bound.bound, urn, count)
            return nil
        }
        let kept = text.prefix(bytes: limit)
        bytesLeft -= kept.utf8.count
        note(bound, urn, count - limit)
        return kept.nonEmpty
    }

    private mutating func bounded(_ fields: ExtraFields, _ urn: String) -> ExtraFields? {
        guard !fields.isEmpty else { return nil }
        var kept = fields
        let isLong = cut(&kept, .extraFields, urn)
        var room = RecordBound.extraBytes.limit
        let excess = kept.reduce(0) { $0 + $1.name.utf8.count + $1.json.utf8.count } - room
        guard excess > 0 else { return isLong ? kept : nil }
        note(.extraBytes, urn, excess)
        kept.removeAll { field in
            let size = field.name.utf8.count + field.json.utf8.count
            guard size <= room else { return true }
            room -= size
            return false
        }
        return kept
    }
}

extension Recipe {
    /// The recipe within the bounds of its fields, and all its texts within ``RecordBound/pageRecipeBytes``.
    ///
    /// For untrusted pages. The fields at the end lose their texts first.
    package func bounded() -> Recipe {
        var cuts = BoundCuts(job: urn, maxBytes: RecordBound.pageRecipeBytes.limit)
        var recipe = self
        _ = cuts.bound(&recipe)
        return recipe
    }
}
