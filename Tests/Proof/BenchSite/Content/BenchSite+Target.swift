extension BenchSite.Target {
    /// The id of the first recipe.
    static let firstID = 10_000

    private static let search = Array("/api/search?".utf8)
    private static let detail = Array("/api/get?".utf8)
    private static let page = Array("/recipes/".utf8)
    private static let photo = Array("/photos/".utf8)
    private static let pageNumber = Array("page=".utf8)
    private static let hostNumber = Array("q=host-".utf8)
    private static let recipeID = Array("rId=".utf8)

    /// Path and query.
    var path: String {
        switch self {
        case .search(let page, nil): "/api/search?q=all&page=\(page)"
        case .search(let page, let host?): "/api/search?q=host-\(host)&page=\(page)"
        case .detail(let number): "/api/get?rId=\(Self.firstID + number)"
        case .page(let number): "/recipes/\(Self.firstID + number).html"
        case .photo(let number): "/photos/\(Self.firstID + number).jpg"
        }
    }

    /// Its entity tag, with the quotes; a site never changes.
    var entityTag: String {
        switch self {
        case .search(let page, nil): "\"search-\(page)\""
        case .search(let page, let host?): "\"search-\(host)-\(page)\""
        case .detail(let number): "\"detail-\(number)\""
        case .page(let number): "\"page-\(number)\""
        case .photo(let number): "\"photo-\(number)\""
        }
    }

    /// Reads path and query; nil for what no site has.
    init?(_ bytes: ArraySlice<UInt8>) {
        if bytes.starts(with: Self.search) {
            // No page number means the first one.
            let page = max(1, Self.number(after: Self.pageNumber, in: bytes) ?? 1)
            self = .search(page: page, host: Self.number(after: Self.hostNumber, in: bytes))
        } else if bytes.starts(with: Self.detail) {
            guard let id = Self.number(after: Self.recipeID, in: bytes), id >= Self.firstID else { return nil }
            self = .detail(id - Self.firstID)
        } else if bytes.starts(with: Self.page) {
            guard let id = Self.number(after: Self.page, in: bytes), id >= Self.firstID else { return nil }
            self = .page(id - Self.firstID)
        } else if bytes.starts(with: Self.photo) {
            guard let id = Self.number(after: Self.photo, in: bytes), id >= Self.firstID else { return nil }
            self = .photo(id - Self.firstID)
        } else {
            return nil
        }
    }

    /// The number of up to nine digits behind a word; nil when there is none.
    private static func number(after word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        while !rest.starts(with: word) {
            guard !rest.isEmpty else { return nil }
            rest.removeFirst()
        }
        let digits = rest.dropFirst(word.count).prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
