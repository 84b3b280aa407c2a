internal import HTTPTypes
internal import Hummingbird
internal import LarderModel
internal import LarderViewer

/// The parameters of an address of the API.
///
/// A wrong one is refused with a sentence: a list that ignores a misspelt filter looks like a whole one.
struct APIParameters: Sendable {
    /// Those of every list.
    static let list = [
        "q", "in", "kind", "source", "outlet", "category", "language", "since", "word", "time", "gone", "sort", "page",
    ]
    private static let standardLimit = 20
    private static let mostParameters = 32

    private let query: String
    private let fields: [(name: String, value: String)]

    /// - Throws: 400 where a parameter is none of `names`, is empty, or is there twice and may not be.
    init(_ query: String?, _ names: [String]) throws {
        self.query = query ?? ""
        fields = FormBody(self.query[...]).fields
        guard fields.count <= Self.mostParameters else {
            throw Self.refused("An address has at most \(Self.mostParameters) parameters.")
        }
        for (place, field) in fields.enumerated() {
            guard names.contains(field.name) else {
                let nearest = NearestWord.find(field.name, in: names).map { " Is \"\($0)\" meant?" } ?? ""
                throw Self.refused("This address has no parameter \(Self.quoted(field.name)).\(nearest)")
            }
            guard !field.value.trimmedSpace.isEmpty else {
                throw Self.refused("The parameter \"\(field.name)\" is empty.")
            }
            let isRepeated = fields[..<place].contains { $0.name == field.name }
            guard !isRepeated || ["word", "time"].contains(field.name) else {
                throw Self.refused("The parameter \"\(field.name)\" is there more than once.")
            }
        }
    }

    /// The list of the parameters ``list``.
    func list() throws -> ListAddress {
        try check("kind", ["recipe", "article"])
        try check("time", ListAddress.Time.allCases.map(\.rawValue))
        try check("sort", ListAddress.Order.allCases.map(\.rawValue))
        try check("gone", ["0", "1"])
        try check("in", ListAddress.Place.allCases.map(\.rawValue))
        try check("typing", ["0", "1"])
        guard fields.count(where: { $0.name == "word" }) <= ListAddress.mostWords else {
            throw Self.refused("A list has at most \(ListAddress.mostWords) words.")
        }
        _ = try number("page", in: 1...1_000_000)
        return ListAddress(query: query[...])
    }

    private func check(_ name: String, _ values: [String]) throws {
        for field in fields where field.name == name && !values.contains(field.value) {
            throw Self.refused("\(Self.quoted(field.value)) is no \(name): \(values.joined(separator: ", ")).")
        }
    }

    func limit(upTo most: Int) throws -> Int { try number("limit", in: 1...most) ?? Self.standardLimit }

    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = fields.first(where: { $0.name == name })?.value else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let most = range.upperBound == .max ? "on" : "to \(range.upperBound)"
            throw Self.refused("\(Self.quoted(text)) is no \(name): a number from \(range.lowerBound) \(most).")
        }
        return number
    }

    private static func quoted(_ text: String) -> String { "\"\(PlainText.line(text, maxBytes: 60))\"" }

    static func refused(_ sentence: String) -> HTTPError { HTTPError(.badRequest, message: sentence) }
}
