internal import GRDB
package import LarderModel

/// A record that is made of what several origins said.
package protocol CatalogItem: CatalogRecord {
    /// Which origin goes before which.
    static var combination: RecordCombination { get }
    /// The address of the item's page as the source writes it.
    var pageURL: String? { get }
    /// Only a list has named it so far.
    var isPartial: Bool { get set }
    /// Which origin each field came from, by the column's or the list's name; those that the API gave are left out.
    var origins: FieldOrigins { get set }
}

/// How records of several origins become one row: field by field, by the origin of the field and never by the order of arrival.
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

/// What one origin said of an item.
package struct RecordOfOrigin<Record: Sendable>: Sendable {
    /// Who said it.
    package var origin: RecordOrigin
    /// What it said.
    package var record: Record
    /// The address that answered, without secrets.
    package var url: String?

    /// A record of an origin.
    package init(origin: RecordOrigin, record: Record, url: String?) {
        self.origin = origin
        self.record = record
        self.url = url
    }
}

/// What one origin said, in the order of a table's columns and lists.
private struct Statement {
    let origin: RecordOrigin
    let origins: FieldOrigins
    let values: [DatabaseValue]
    let lists: [[[DatabaseValue]]]

    /// What a field or list was read from.
    func origin(of field: String) -> FieldOrigin {
        switch origin {
        case .list: .list
        case .record: .api
        case .page: origins[field] ?? .page
        }
    }
}

extension CatalogItem {
    fileprivate mutating func note(_ origin: FieldOrigin, of field: String) {
        if origin != .api { origins[field] = origin }
    }
}

extension RecordTable where Record: CatalogItem {
    /// The item that records of different origins make, whatever their order.
    ///
    /// Each field, and each list as a whole, is that of the origin with the lowest rank which says something. A page that the
    /// source calls the item's no more says nothing.
    package func combined(_ urn: String, _ records: [RecordOfOrigin<Record>]) -> Record {
        let source = records.first { $0.origin == .record } ?? records.first { $0.origin == .list }
        let page = source?.record.pageURL.flatMap { WebAddress($0) }?.description
        var statements: [Statement] = []
        for said in records where said.origin != .page || source == nil || said.url == page {
            statements.append(
                Statement(
                    origin: said.origin,
                    origins: said.record.origins,
                    values: values(said.record),
                    lists: lists(said.record)
                )
            )
        }
        statements.sort { $0.origin.rawValue < $1.origin.rawValue }
        let combination = Record.combination
        func best(_ field: String, _ says: (Statement) -> Bool) -> Int? {
            var best: (index: Int, rank: Int)?
            for (index, statement) in statements.enumerated() where says(statement) {
                let rank = combination.rank(of: statement.origin(of: field))
                if best.map({ rank < $0.rank }) ?? true { best = (index, rank) }
            }
            return best?.index
        }
        var item = blank(urn)
        let leaders = columns.compactMap(\.follows)
        var chosen: [String: Int] = [:]
        for (number, column) in columns.enumerated() where !column.isDerived {
            let leader = column.follows.flatMap { chosen[$0] }
            if let leader, !statements[leader].values[number].says { continue }
            guard let index = leader ?? best(column.name, { $0.values[number].says }) else { continue }
            if leaders.contains(column.name) { chosen[column.name] = index }
            column.set(&item, statements[index].values[number])
            if column.follows == nil { item.note(statements[index].origin(of: column.name), of: column.name) }
        }
        for (number, child) in children.enumerated() {
            guard let index = best(child.name, { !$0.lists[number].isEmpty }) else { continue }
            child.fill(&item, statements[index].lists[number])
            item.note(statements[index].origin(of: child.name), of: child.name)
        }
        item.isPartial = statements.allSatisfy { $0.origin == .list }
        return item
    }
}
