/// A record that is kept or not by its ``MergeRank``.
protocol MergeableRecord {
    static var kind: RecordKind { get }
    var urn: String { get }
    /// How much the record says; of two in one sync the fuller one is kept.
    var completeness: Int64 { get }
    /// Everything that the catalog keeps of it.
    func encode(into encoder: inout ContentEncoder)
    mutating func replaceTexts(_ replacement: (String) -> String)
}

/// The number of values that are there.
private func count(_ isThere: Bool...) -> Int64 {
    isThere.reduce(0) { count, isThere in isThere ? count + 1 : count }
}

extension Recipe: MergeableRecord {
    static var kind: RecordKind { .recipe }

    var completeness: Int64 {
        Int64(ingredients.count) * 16
            + count(
                publisher != nil,
                publisherURL != nil,
                sourceURL != nil,
                apiURL != nil,
                imageURL != nil,
                socialRank != nil,
                servings != nil,
                cookingMinutes != nil
            )
    }

    func encode(into encoder: inout ContentEncoder) {
        encoder.add(urn)
        encoder.add(recordID)
        encoder.add(title)
        encoder.add(publisher)
        encoder.add(publisherURL)
        encoder.add(sourceURL)
        encoder.add(apiURL)
        encoder.add(imageURL)
        encoder.add(imageURN)
        encoder.add(socialRank)
        encoder.add(servings)
        encoder.add(cookingMinutes)
        encoder.beginList(ingredients.count)
        for ingredient in ingredients {
            encoder.add(ingredient.text)
            encoder.add(ingredient.quantity)
            encoder.add(ingredient.unit)
            encoder.add(ingredient.name)
        }
        encoder.add(extra)
    }

    mutating func replaceTexts(_ replacement: (String) -> String) {
        urn = replacement(urn)
        recordID = replacement(recordID)
        title = replacement(title)
        publisher = publisher.map(replacement)
        publisherURL = publisherURL.map(replacement)
        sourceURL = sourceURL.map(replacement)
        apiURL = apiURL.map(replacement)
        imageURL = imageURL.map(replacement)
        imageURN = imageURN.map(replacement)
        ingredients = ingredients.map { ingredient in
            Ingredient(
                text: replacement(ingredient.text),
                quantity: ingredient.quantity,
                unit: ingredient.unit.map(replacement),
                name: ingredient.name.map(replacement)
            )
        }
        extra = extra.replacingTexts(replacement)
    }
}

extension Article: MergeableRecord {
    static var kind: RecordKind { .article }

    var completeness: Int64 {
        count(
            outletID != nil,
            outletName != nil,
            author != nil,
            summary != nil,
            url != nil,
            imageURL != nil,
            publishedText != nil,
            publishedAt != nil,
            content != nil
        )
    }

    func encode(into encoder: inout ContentEncoder) {
        encoder.add(urn)
        encoder.add(outletID)
        encoder.add(outletName)
        encoder.add(author)
        encoder.add(title)
        encoder.add(summary)
        encoder.add(url)
        encoder.add(imageURL)
        encoder.add(imageURN)
        encoder.add(publishedText)
        encoder.add(publishedAt)
        encoder.add(content)
        encoder.add(extra)
    }

    mutating func replaceTexts(_ replacement: (String) -> String) {
        urn = replacement(urn)
        outletID = outletID.map(replacement)
        outletName = outletName.map(replacement)
        author = author.map(replacement)
        title = replacement(title)
        summary = summary.map(replacement)
        url = url.map(replacement)
        imageURL = imageURL.map(replacement)
        imageURN = imageURN.map(replacement)
        publishedText = publishedText.map(replacement)
        content = content.map(replacement)
        extra = extra.replacingTexts(replacement)
    }
}

extension Outlet: MergeableRecord {
    static var kind: RecordKind { .outlet }

    var completeness: Int64 {
        count(summary != nil, url != nil, category != nil, language != nil, country != nil) + Int64(sortOrders.count)
    }

