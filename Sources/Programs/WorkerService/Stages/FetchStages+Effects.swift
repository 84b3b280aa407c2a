internal import LarderCache
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension FetchStages {
    /// - Returns: The effect, and whether it can be had again without the body: not where pieces of it are stored too.
    func read(
        _ answer: FetchedAnswer,
        _ spec: JobSpec,
        _ source: SourceContext
    ) throws -> (effect: JobEffect, isRepeatable: Bool) {
        let given = SourceAnswer(
            status: answer.status,
            headers: answer.headers,
            // One out of the cache may be an earlier release's, which hid no secrets.
            body: source.redactor.redacted(answer.body),
            isCut: answer.isCut,
            contentType: answer.contentType,
            redactedURL: answer.redactedURL,
            finalURL: answer.movedURL,
            bodyDigest: answer.digest,
            fetchedAtMs: answer.fetchedAtMs,
            validator: answer.validators.shown,
            isMoved: answer.isMoved
        )
        let reading =
            if case .page(let work) = spec.work, spec.isFurtherPage {
                try FurtherPageReading.read(given, work: work, definition: source.definition)
            } else {
                try source.reader.read(given, for: spec)
            }
        var effect = reading.effect
        for fragment in reading.fragments {
            let digest = try cache.store(blob: source.redactor.redacted(fragment.bytes))
            effect.found.append(fragment.job(digest: digest, source: spec.source))
        }
        effect.found = effect.found.map { $0.stamped(by: source.definition) }
        return (effect, reading.fragments.isEmpty)
    }

    /// What a job brings whose address its host does not want to be asked for: a page or a picture is left out and that is told, a list
    /// of the source cannot be read.
    ///
    /// - Parameter metrics: What it took to know the rule.
    func refused(
        _ request: SourceRequest,
        _ spec: JobSpec,
        _ rule: String,
        _ metrics: FetchMetrics,
        _ source: SourceContext
    ) throws -> EndedJob.Outcome {
        let message =
            "\(request.lane) does not want \(request.redactedURL) to be asked for (robots.txt: \(rule)); it was not."
        switch spec.work {
        case .page, .imageDownload:
            var effect = JobEffect()
            let code = NoteCode.robotsForbidden.rawValue
            // One line for each host and rule in the summary; the record keeps the address.
            effect.notes = [
                JobNote(code: code, message: "\(request.lane) forbids some addresses in its robots.txt (\(rule))"),
                JobNote(code: code, message: message, urn: spec.subjectURN ?? ""),
            ]
            effect.fetch = metrics
            if case .page(let work) = spec.work,
                let text = FurtherPageReading.text(of: work.earlier, work, source.definition)
            {
                effect.found = [text.stamped(by: source.definition)]
            }
            return .done(effect: try effect.packed(into: cache, of: spec, source.redactor))
        default:
            throw ReadFailure(
                .permanent,
                .robotsForbidden,
                message + " `robots: ignore` with `own: true` is for hosts of your own."
            )
        }
    }

    func image(_ work: ImageDownloadWork, _ answer: FetchedAnswer, _ source: SourceContext) throws -> JobEffect {
        try ImageAnswer.check(
            status: answer.status,
            headers: answer.headers,
            url: answer.redactedURL,
            now: answer.fetchedAtMs,
            longestPause: source.definition.retry.pause
        )
        var effect = JobEffect()
        effect.images = [
            ImageOriginal(
                urn: work.imageURN,
                url: answer.redactedURL,
                digest: answer.digest,
                byteCount: answer.byteCount,
                contentType: answer.contentType
            )
        ]
        effect.provenance[work.imageURN] = answer.provenance(readerVersion: 1)
        let decode = ImageDecodeWork(imageURN: work.imageURN, digest: answer.digest)
        effect.found = [
            FoundJob(
                spec: JobSpec(source: source.definition.name, work: .imageDecode(decode)),
                readerVersion: RenderStages.imageVersion
            )
        ]
        return effect
    }
}

extension FoundJob {
    /// The job with what decides whether a text must be made again: the renderer's version and the source's options.
    fileprivate func stamped(by definition: SourceDefinition) -> FoundJob {
        guard case .text(let work) = spec.work else { return self }
        var job = self
        job.readerVersion = PageStage.version
        job.optionsHash = definition.optionsHash(for: work)
        return job
    }
}

extension SourceDefinition {
    /// Stands for all that a text follows from besides HTML and renderer: the options, and where redirects led, which its links are
    /// relative to.
    ///
    /// What such an address has in its query does not count: that may be another one each time.
    func optionsHash(for work: TextWork) -> String? {
        guard work.askedURL != nil, let base = WebAddress(work.baseURL) else { return optionsHash }
        return (optionsHash ?? "") + "@" + StableHash.hex(base.origin + base.path).prefix(16)
    }
}
