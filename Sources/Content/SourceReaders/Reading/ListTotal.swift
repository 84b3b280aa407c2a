internal import LarderModel

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
        guard body.count <= SourceLimits.maxAnswerBytes, let answer = try? JSONParser.parse(body) else { return nil }
        let places = [answer] + (answer.members ?? []).map(\.value)
        for name in names {
            for place in places {
                guard let total = place[name]?.integer, total >= 0, total >= longestList(in: answer) else { continue }
                return total
            }
        }
        return nil
    }

    private static func longestList(in answer: JSONValue) -> Int {
        (answer.members ?? []).map { member in
            if case .array(let items) = member.value { items.count } else { 0 }
        }.max() ?? 0
    }
}
