internal import Foundation
internal import LarderCache
internal import LarderHTML
internal import LarderImaging
internal import LarderModel
internal import LarderProtocol
internal import LarderText

/// The stages that burn a core: `imageDecode` and `text`.
///
/// They read the cache and put into it; they know no network.
struct RenderStages: Sendable {
    /// The width of the one variant every picture gets, in pixels.
    static let variantWidth = 320
    /// Of the rules by which pictures are judged and variants made; a higher one makes them worth making again.
    static let imageVersion: UInt32 = 1

    let cache: DiskCache
    private let decoder = ImageDecoder()

    init(cache: DiskCache) { self.cache = cache }

    func run(_ spec: WireJobSpec, _ job: RunningJob) -> EndedJob.Outcome {
        do {
            let effect: WireEffect
            switch spec.work {
            case .imageDecode(let work): effect = try decode(work, job)
            case .text(let work): effect = try render(work, job)
            default:
                return .failed(FailureReason(.permanent, code: "unsupported-job", message: "This is no render job."))
            }
            return .done(effect: try effect.packed(into: cache))
        } catch let error as CacheError {
            return .failed(FailureReason(error))
        } catch is CancellationError {
            return .failed(.cancelled)
        } catch {
            return .failed(FailureReason(.retryable, code: "internal", message: "\(error)"))
        }
    }

    private func decode(_ work: WireImageDecodeWork, _ job: RunningJob) throws -> WireEffect {
        try job.enter(.load)
        let bytes = try blob(work.digest)
        try job.enter(.decode)
        var decoded = WireDecodedImage()
        decoded.urn = work.imageUrn
        decoded.digest = work.digest
        decoded.readerVersion = RenderStages.imageVersion
        do {
            let image = try decoder.decode(bytes, variantWidths: [Self.variantWidth])
            try job.enter(.store)
            decoded.format = image.probe.format.rawValue
            decoded.width = UInt32(clamping: image.probe.width)
            decoded.height = UInt32(clamping: image.probe.height)
            decoded.frames = UInt32(clamping: image.probe.frames)
            decoded.hasAlpha_p = image.probe.hasAlpha
            decoded.variants = try image.variants.map { variant in
                job.advance()
                var wire = WireImageVariant()
                wire.width = UInt32(clamping: variant.width)
                wire.height = UInt32(clamping: variant.height)
                wire.format = variant.format.rawValue
                wire.digest = Data(try cache.store(blob: variant.bytes).bytes)
                wire.byteCount = UInt64(variant.bytes.count)
                return wire
            }
        } catch let error as ImagingError {
            // That a picture cannot be shown is a fact worth keeping, not a failure of the job.
            decoded.rejectCode = error.code.rawValue
            decoded.rejectMessage = error.message
        }
        var effect = WireEffect()
        effect.decoded = [decoded]
        return effect
    }

    private func render(_ work: WireTextWork, _ job: RunningJob) throws -> WireEffect {
        try job.enter(.load)
        let bytes = try blob(work.digest)
        let text = try PageText.render(
            bytes,
            contentType: work.contentType,
            url: work.baseURL,
            isFragment: work.fragment,
            job
        )
        try job.enter(.store)
        var rendered = WireRenderedText()
        rendered.urn = work.textUrn
        rendered.itemUrn = work.itemUrn
        rendered.htmlDigest = work.digest
        rendered.plain = text.text
        rendered.runs = text.runsJSON
        rendered.readerVersion = UInt32(TextRenderer.version)
        rendered.links = text.links.map { link in
            var wire = WireTextLink()
            wire.url = link.url
            wire.start = UInt32(clamping: link.start)
            wire.length = UInt32(clamping: link.length)
            return wire
        }
        var effect = WireEffect()
        effect.texts = [rendered]
        return effect
    }

    private func blob(_ digest: Data) throws -> [UInt8] {
        guard let digest = Digest(bytes: digest) else {
            throw CacheError(.missing, "The job names no blob: its digest has \(digest.count) bytes, not 32.")
        }
        return try cache.blob(digest)
    }
}
