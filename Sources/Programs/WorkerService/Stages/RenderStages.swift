internal import Foundation
internal import LarderCache
internal import LarderImaging
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// The stages that read the cache alone: `imageDecode` and `text`.
struct RenderStages: Sendable {
    /// Version of the rules for judging pictures and making variants; raise it to make them again.
    static let imageVersion = 3

    let cache: DiskCache
    private let decoder = ImageDecoder()

    init(cache: DiskCache) { self.cache = cache }

    /// - Parameter source: The job's; nil: the worker cannot read its definition.
    func run(_ spec: JobSpec, _ source: SourceContext?, _ job: RunningJob, _ redactor: Redactor) -> EndedJob.Outcome {
        do {
            guard let source else { return .failed(.unknownSource(spec.source)) }
            let effect: JobEffect
            switch spec.work {
            case .imageDecode(let work): effect = try decode(work, source.definition.images.widths, job)
            case .text(let work):
                var stage = PageStage(work, source.definition, job)
                effect = try stage.run(from: cache)
            default:
                return .failed(FailureReason(.permanent, code: .unsupportedJob, message: "This is no render job."))
            }
            return .done(effect: try effect.packed(into: cache, of: spec, redactor))
        } catch {
            return .failed(FailureReason(stage: error, of: cache).redacted(by: redactor))
        }
    }

    private func decode(_ work: ImageDecodeWork, _ widths: [Int], _ job: RunningJob) throws -> JobEffect {
        try job.enter(.load)
        let bytes = try cache.blob(work.digest)
        try job.enter(.decode)
        var decoding = ImageDecoding(
            urn: work.imageURN,
            digest: work.digest,
            widths: widths,
            readerVersion: Self.imageVersion
        )
        var effect = JobEffect()
        do {
            let image = try decoder.decode(bytes, variantWidths: widths)
            try job.enter(.store)
            if image.endsEarly {
                let message = "A picture's data is incomplete, so that a part of it may be grey."
                effect.notes = [JobNote(code: NoteCode.pictureCut.rawValue, message: message, urn: work.imageURN)]
            }
            decoding.format = image.probe.format.rawValue
            decoding.width = image.probe.width
            decoding.height = image.probe.height
            decoding.frames = image.probe.frames
            decoding.hasAlpha = image.probe.hasAlpha
            decoding.thumbHash = Data(image.preview.thumbHash).base64EncodedString()
            decoding.dominantColor = image.preview.dominantColor
            for variant in image.variants where decoding.variants.last?.width != variant.width {
                job.advance()
                decoding.variants.append(
                    ImageVariant(
                        width: variant.width,
                        height: variant.height,
                        format: variant.format.rawValue,
                        digest: variant.isOriginal ? work.digest : try cache.store(blob: variant.bytes),
                        byteCount: variant.bytes.count
                    )
                )
            }
        } catch let error as ImagingError {
            // A picture that cannot be shown is a result, not a failure of the job.
            decoding.rejectCode = error.code.rawValue
            decoding.rejectMessage = error.message
        }
        effect.decodings = [decoding]
        return effect
    }
}
