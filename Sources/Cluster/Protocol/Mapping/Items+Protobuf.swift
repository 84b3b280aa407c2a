internal import LarderModel
internal import SwiftProtobuf

extension Article {
    init(_ article: WireArticle) {
        self.init(
            urn: article.urn,
            outletID: article.hasOutletID ? article.outletID : nil,
            outletName: article.outletName,
            author: article.hasAuthor ? article.author : nil,
            title: article.title,
            summary: article.hasSummary ? article.summary : nil,
            url: article.url,
            imageURL: article.imageURL,
            imageURN: article.imageUrn,
            publishedText: article.hasPublishedAt ? article.publishedAt : nil,
            publishedAt: article.hasPublishedAtMs ? article.publishedAtMs : nil,
            content: article.hasContent ? article.content : nil,
            extra: ExtraFields(article.extra)
        )
        language = article.language.nonEmpty
        canonicalURL = article.canonicalURL.nonEmpty
        origins = article.origins.compactMapValues(FieldOrigin.init)
    }
}

extension WireArticle {
    init(_ article: Article) {
        self.init()
        urn = article.urn
        if let id = article.outletID { outletID = id }
        outletName = article.outletName ?? ""
        if let name = article.author { author = name }
        title = article.title
        if let text = article.summary { summary = text }
        url = article.url ?? ""
        imageURL = article.imageURL ?? ""
        imageUrn = article.imageURN ?? ""
        if let text = article.publishedText { publishedAt = text }
        if let time = article.publishedAt { publishedAtMs = time }
        if let text = article.content { content = text }
        extra = article.extra.map(WireExtraField.init)
        language = article.language ?? ""
        canonicalURL = article.canonicalURL ?? ""
        origins = article.origins.mapValues(\.rawValue)
    }
}

extension Outlet {
    init(_ outlet: WireOutlet) {
        self.init(
            urn: outlet.urn,
            outletID: outlet.outletID,
            name: outlet.name,
            summary: outlet.hasSummary ? outlet.summary : nil,
            url: outlet.hasURL ? outlet.url : nil,
            category: outlet.hasCategory ? outlet.category : nil,
            language: outlet.hasLanguage ? outlet.language : nil,
            country: outlet.hasCountry ? outlet.country : nil,
            sortOrders: outlet.sortOrders,
            extra: ExtraFields(outlet.extra)
        )
    }
}

extension WireOutlet {
    init(_ outlet: Outlet) {
        self.init()
        urn = outlet.urn
        outletID = outlet.outletID
        name = outlet.name
        if let text = outlet.summary { summary = text }
        if let text = outlet.url { url = text }
        if let text = outlet.category { category = text }
        if let text = outlet.language { language = text }
        if let text = outlet.country { country = text }
        sortOrders = outlet.sortOrders
        extra = outlet.extra.map(WireExtraField.init)
    }
}

extension ExtraFields {
    init(_ fields: [WireExtraField]) {
        self.init(fields.map { ExtraField(name: $0.name, json: $0.json) })
    }
}

extension WireExtraField {
    init(_ field: ExtraField) {
        self.init()
        name = field.name
        json = field.json
    }
}
