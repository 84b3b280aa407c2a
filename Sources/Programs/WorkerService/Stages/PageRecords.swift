internal import LarderModel
internal import LarderPageReading

extension Article {
    /// What a page says, as a record of the catalog.
    init(_ article: ReaderArticle, urn: String) {
        self.init(
            urn: urn,
            outletName: article.siteName,
            author: article.byline,
            title: article.title ?? "",
            summary: article.excerpt,
            imageURL: article.leadPicture,
            publishedText: article.published,
            publishedAt: article.published.flatMap(Timestamps.milliseconds)
        )
        language = article.language
    }
}

extension ReaderPicture {
    /// The smallest file that is at least this wide, else the widest; the best one where no width is stated.
    func candidate(nearestTo width: Int) -> String {
        let stated = candidates.filter { $0.width > 0 }
        let enough = stated.filter { $0.width >= width }.min { $0.width < $1.width }
        return (enough ?? stated.max { $0.width < $1.width })?.url ?? url
    }
}