    func encode(into encoder: inout ContentEncoder) {
        encoder.add(urn)
        encoder.add(outletID)
        encoder.add(name)
        encoder.add(summary)
        encoder.add(url)
        encoder.add(category)
        encoder.add(language)
        encoder.add(country)
        encoder.beginList(sortOrders.count)
        for order in sortOrders { encoder.add(order) }
        encoder.add(extra)
    }

    mutating func replaceTexts(_ replacement: (String) -> String) {
        urn = replacement(urn)
        outletID = replacement(outletID)
        name = replacement(name)
        summary = summary.map(replacement)
        url = url.map(replacement)
        category = category.map(replacement)
        language = language.map(replacement)
        country = country.map(replacement)
        sortOrders = sortOrders.map(replacement)
        extra = extra.replacingTexts(replacement)
    }
}

extension Image: MergeableRecord {
    static var kind: RecordKind { .image }
    var completeness: Int64 { count(contentType != nil) }

    func encode(into encoder: inout ContentEncoder) {
        encoder.add(urn)
        encoder.add(url)
        encoder.add(digest)
        encoder.add(byteCount)
        encoder.add(contentType)
    }

    mutating func replaceTexts(_ replacement: (String) -> String) {
        urn = replacement(urn)
        url = replacement(url)
        contentType = contentType.map(replacement)
    }
}

extension DecodedImage: MergeableRecord {
    static var kind: RecordKind { .image }
    var completeness: Int64 { rejectCode == nil ? 1 : 0 }

    func encode(into encoder: inout ContentEncoder) {
        encoder.add(urn)
        encoder.add(digest)
        encoder.add(format)
        encoder.add(width)
        encoder.add(height)
        encoder.add(frames)
        encoder.add(hasAlpha ? 1 : 0)
        encoder.beginList(variants.count)
        for variant in variants {
            encoder.add(variant.width)
            encoder.add(variant.height)
            encoder.add(variant.format)
            encoder.add(variant.digest)
            encoder.add(variant.byteCount)
        }
        encoder.add(rejectCode)
        encoder.add(rejectMessage)
        encoder.add(readerVersion)
    }

    mutating func replaceTexts(_ replacement: (String) -> String) {
        urn = replacement(urn)
        format = format.map(replacement)
        for index in variants.indices { variants[index].format = replacement(variants[index].format) }
        rejectCode = rejectCode.map(replacement)
        rejectMessage = rejectMessage.map(replacement)
    }
}

extension RenderedText: MergeableRecord {
    static var kind: RecordKind { .text }
    var completeness: Int64 { 0 }

    func encode(into encoder: inout ContentEncoder) {
        encoder.add(urn)
        encoder.add(itemURN)
        encoder.add(htmlDigest)
        encoder.add(plain)
        encoder.add(runs)
        encoder.beginList(links.count)
        for link in links {
            encoder.add(link.url)
            encoder.add(link.start)
            encoder.add(link.length)
        }
        encoder.add(readerVersion)
    }

    mutating func replaceTexts(_ replacement: (String) -> String) {
        urn = replacement(urn)
        itemURN = replacement(itemURN)
        plain = replacement(plain)
        runs = replacement(runs)
        links = links.map { TextLink(url: replacement($0.url), start: $0.start, length: $0.length) }
    }
}

extension [ExtraField] {
    fileprivate func replacingTexts(_ replacement: (String) -> String) -> [ExtraField] {
        map { ExtraField(name: replacement($0.name), json: replacement($0.json)) }
    }

    /// By name, then by value, byte by byte: the same for every order in which a source gives its fields.
    var inOrder: [ExtraField] {
        count < 2
            ? self
            : sorted { left, right in
                if left.name.utf8.elementsEqual(right.name.utf8) {
                    return left.json.utf8.lexicographicallyPrecedes(right.json.utf8)
                }
                return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
            }
    }
}

extension ContentEncoder {
    fileprivate mutating func add(_ extra: [ExtraField]) {
        beginList(extra.count)
        for field in extra.inOrder {
            add(field.name)
            add(field.json)
        }
    }
}
