package import GRDB
package import LarderModel

/// A record that is made of what several origins said.
package protocol CatalogItem: CatalogRecord {
    /// Which origin goes before which.
    static var combination: RecordCombination { get }
    /// The address of the item's page as the source writes it.
    var pageURL: String? { get }
    /// What its source says beyond the columns.
    var extra: ExtraFields { get set }
    /// Only a list has named it so far.
    var isPartial: Bool { get set }
    /// Whether it has no other title than its address, so that a list which says no more names no item.
    var isAddressAlone: Bool { get }
    /// Which origin each field came from, by the column's or the list's name; those that the API gave are left out.
    var origins: FieldOrigins { get set }
}

/// How records of several origins become one row: field by field, by the origin of the field and never by the order of
/// arrival.
package enum RecordCombination: Sendable {
    /// What a page's markup says goes before the API: a recipe's page is where its fields come from.
    case markupFirst
    /// What the API says goes before the page.
    case apiFirst

    /// The place of an origin; the lowest that says something wins.
    func rank(of origin: FieldOrigin) -> Int {
        switch origin {
        case .jsonLD, .microdata, .rdfa, .dataVocabulary, .hRecipe: self == .markupFirst ? 0 : 2
        case .api: 1
        case .meta: 3
        case .page: 4
        case .list: 5
        }
    }
}

/// What one origin said of an item, in the order of a table's columns and lists.
package struct OriginStatement {
    /// Who said it.
    package let origin: RecordOrigin
    /// The address that answered, without secrets.
    package var url: String?
    /// The address of the item's page as the origin writes it.
    fileprivate let pageURL: String?
    fileprivate let origins: FieldOrigins
    /// A list named an address and nothing else.
    package let isAddressAlone: Bool
    /// The columns' values.
    package let values: [DatabaseValue]
    /// The values of each element of each list.
    package let lists: [[[DatabaseValue]]]

    /// What a field or list was read from.
    fileprivate func origin(of field: String) -> FieldOrigin {
        switch origin {
        case .list: .list
        case .record: .api
        case .page: origins[field] ?? .page
        }
    }
}

extension RecordTable where Record: CatalogItem {
    /// What an origin says with a record.
    package func statement(_ origin: RecordOrigin, _ record: Record, url: String? = nil) -> OriginStatement {
        OriginStatement(
            origin: origin,
            url: url,
            pageURL: record.pageURL,
            origins: record.origins,
            isAddressAlone: origin == .list && record.isAddressAlone,
            values: values(record),
            lists: lists(record)
        )
    }

    /// The values of the item's columns and lists that statements of different origins make, whatever their order.
    ///
    /// Each field, and each list as a whole, is that of the origin with the lowest rank which says something. A page
    /// that the source calls the item's no more says nothing.
    package func combined(_ said: [OriginStatement]) -> RowContent {
        let combination = Record.combination
        var statements = said
        if said.contains(where: { $0.origin == .page }),
            let source = said.first(where: { $0.origin == .record }) ?? said.first(where: { $0.origin == .list })
        {
            let page = source.pageURL.flatMap { WebAddress($0) }?.description
            statements = said.filter { $0.origin != .page || $0.url == page }
        }
        statements.sort { $0.origin.rawValue < $1.origin.rawValue }
        func best(_ field: String, _ says: (OriginStatement) -> Bool) -> Int? {
            var best: (index: Int, rank: Int)?
            for index in statements.indices where says(statements[index]) {
                let rank = combination.rank(of: statements[index].origin(of: field))
                if best.map({ rank < $0.rank }) ?? true { best = (index, rank) }
            }
            return best?.index
        }
        var values = blankValues
        var lists = [[[DatabaseValue]]](repeating: [], count: listNames.count)
        var origins: FieldOrigins = [:]
        func note(_ statement: Int, of field: String) {
            let origin = statements[statement].origin(of: field)
            if origin != .api { origins[field] = origin }
        }
        var chosen = [Int?](repeating: nil, count: plan.count)
        for (number, column) in plan.enumerated() where !column.isDerived {
            let leader = leaders[number].flatMap { chosen[$0] }
            if let leader, !statements[leader].values[number].says { continue }
            guard let index = leader ?? best(column.name, { $0.values[number].says }) else { continue }
            chosen[number] = index
            let value = statements[index].values[number]
            values[number] = column.normal(value)
            if leaders[number] == nil { note(index, of: column.name) }
        }
        for (number, name) in listNames.enumerated() {
            guard let index = best(name, { !$0.lists[number].isEmpty }) else { continue }
            lists[number] = statements[index].lists[number]
            note(index, of: name)
        }
        var item = blank("")
        item.origins = origins
        item.isPartial = statements.allSatisfy { $0.origin == .list }
        for number in plan.indices where plan[number].isDerived { values[number] = columns[number].column(of: item) }
        return (values, lists)
    }
}
