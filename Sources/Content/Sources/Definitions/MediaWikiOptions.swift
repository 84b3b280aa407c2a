internal import LarderModel

/// How a source of the kind `mediawiki` is read.
package struct MediaWikiOptions: Sendable, Hashable {
    package enum Body: String, Sendable, Hashable, CaseIterable {
        /// The API, which gives an article without the frame of its page.
        case api
        case page
    }

    /// The numbers of the namespaces to read.
    package var namespaces = [0]
    package var body = Body.api

    package init() {}

    /// What stands behind the folder that a wiki is in.
    static let scripts = ["/api.php", "/index.php"]

    private static let largest = 10_000

    static func namespaces(_ value: YAMLValue) throws(SourceError) -> [Int] {
        let numbers = try value.items(1...100, of: "namespaces") { item throws(SourceError) in
            try item.integer(0...largest)
        }
        return numbers.unique()
    }
}
