package import LarderSourceDefinitions

/// Chooses readers.
package enum SourceReaders {
    /// - Parameter apiKey: From ``SourceDefinition/apiKey(from:)``; nil where the API needs none.
    package static func reader(for definition: SourceDefinition, apiKey: String?) -> any SourceReader {
        switch definition.kind {
        case .food2fork, .forkifyV1, .forkifyV2: RecipeReader(definition: definition, apiKey: apiKey)
        case .sitemap: SitemapFileReader(definition: definition)
        case .pages: LinkedPagesReader(definition: definition)
        case .json, .theMealDB, .spoonacular: MappedReader(definition: definition, apiKey: apiKey)
        case .feed: FeedSourceReader(definition: definition, apiKey: apiKey)
        case .wordpress: WordPressReader(definition: definition)
        case .newsAPIv1, .newsAPIv2: NewsReader(definition: definition, apiKey: apiKey)
        }
    }
}
