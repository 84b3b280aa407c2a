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
    static let all = [
        NewsSource(
            id: "harbour-courier",
            name: "Harbour Courier",
            summary: "Tides, ferries and the fish market, every morning.",
            category: "general",
            language: "en",
            country: "gb",
            sortBys: ["top", "latest"]
        ),
        NewsSource(
            id: "quiet-science",
            name: "Quiet Science",
            summary: "Slow research, told calmly.",
            category: "science",
            language: "en",
            country: "us",
            sortBys: ["top", "latest", "popular"]
        ),
        NewsSource(
            id: "kitchen-table-weekly",
            name: "Kitchen Table Weekly",
            summary: "What people cook & why.",
            category: "food-and-drink",
            language: "en",
            country: "us",
            sortBys: ["top"]
        ),
        NewsSource(
            id: "blick-vom-turm",
            name: "Blick vom Turm",
            summary: "Nachrichten aus der Höhe.",
            category: "business",
            language: "de",
            country: "de",
            sortBys: ["latest"]
        ),
        NewsSource(
            id: "north-quarter-gazette",
            name: "North Quarter Gazette",
            summary: "One street, all its stories.",
            category: "gardening",
            language: "xx-north",
            country: "zz",
            sortBys: ["top", "popular"]
        ),
    ]

    static func named(_ id: String) -> NewsSource? {
        all.first { $0.id == id }
    }
}
