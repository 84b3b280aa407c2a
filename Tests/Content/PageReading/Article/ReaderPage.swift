import Foundation
import LarderHTML
import LarderTestSupport
import Testing

@testable import LarderPageReading

/// A page of our own, and what should come out of it.
struct ReaderPage: CustomTestStringConvertible {
    static let url = "https://tram.example/2026/bridge"

    let name: String
    let document: HTMLDocument

    /// All pages, by name.
    static let all: [ReaderPage] = {
        let folder = SharedCorpus.own + "/reader"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".html") }.sorted().compactMap { try? ReaderPage(String($0.dropLast(5))) }
    }()

    init(_ name: String) throws {
        self.name = name
        document = HTMLDocument(parsing: try SharedCorpus.ownBytes("reader/\(name).html"))
    }

    var testDescription: String { name }

    func read(_ rules: ReaderRules = .standard) -> ReaderAnswer {
        ReaderAnswer(ArticleReader.read(WebPage(document, url: Self.url), rules: rules), document)
    }

    var expected: ReaderAnswer {
        get throws {
            let bytes = try SharedCorpus.ownBytes("reader/\(name).json")
            return try JSONDecoder().decode(ReaderAnswer.self, from: Data(bytes))
        }
    }
}

/// What a reading says, in a form that can be written beside a page.
struct ReaderAnswer: Codable, Equatable {
    var title: String?
    var byline: String?
    var published: String?
    var leadPicture: String?
    var isReadable: Bool
    var method: String
    var text: [String]
    var captions: [String]
    var pictures: [String]
    var furtherPages: [String]

    init(_ article: ReaderArticle, _ document: HTMLDocument) {
        title = article.title
        byline = article.byline
        published = article.published
        leadPicture = article.leadPicture
        isReadable = article.isReadable
        method = article.method.rawValue
        let body =
            article.method == .linkedData ? article.linkedText.joined(separator: "\n") : article.body.text(in: document)
        text = body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        captions = article.captions.map { $0.text(in: document) }
        pictures = article.pictures.map(\.url)
        furtherPages = article.furtherPages
    }
}
