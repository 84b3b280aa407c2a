internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderViewer

/// The answers that have one item whole.
extension ViewerPages {
    /// A recipe or an article; nil: there is none with this URN.
    func apiItem(_ urn: String) throws -> JSONWriter? {
        let origins = try reader.origins(of: urn)
        if let recipe = try reader.recipe(urn) {
            return JSONWriter.object { writer in
                write(recipe, to: &writer)
                write(body: recipe.body, origins, to: &writer)
            }
        }
        return try reader.article(urn).map { article in
            JSONWriter.object { writer in
                write(article, to: &writer)
                write(body: article.body, origins, to: &writer)
            }
        }
    }

    private func write(_ item: RecipeItem, to writer: inout JSONWriter) {
        let recipe = item.recipe
        writer.member("urn", item.id)
        writer.member("kind", "recipe")
        writer.member("source", item.source)
        writer.member("title", recipe.title)
        writer.member("publisher", recipe.publisher)
        writer.member("minutes", item.minutes)
        writer.member("servings", recipe.servings)
        writer.member("language", recipe.language)
        writer.member("isGone", item.isGone)
        writer.member("isPartial", recipe.isPartial)
        writer.member("picture", item.pictures.main.map(apiPicture))
        writer.member("page", addresses.item(item.id))
        writer.member("original", item.page?.absoluteString)
        writer.member("summary", recipe.summary)
        writer.member("authors", strings: recipe.authors)
        writer.member("added", item.added)
        writer.member("prepMinutes", recipe.prepMinutes)
        writer.member("cookingMinutes", recipe.cookingMinutes)
        writer.member("servingsText", recipe.servingsText)
        writer.member("rating", recipe.rating)
        writer.member("ratingCount", recipe.ratingCount)
        writer.member("categories", strings: recipe.categories)
        writer.member("cuisines", strings: recipe.cuisines)
        writer.member("keywords", strings: recipe.keywords)
        writer.member("equipment", strings: recipe.equipment)
        writer.member("videos", strings: item.videos.map(\.absoluteString))
        writeLists(item, to: &writer)
    }

    private func writeLists(_ item: RecipeItem, to writer: inout JSONWriter) {
        writer.objects("ingredients", item.ingredients) { line, ingredient in
            line.member("text", ingredient.text)
            line.member("quantity", ingredient.quantity)
            line.member("unit", ingredient.unit)
            line.member("name", ingredient.name)
            line.member("section", ingredient.section)
        }
        writer.objects("steps", item.steps) { one, step in
            one.member("text", step.text)
            one.member("name", step.name)
            one.member("section", step.section)
            one.member("picture", item.picture(of: step).map(apiPicture))
        }
        writer.objects("nutrition", item.nutrition) { one, fact in
            one.member("name", fact.name)
            one.member("amount", fact.amount)
            one.member("unit", fact.unit)
            one.member("text", fact.text)
        }
        writer.key("pictures")
        writer.array(item.pictures.all) { $0.value(apiPicture($1)) }
    }

    private func write(_ item: ArticleItem, to writer: inout JSONWriter) {
        let article = item.article
        writer.member("urn", item.id)
        writer.member("kind", "article")
        writer.member("source", item.source)
        writer.member("title", article.title)
        writer.member("publisher", item.publisher)
        writer.member("published", item.published)
        writer.member("language", article.language)
        writer.member("isGone", item.isGone)
        writer.member("isPartial", article.isPartial)
        writer.member("picture", item.pictures.main.map(apiPicture))
        writer.member("page", addresses.item(item.id))
        writer.member("original", item.page?.absoluteString)
        writer.member("summary", article.summary)
        writer.member("author", article.author)
        let outlet = article.outletID.map { RecordURN.outlet(source: item.source, id: $0) }
        writer.member("outlet", outlet)
        writer.member("category", item.category)
        writer.member("country", item.country)
        writer.member("content", article.content)
        writer.key("pictures")
        writer.array(item.pictures.all) { $0.value(apiPicture($1)) }
        writer.objects("attachments", article.attachments) { one, attachment in
            one.member("url", attachment.url)
            one.member("mediaType", attachment.mediaType)
            one.member("byteCount", attachment.byteCount)
            one.member("title", attachment.title)
        }
    }

    private func write(body: ItemBody?, _ origins: [ItemOrigin], to writer: inout JSONWriter) {
        writer.key("body")
        if let body { write(body, to: &writer) } else { writer.raw("null") }
        writer.objects("provenance", origins) { one, origin in
            one.member("origin", origin.origin)
            one.member("url", origin.url)
            one.member("fetched", origin.fetched)
        }
    }

    private func write(_ body: ItemBody, to writer: inout JSONWriter) {
        writer.object { text in
            text.member("text", body.text.text)
            text.member("language", body.language)
            text.member("isReadable", body.isReadable)
            text.member("lackingPage", body.lackingPage)
            text.objects("links", body.text.links.filter { !$0.isUnsafe }) { one, link in
                one.member("url", link.url)
                one.member("start", link.start)
                one.member("length", link.length)
            }
            let blocks = body.blocks
            text.objects("pictures", blocks.filter { body.picture(of: $0) != nil }) { one, block in
                one.member("start", block.range.lowerBound)
                one.member("picture", body.picture(of: block).map(apiPicture))
            }
        }
    }
}
