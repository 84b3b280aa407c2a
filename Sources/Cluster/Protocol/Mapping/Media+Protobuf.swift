internal import LarderModel
internal import SwiftProtobuf

internal import struct Foundation.Data

extension ImageOriginal {
    init(_ image: WireImage) throws(ProtocolError) {
        self.init(
            urn: image.urn,
            url: image.url,
            digest: try Digest(field: image.digest),
            byteCount: Int(clamping: image.byteCount),
            contentType: image.contentType
        )
    }
}

extension WireImage {
    init(_ image: ImageOriginal) {
        self.init()
        urn = image.urn
        url = image.url
        digest = Data(image.digest.bytes)
        byteCount = UInt64(clamping: image.byteCount)
        contentType = image.contentType ?? ""
    }
}

extension ImageDecoding {
    init(_ image: WireDecodedImage) throws(ProtocolError) {
        var variants: [ImageVariant] = []
        for variant in image.variants { variants.append(try ImageVariant(variant)) }
        self.init(
            urn: image.urn,
            digest: try Digest(field: image.digest),
            format: image.format,
            width: Int(image.width),
            height: Int(image.height),
            frames: Int(image.frames),
            hasAlpha: image.hasAlpha_p,
            thumbHash: image.thumbHash,
            dominantColor: image.dominantColor,
            widths: image.widths.map(Int.init),
            variants: variants,
            rejectCode: image.rejectCode,
            rejectMessage: image.rejectMessage,
            readerVersion: Int(image.readerVersion)
        )
    }
}

extension WireDecodedImage {
    init(_ image: ImageDecoding) {
        self.init()
        urn = image.urn
        digest = Data(image.digest.bytes)
        format = image.format ?? ""
        width = UInt32(clamping: image.width)
        height = UInt32(clamping: image.height)
        frames = UInt32(clamping: image.frames)
        hasAlpha_p = image.hasAlpha
        thumbHash = image.thumbHash ?? ""
        dominantColor = image.dominantColor ?? ""
        widths = image.widths.map(UInt32.init(clamping:))
        variants = image.variants.map(WireImageVariant.init)
        rejectCode = image.rejectCode ?? ""
        rejectMessage = image.rejectMessage ?? ""
        readerVersion = UInt32(clamping: image.readerVersion)
    }
}

extension ImageVariant {
    fileprivate init(_ variant: WireImageVariant) throws(ProtocolError) {
        self.init(
            width: Int(variant.width),
            height: Int(variant.height),
            format: variant.format,
            digest: try Digest(field: variant.digest),
            byteCount: Int(clamping: variant.byteCount)
        )
    }
}

extension WireImageVariant {
    fileprivate init(_ variant: ImageVariant) {
        self.init()
        width = UInt32(clamping: variant.width)
        height = UInt32(clamping: variant.height)
        format = variant.format
        digest = Data(variant.digest.bytes)
        byteCount = UInt64(clamping: variant.byteCount)
    }
}

extension RenderedText {
    init(_ text: WireRenderedText) throws(ProtocolError) {
        self.init(
            urn: text.urn,
            itemURN: text.itemUrn,
            role: try ItemTextRole(field: text.role),
            htmlDigest: try Digest(field: text.htmlDigest),
            plain: text.plain,
            runs: text.runs,
            language: text.language,
            readerVersion: Int(text.readerVersion)
        )
        encoding = text.encoding.nonEmpty
        optionsHash = text.optionsHash.nonEmpty
        method = text.method.nonEmpty
        confidence = text.hasConfidence ? text.confidence : nil
        isReadable = text.hasReadable ? text.readable : nil
        place = text.place.nonEmpty
        pictures = text.pictures.map {
            TextPicture(
                url: $0.url,
                imageURN: $0.imageUrn,
                start: Int($0.start),
                alternative: $0.alternative,
                caption: $0.caption
            )
        }
        for page in text.pages where !page.digest.isEmpty { pages.append(try TextPage(page)) }
        nextPage = text.pages.first { $0.digest.isEmpty }?.url.nonEmpty
    }
}

extension TextPage {
    fileprivate init(_ page: WireTextPage) throws(ProtocolError) {
        self.init(url: page.url, digest: try Digest(field: page.digest), start: page.hasStart ? Int(page.start) : nil)
    }
}

extension WireTextPage {
    fileprivate init(_ page: TextPage) {
        self.init()
        url = page.url
        digest = Data(page.digest.bytes)
        if let place = page.start { start = UInt32(clamping: place) }
    }
}

extension WireRenderedText {
    init(_ text: RenderedText) {
        self.init()
        urn = text.urn
        itemUrn = text.itemURN
        htmlDigest = Data(text.htmlDigest.bytes)
        plain = text.plain
        runs = text.runs
        language = text.language ?? ""
        readerVersion = UInt32(clamping: text.readerVersion)
        encoding = text.encoding ?? ""
        optionsHash = text.optionsHash ?? ""
        role = text.role.rawValue
        method = text.method ?? ""
        if let share = text.confidence { confidence = share }
        if let verdict = text.isReadable { readable = verdict }
        place = text.place ?? ""
        pictures = text.pictures.map { picture in
            WireTextPicture.with {
                $0.url = picture.url
                $0.imageUrn = picture.imageURN ?? ""
                $0.start = UInt32(clamping: picture.start)
                $0.alternative = picture.alternative ?? ""
                $0.caption = picture.caption ?? ""
            }
        }
        pages = text.pages.map(WireTextPage.init)
        if let next = text.nextPage { pages.append(WireTextPage.with { $0.url = next }) }
    }
}

extension ItemTextRole {
    /// Reads a field that must hold a role.
    init(field: String) throws(ProtocolError) {
        guard let role = ItemTextRole(rawValue: field) else {
            throw ProtocolError(.malformed, "A text has a role that this release does not know")
        }
        self = role
    }
}
