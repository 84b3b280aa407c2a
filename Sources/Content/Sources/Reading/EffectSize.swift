import Foundation
import LarderProtocol

/// An upper bound of an effect's encoded size, so that no encoding is needed to check a limit.
///
/// Every field counts with its bytes and ``field``, which is more than its tag and its length can take.
enum EffectSize {
    /// A tag of at most 2 bytes and a length or number of at most 10.
    private static let field = 12

    static func bound(_ effect: WireEffect) -> Int {
        var size = effect.recipes.reduce(0) { $0 + bound($1) }
        size += effect.articles.reduce(0) { $0 + bound($1) }
        size += effect.outlets.reduce(0) { $0 + bound($1) }
        size += effect.provenance.reduce(0) {
            $0 + texts([$1.recordUrn, $1.url, $1.validator]) + $1.digest.count + 4 * field
        }
        size += effect.found.reduce(0) { $0 + bound($1) }
        size += effect.notes.reduce(0) { $0 + texts([$1.code, $1.message]) + field }
        return size
    }

    private static func texts(_ texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count + field } }

    private static func bound(_ extra: [WireExtraField]) -> Int {
        extra.reduce(0) { $0 + texts([$1.name, $1.json]) + field }
    }

    private static func bound(_ recipe: WireRecipe) -> Int {
        let own = texts([
            recipe.urn, recipe.recordID, recipe.title, recipe.publisher, recipe.publisherURL, recipe.sourceURL,
            recipe.apiURL, recipe.imageURL, recipe.imageUrn,
        ])
        let ingredients = recipe.ingredients.reduce(0) { $0 + texts([$1.text, $1.unit, $1.name]) + 2 * field }
        return own + ingredients + bound(recipe.extra) + 4 * field
    }

    private static func bound(_ article: WireArticle) -> Int {
        texts([
            article.urn, article.outletID, article.outletName, article.author, article.title, article.summary,
            article.url,
            article.imageURL, article.imageUrn, article.publishedAt, article.content,
        ]) + bound(article.extra) + 2 * field
    }

    private static func bound(_ outlet: WireOutlet) -> Int {
        texts([
            outlet.urn, outlet.outletID, outlet.name, outlet.summary, outlet.url, outlet.category, outlet.language,
            outlet.country,
        ]) + texts(outlet.sortOrders) + bound(outlet.extra) + field
    }

    private static func bound(_ job: WireFoundJob) -> Int {
        let work =
            switch job.spec.work {
            case .discover(let work): texts([work.target])
            case .search(let work): texts([work.query, work.facet]) + field
            case .detail(let work): texts([work.recordID, work.itemUrn, work.url])
            case .imageDownload(let work): texts([work.imageUrn, work.url])
            case .imageDecode(let work): texts([work.imageUrn]) + work.digest.count + field
            case .text(let work):
                texts([work.textUrn, work.itemUrn, work.contentType, work.baseURL]) + work.digest.count + 2 * field
            case nil: 0
            }
        return texts([job.key, job.lane, job.spec.source]) + work + 4 * field
    }
}
