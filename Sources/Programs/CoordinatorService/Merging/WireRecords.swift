internal import LarderCatalog
internal import LarderProtocol

/// Records as they travel, to records as the catalog keeps them.
extension Recipe {
    init(wire: WireRecipe) {
        self.init(
            urn: wire.urn,
            recordID: wire.recordID,
            title: wire.title,
            publisher: wire.publisher,
            publisherURL: wire.publisherURL,
            sourceURL: wire.sourceURL,
            apiURL: wire.apiURL,
            imageURL: wire.imageURL,
            imageURN: wire.imageUrn,
            socialRank: wire.hasSocialRank ? wire.socialRank : nil,
            ingredients: wire.ingredients.map {
                Ingredient(text: $0.text, quantity: $0.hasQuantity ? $0.quantity : nil, unit: $0.unit, name: $0.name)
            },
            servings: wire.hasServings ? Int64(wire.servings) : nil,
            cookingMinutes: wire.hasCookingMinutes ? Int64(wire.cookingMinutes) : nil,
            extra: wire.extra.map { ExtraField(name: $0.name, json: $0.json) }
        )
    }
}

extension Article {
    init(wire: WireArticle) {
        self.init(
            urn: wire.urn,
            outletID: wire.hasOutletID ? wire.outletID : nil,
            outletName: wire.outletName,
            author: wire.hasAuthor ? wire.author : nil,
            title: wire.title,
            summary: wire.hasSummary ? wire.summary : nil,
            url: wire.url,
            imageURL: wire.imageURL,
            imageURN: wire.imageUrn,
            publishedText: wire.hasPublishedAt ? wire.publishedAt : nil,
            publishedAt: wire.hasPublishedAtMs ? wire.publishedAtMs : nil,
            content: wire.hasContent ? wire.content : nil,
            extra: wire.extra.map { ExtraField(name: $0.name, json: $0.json) }
        )
    }
}

extension Outlet {
    init(wire: WireOutlet) {
        self.init(
            urn: wire.urn,
            outletID: wire.outletID,
            name: wire.name,
            summary: wire.hasSummary ? wire.summary : nil,
            url: wire.hasURL ? wire.url : nil,
            category: wire.hasCategory ? wire.category : nil,
            language: wire.hasLanguage ? wire.language : nil,
            country: wire.hasCountry ? wire.country : nil,
            sortOrders: wire.sortOrders,
            extra: wire.extra.map { ExtraField(name: $0.name, json: $0.json) }
        )
    }
}

extension Image {
    init?(wire: WireImage) {
        guard let digest = BlobDigest(wire.digest) else { return nil }
        self.init(
            urn: wire.urn,
            url: wire.url,
            digest: digest,
            byteCount: Int64(clamping: wire.byteCount),
            contentType: wire.contentType
        )
    }
}

extension DecodedImage {
    init?(wire: WireDecodedImage) {
        guard let digest = BlobDigest(wire.digest) else { return nil }
        self.init(
            urn: wire.urn,
            digest: digest,
            format: wire.format.isEmpty ? nil : wire.format,
            width: Int64(wire.width),
            height: Int64(wire.height),
            frames: Int64(wire.frames),
            hasAlpha: wire.hasAlpha_p,
            variants: wire.variants.compactMap { variant in
                BlobDigest(variant.digest).map {
                    ImageVariant(
                        width: Int64(variant.width),
                        height: Int64(variant.height),
                        format: variant.format,
                        digest: $0,
                        byteCount: Int64(clamping: variant.byteCount)
                    )
                }
            },
            rejectCode: wire.rejectCode.isEmpty ? nil : wire.rejectCode,
            rejectMessage: wire.rejectMessage.isEmpty ? nil : wire.rejectMessage,
            readerVersion: Int64(wire.readerVersion)
        )
    }
}

extension RenderedText {
    init?(wire: WireRenderedText) {
        guard let digest = BlobDigest(wire.htmlDigest) else { return nil }
        self.init(
            urn: wire.urn,
            itemURN: wire.itemUrn,
            htmlDigest: digest,
            plain: wire.plain,
            runs: wire.runs,
            links: wire.links.map { TextLink(url: $0.url, start: Int64($0.start), length: Int64($0.length)) },
            readerVersion: Int64(wire.readerVersion)
        )
    }
}

extension Provenance {
    init(wire: WireProvenance) {
        self.init(
            url: wire.url,
            fetchedAt: wire.fetchedAtMs,
            validator: wire.validator.isEmpty ? nil : wire.validator,
            digest: BlobDigest(wire.digest),
            readerVersion: Int64(wire.readerVersion)
        )
    }
}
