import GRDB

extension CatalogWriter {
    /// Merges a recipe with its ingredients.
    ///
    /// A recipe that is there already costs one look-up, and one update of its provenance when `sync` is a later one.
    @discardableResult
    public func merge(recipe: Recipe, provenance: Provenance, sync: CatalogSync) throws -> MergeOutcome {
        try merge(recipe, readerVersion: provenance.readerVersion, provenance: provenance, sync: sync) { recipe in
            try run(
                """
                INSERT INTO recipe (urn, sourceID, recordID, title, publisher, publisherURL, sourceURL, apiURL,
                    imageURL, imageURN, socialRank, servings, cookingMinutes, extra)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (urn) DO UPDATE SET sourceID = excluded.sourceID, recordID = excluded.recordID,
                    title = excluded.title, publisher = excluded.publisher, publisherURL = excluded.publisherURL,
                    sourceURL = excluded.sourceURL, apiURL = excluded.apiURL, imageURL = excluded.imageURL,
                    imageURN = excluded.imageURN, socialRank = excluded.socialRank, servings = excluded.servings,
                    cookingMinutes = excluded.cookingMinutes, extra = excluded.extra
                """,
                [
                    recipe.urn, sync.sourceID, recipe.recordID, recipe.title, recipe.publisher, recipe.publisherURL,
                    recipe.sourceURL, recipe.apiURL, recipe.imageURL, recipe.imageURN, recipe.socialRank.storable,
                    recipe.servings, recipe.cookingMinutes, try JSONText.object(recipe.extra, in: db),
                ]
            )
            let id = try rowID("SELECT id FROM recipe WHERE urn = ?", recipe.urn)
            for (position, ingredient) in recipe.ingredients.enumerated() {
                try run(
                    """
                    INSERT INTO ingredient (recipeID, position, text, quantity, unit, name) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (recipeID, position) DO UPDATE SET text = excluded.text,
                        quantity = excluded.quantity, unit = excluded.unit, name = excluded.name
                    WHERE text IS NOT excluded.text OR quantity IS NOT excluded.quantity
                        OR unit IS NOT excluded.unit OR name IS NOT excluded.name
                    """,
                    [
                        id, position, ingredient.text, ingredient.quantity.storable, ingredient.unit, ingredient.name,
                    ]
                )
            }
            try run(
                "DELETE FROM ingredient WHERE recipeID = ? AND position >= ?",
                [id, recipe.ingredients.count]
            )
        }
    }

    /// Merges an article.
    @discardableResult
    public func merge(article: Article, provenance: Provenance, sync: CatalogSync) throws -> MergeOutcome {
        try merge(article, readerVersion: provenance.readerVersion, provenance: provenance, sync: sync) { article in
            try run(
                """
                INSERT INTO article (urn, sourceID, outletID, outletName, author, title, summary, url, imageURL,
                    imageURN, publishedText, publishedAt, content, extra)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (urn) DO UPDATE SET sourceID = excluded.sourceID, outletID = excluded.outletID,
                    outletName = excluded.outletName, author = excluded.author, title = excluded.title,
                    summary = excluded.summary, url = excluded.url, imageURL = excluded.imageURL,
                    imageURN = excluded.imageURN, publishedText = excluded.publishedText,
                    publishedAt = excluded.publishedAt, content = excluded.content, extra = excluded.extra
                """,
                [
                    article.urn, sync.sourceID, article.outletID, article.outletName, article.author, article.title,
                    article.summary, article.url, article.imageURL, article.imageURN, article.publishedText,
                    article.publishedAt, article.content, try JSONText.object(article.extra, in: db),
                ]
            )
        }
    }

    /// Merges a publication that a source lists.
    @discardableResult
    public func merge(outlet: Outlet, provenance: Provenance, sync: CatalogSync) throws -> MergeOutcome {
        try merge(outlet, readerVersion: provenance.readerVersion, provenance: provenance, sync: sync) { outlet in
            try run(
                """
                INSERT INTO outlet (urn, sourceID, outletID, name, summary, url, category, language, country,
                    sortOrders, extra)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (urn) DO UPDATE SET sourceID = excluded.sourceID, outletID = excluded.outletID,
                    name = excluded.name, summary = excluded.summary, url = excluded.url,
                    category = excluded.category, language = excluded.language, country = excluded.country,
                    sortOrders = excluded.sortOrders, extra = excluded.extra
                """,
                [
                    outlet.urn, sync.sourceID, outlet.outletID, outlet.name, outlet.summary, outlet.url,
                    outlet.category, outlet.language, outlet.country, JSONText.array(outlet.sortOrders),
                    try JSONText.object(outlet.extra, in: db),
                ]
            )
        }
    }

    /// Merges where an answer came from that gave no record of its own, such as a page whose HTML became a text.
    ///
    /// - Parameter urn: What the answer was read for: an item's or a job's URN. A record with the same URN keeps its own
    ///   provenance beside this one.
    @discardableResult
    public func merge(answer urn: String, provenance: Provenance, sync: CatalogSync) throws -> MergeOutcome {
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: provenance.readerVersion,
            completeness: 0,
            fingerprint: Fingerprint.of([])
        )
        return try place(
            urn: urn.storable,
            kind: .answer,
            rank: rank,
            provenance: provenance.storable,
            sync: sync
        ) {}
    }
}
