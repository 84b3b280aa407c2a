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
            htmlDigest: try Digest(field: text.htmlDigest),
            plain: text.plain,
            runs: text.runs,
            language: text.language,
            readerVersion: Int(text.readerVersion)
        )
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
    }
}
