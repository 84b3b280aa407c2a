import Foundation
import Testing

@testable import LarderSourceDefinitions

/// The page of the documentation and the tables that definitions are read with say the same of each key.
@Suite("Table of keys") struct KeyTableTests {
    private struct Row {
        let names: [String]
        let meaning: String
    }

    /// The rows of the page's tables of keys, by the headings above them.
    private func tables() throws -> [String: [Row]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        let page = root.appending(path: "Sources/Documentation/Larder.docc/Sources.md")
        var tables: [String: [Row]] = [:]
        var heading = ""
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            let cells = line.components(separatedBy: "|").dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].hasPrefix("`") else { continue }
            let names = cells[0].components(separatedBy: ", ").map { $0.trimmingCharacters(in: ["`"]) }
            tables[heading, default: []].append(Row(names: names, meaning: cells[1]))
        }
        return tables
    }

    private func expect<Target>(_ keys: [DefinitionKey<Target>], in rows: [Row]?) throws {
        let rows = try #require(rows)
        #expect(Set(rows.flatMap(\.names)) == Set(keys.map(\.name)))
        for key in keys {
            let row = try #require(rows.first { $0.names.contains(key.name) })
            #expect(key.range.isEmpty || row.meaning.contains(key.range), "\(key.name): \(row.meaning)")
        }
    }

    @Test func `the page has each key of each table, with its range, and no other`() throws {
        let tables = try tables()
        try expect(SourceDefinition.selectionKeys + SourceDefinition.requestKeys, in: tables["Keys"])
        let site = SourceDefinition.siteKeys
        try expect(site + SourceDefinition.websiteKeys, in: tables["Websites"])
        try expect(SourceDefinition.listKeys, in: tables["Feeds, WordPress and MediaWiki sites"])
        try expect(site + SourceDefinition.mappingKeys, in: tables["Any API with JSON"])
        try expect(SourceDefinition.Text.keys, in: tables["How texts are made"])
    }

    @Test func `no kind has two keys of one name`() throws {
        for kind in SourceKind.allCases {
            let names = SourceDefinition.keyNames(of: kind)
            #expect(Set(names).count == names.count && SourceDefinition.required.isSubset(of: names))
        }
    }
}
