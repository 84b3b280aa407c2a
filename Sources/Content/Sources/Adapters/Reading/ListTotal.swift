package import LarderModel
package import LarderSourceDefinitions

/// How many items a list has in all, as its answer says.
package enum ListTotal {
    /// Members that hold a total, the surest first.
    private static let names = [
        "totalResults", "total_results", "totalCount", "total_count", "total", "numFound", "found",
    ]

    /// The total that a JSON answer names at its top or one step below; nil where it is no JSON or names none.
    ///
    /// A number below the items that the answer holds is no total.
    package static func find(in body: [UInt8]) -> Int? {
        guard body.count <= RecordBound.answerBytes.limit, let answer = try? JSONParser.parse(body) else { return nil }
        let places = [answer] + (answer.members ?? []).map(\.value)
        for name in names {
            for place in places {
                guard let total = place[name]?.integer, total >= 0, total >= longestList(in: answer) else { continue }
                return total
            }
        }
        return nil
    }

    /// The same for an answer to a source's list, whose definition may say where the total is.
    ///
    /// Where the definition names a place, no other counts; a number that is this page's own count says nothing.
    package static func find(in body: [UInt8], headers: [HeaderField], of definition: SourceDefinition) -> Int? {
        if definition.kind == .wordpress {
            return headers.positiveNumber(of: "X-WP-Total") ?? (isEmptyList(body) ? 0 : nil)
        }
        guard let mapping = definition.mapping, mapping.paging.total != nil || mapping.paging.pages != nil else {
            return find(in: body)
        }
        guard body.count <= RecordBound.answerBytes.limit, let json = try? JSONParser.parse(body) else { return nil }
        let answer = SourceAnswer(status: 200, headers: headers, body: [], redactedURL: "")
        let count =
            mapping.items.map { pointer in
                let found = pointer.found(in: JSONPointer.Found(value: json)).compactMap { $0 }
                return pointer.steps.last == .every ? found.count : found.first?.value.items?.count ?? 0
            }.max() ?? 0
        if let total = mapping.paging.total?.number(in: json, answer), total > count { return total }
        guard let pages = mapping.paging.pages?.number(in: json, answer) else { return nil }
        let size = definition.pageSize ?? mapping.paging.size ?? count
        let (total, overflow) = pages.multipliedReportingOverflow(by: min(size, max(count, 1)))
        return overflow ? nil : total
    }

    /// The bounded sum of a total and the totals before it.
    package static func sum(_ before: Int, _ total: Int) -> Int {
        min(before + max(0, min(total, largest)), largest)
    }

    private static let largest = 1_000_000_000_000

    private static func isEmptyList(_ body: [UInt8]) -> Bool {
        guard body.count <= RecordBound.answerBytes.limit, let json = try? JSONParser.parse(body) else { return false }
        return json.items?.isEmpty == true
    }

    private static func longestList(in answer: JSONValue) -> Int {
        (answer.members ?? []).map { member in
            if case .array(let items) = member.value { items.count } else { 0 }
        }.max() ?? 0
    }
}
