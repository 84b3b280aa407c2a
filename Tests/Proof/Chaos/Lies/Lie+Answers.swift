internal import LarderModel
internal import LarderProtocol

/// What a liar answers for the jobs it was given.
extension Lie {
    /// Found jobs of one flood.
    private static let floodJobs = 200_000

    /// How a job ends at the liar's; nil: it does not.
    func end(of job: AssignedJob, _ numbers: inout SeededGenerator) -> EndedJob.Outcome? {
        switch self {
        case .garbage: .done(effect: Self.junk(&numbers))
        case .foreign, .absent, .outside, .flood, .nameless:
            (try? JobSpec(serializedBytes: job.spec)).map {
                .done(effect: effect(for: $0, &numbers).serializedBytes())
            }
        case .full: .failed(FailureReason(.drain, code: "cache-full", message: "The disk is full, says a liar."))
        case .permanent: .failed(FailureReason(.permanent, code: "gone", message: "It is gone, says a liar."))
        case .throttled:
            .failed(
                FailureReason(
                    .throttled,
                    code: "throttled",
                    message: "Come back in a week, says a liar.",
                    retryAfterMs: 7 * 86_400_000
                )
            )
        case .memory:
            .failed(FailureReason(.outOfMemory, code: "out-of-memory", message: "No memory, says a liar."))
        case .again, .stale: .failed(FailureReason(.retryable, code: "io", message: "Not now, says a liar."))
        case .strangers, .silent, .mute, .late: nil
        }
    }

    static func junk(_ numbers: inout SeededGenerator) -> [UInt8] {
        (0..<(1 + numbers.below(2000))).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    }

    private func effect(for spec: JobSpec, _ numbers: inout SeededGenerator) -> JobEffect {
        var effect = JobEffect()
        switch self {
        case .foreign:
            let other = "no-such-source"
            let urn = RecordURN.recipe(source: other, id: "1")
            effect.recipes = [Recipe(urn: urn, recordID: "1", title: "A lie")]
            effect.found = [
                FoundJob(spec: JobSpec(source: other, work: .record(RecordWork(recordID: "1", itemURN: urn))))
            ]
        case .flood:
            effect.found = (0..<Self.floodJobs).map { number in
                let id = "lie-\(number)"
                let work = RecordWork(recordID: id, itemURN: RecordURN.recipe(source: spec.source, id: id))
                return FoundJob(spec: JobSpec(source: spec.source, work: .record(work)))
            }
        case .nameless:
            effect.recipes = [Recipe(urn: "", recordID: "", title: "")]
            effect.outlets = [Outlet(urn: "", outletID: "", name: "")]
            effect.articles = [Article(urn: "", title: "")]
        case .outside: effect.texts = [Self.text(outside: spec, &numbers)]
        default: Self.pointNowhere(&effect, spec, &numbers)
        }
        return effect
    }

    /// A text of five characters with runs and a link far behind its end.
    private static func text(outside spec: JobSpec, _ numbers: inout SeededGenerator) -> RenderedText {
        var urn = "text:\(spec.source):lie"
        var item = spec.subjectURN ?? "recipe:\(spec.source):lie"
        var digest = digest(&numbers)
        if case .text(let work) = spec.work { (urn, item, digest) = (work.textURN, work.itemURN, work.digest) }
        return RenderedText(
            urn: urn,
            itemURN: item,
            role: .body,
            htmlDigest: digest,
            plain: "a lie",
            runs: #"{"v":1,"runs":[5],"links":[["http://127.0.0.1/lie",999999,1000000]]}"#,
            readerVersion: 1
        )
    }

    /// Every row that the job may bring names bytes that nobody stored.
    private static func pointNowhere(_ effect: inout JobEffect, _ spec: JobSpec, _ numbers: inout SeededGenerator) {
        let subject = spec.subjectURN ?? "answer:\(spec.key)"
        let nowhere = digest(&numbers)
        effect.provenance[subject] = Provenance(
            url: "http://127.0.0.1/lie",
            fetchedAt: 0,
            digest: nowhere,
            readerVersion: 1
        )
        switch spec.work {
        case .imageDownload(let work):
            effect.images = [ImageOriginal(urn: work.imageURN, url: work.url, digest: nowhere, byteCount: 5)]
        case .imageDecode(let work):
            let variant = ImageVariant(width: 1, height: 1, format: "webp", digest: nowhere, byteCount: 5)
            effect.decodings = [
                ImageDecoding(
                    urn: work.imageURN,
                    digest: work.digest,
                    format: "png",
                    width: 1,
                    height: 1,
                    variants: [variant],
                    readerVersion: 1
                )
            ]
        case .text(let work):
            effect.texts = [
                RenderedText(
                    urn: work.textURN,
                    itemURN: work.itemURN,
                    role: work.role,
                    htmlDigest: nowhere,
                    plain: "a lie",
                    runs: "[]",
                    readerVersion: 1
                )
            ]
        case .discover, .search, .record, .page: break
        }
    }

    private static func digest(_ numbers: inout SeededGenerator) -> Digest {
        let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        guard let digest = Digest(bytes: bytes) else { preconditionFailure("A digest has 32 bytes") }
        return digest
    }
}
