/// A news source of the site.
struct NewsSource: Sendable {
    let id: String
    let name: String
    let summary: String
    let category: String
    let language: String
    let country: String
    let sortBys: [String]

    /// The sources that share the articles.
    ///
    /// Two have a category and a language that no list of known values holds.
    static let all = """
        harbour-courier|Harbour Courier|Tides, ferries and the fish market, every morning.|general|en|gb|top latest
        quiet-science|Quiet Science|Slow research, told calmly.|science|en|us|top latest popular
        kitchen-table-weekly|Kitchen Table Weekly|What people cook & why.|food-and-drink|en|us|top
        blick-vom-turm|Blick vom Turm|Nachrichten aus der Höhe.|business|de|de|latest
        north-quarter-gazette|North Quarter Gazette|One street, all its stories.|gardening|xx-north|zz|top popular
        """.split(separator: "\n").map { NewsSource($0.split(separator: "|").map(String.init)) }

    private init(_ columns: [String]) {
        (id, name, summary) = (columns[0], columns[1], columns[2])
        (category, language, country) = (columns[3], columns[4], columns[5])
        sortBys = columns[6].split(separator: " ").map(String.init)
    }

    static func named(_ id: String) -> NewsSource? { all.first { $0.id == id } }
}
