internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension FetchJob {
    /// The effect of an answer: the stored reading where it fits, else what the source's reader makes of the body.
    ///
    /// The record is stored last: a later 304 must not confirm an answer that cannot be read.
    mutating func effect(of answer: FetchedAnswer) throws -> [UInt8] {
        let stamp = stamp.map { answer.stamp($0) }
        if let reading = answer.reading, reading.stamp == stamp {
            try running.enter(.store)
            let revalidation = try revalidation(memory.store(answer, reading))
            if let known, known.body == revalidation?.body, known.has(answer.validators), answer.notes.isEmpty {
                let bytes = revalidation?.serializedBytes() ?? []
                return JobEffect(unchanged: answer.metrics, revalidation: bytes).serializedBytes()
            }
            return try JobEffect.packed(answer.bytes(of: reading, revalidation), into: cache, source.redactor)
        }
        try running.enter(.read)
        var (effect, isRepeatable) = try read(answer)
        effect.bound(of: spec.urn.description)
        let readingStamp = isRepeatable ? stamp : nil
        var (bytes, reading) = answer.serialized(effect, stamp: readingStamp, source.redactor)
        if effect.shorten(toFit: bytes.count, of: spec) {
            (bytes, reading) = answer.serialized(effect, stamp: readingStamp, source.redactor)
        }
        var revalidation: Revalidation?
        try running.enter(.store)
        // A cut answer is not stored either: its whole may never fit, or come the next time.
        if !answer.content.isCut, !answer.isCutShort(for: spec.kind),
            StatusMeaning(answer.content.status, pause: nil) == .success
        {
            revalidation = try self.revalidation(memory.store(answer, reading))
        }
        if let revalidation { bytes = JobEffect(revalidation).serializedBytes(joining: bytes) }
        return try JobEffect.packed(bytes, into: cache, source.redactor)
    }

    /// What the next sync needs to ask whether the answer changed; nil: it needs the cache's record, or the whole
    /// effect.
    private func revalidation(_ record: ResponseRecord?) -> Revalidation? {
        guard let record, let stamp, spec.kind == .detail || spec.kind == .imageDownload,
            record.reading?.stamp == stamp, record.url == request.redactedURL
        else { return nil }
        return Revalidation(record, stamp: stamp, mayAsk: !rules.needsTimes(of: record))
    }

    /// - Returns: The effect, and whether it follows from the body alone: not where pieces of the body are stored too.
    private func read(_ answer: FetchedAnswer) throws -> (effect: JobEffect, isRepeatable: Bool) {
        if case .imageDownload(let work) = spec.work { return (try image(work, answer), true) }
        var content = answer.content
        // An earlier release may have stored the body, and hid no secrets.
        content.body = source.redactor.redacted(content.body)
        content.validator = answer.validators.shown
        let reading =
            if case .page(let work) = spec.work, spec.isFurtherPage {
                try FurtherPageReading.read(content, work: work, definition: source.definition)
            } else {
                try source.reader.read(content, for: spec)
            }
        var effect = reading.effect
        for fragment in reading.fragments {
            let digest = try cache.store(blob: source.redactor.redacted(fragment.bytes))
            effect.found.append(fragment.job(digest: digest, source: spec.source))
        }
        effect.found = effect.found.map { $0.stamped(by: source.definition) }
        if content.isCut, case .page(let work) = spec.work {
            let text = RecordURN.text(item: work.itemURN, role: .body)
            effect.notes.append(JobNote(over: .htmlBytes, of: text, leftOut: nil, named: content.redactedURL))
        }
        return (effect, reading.fragments.isEmpty)
    }

    private func image(_ work: ImageDownloadWork, _ answer: FetchedAnswer) throws -> JobEffect {
        try answer.content.checkPicture(longestPause: source.definition.retry.pause)
        let type = answer.content.pictureType
        if work.next != nil, type.map(MediaType.isPicture) == false {
            throw ReadFailure(.permanent, .otherForm, "\(work.url) is no whole picture.")
        }
        var effect = JobEffect()
        effect.images = [
            ImageOriginal(
                urn: work.imageURN,
                url: answer.content.redactedURL,
                digest: answer.digest,
                byteCount: answer.byteCount,
                contentType: type
            )
        ]
        effect.notes = answer.content.pictureNotes(on: work.imageURN)
        effect.provenance[work.imageURN] = answer.provenance(readerVersion: 1)
        let decode = ImageDecodeWork(imageURN: work.imageURN, digest: answer.digest)
        let next = JobSpec(source: source.definition.name, work: .imageDecode(decode))
        effect.found = [FoundJob(spec: next, readerVersion: RenderStages.imageVersion)]
        return effect
    }

    /// The effect of a job that robots.txt forbids: a note for a page or a picture; a list of the source fails.
    func effect(of refusal: RobotsRefusal) throws -> [UInt8] {
        let (host, rule) = (refusal.address.hostPort, refusal.rule)
        let message = "\(host) does not want \(refusal.address) to be asked for (robots.txt: \(rule)); it was not."
        switch spec.work {
        case .page, .imageDownload: break
        default:
            let advice = "`robots: ignore` with `own: true` is for hosts of your own."
            throw ReadFailure(.permanent, .robotsForbidden, "\(message) \(advice)")
        }
        let code = NoteCode.robotsForbidden.rawValue
        var effect = JobEffect()
        // The summary has one line for each host and rule; the record keeps the address.
        effect.notes = [
            JobNote(code: code, message: "\(host) forbids some addresses in its robots.txt (\(rule))"),
            JobNote(code: code, message: message, urn: spec.subjectURN ?? ""),
        ]
        if case .page(let work) = spec.work,
            let text = FurtherPageReading.text(of: work.earlier, work, source.definition)
        {
            effect.found = [text.stamped(by: source.definition)]
        }
        return try packed(effect)
    }

    /// The effect of a job that goes on elsewhere: the job itself.
    func effect(goingOnAs next: JobSpec) throws -> [UInt8] {
        guard next.serializedBytes().count <= JobLimits.maxSpecBytes else {
            let limit = "\(JobLimits.maxSpecBytes >> 10) KiB"
            throw ReadFailure(
                .permanent,
                .tooLarge,
                "The job and the address that it is redirected to exceed \(limit)."
            )
        }
        var effect = JobEffect()
        effect.found = [FoundJob(spec: next)]
        return try packed(effect)
    }

    private func packed(_ effect: JobEffect) throws -> [UInt8] {
        var effect = effect
        effect.fetch = metrics
        return try effect.packed(into: cache, of: spec, source.redactor)
    }
}

extension FoundJob {
    /// The job with the renderer's version and the source's options, which decide whether a text is made again.
    fileprivate func stamped(by definition: SourceDefinition) -> FoundJob {
        guard case .text(let work) = spec.work else { return self }
        var job = self
        job.readerVersion = PageStage.version
        job.optionsHash = definition.optionsHash(for: work)
        return job
    }
}

extension SourceDefinition {
    /// Identifies a text's options and the base of its links after redirects, without the query, which may change.
    func optionsHash(for work: TextWork) -> String? {
        guard work.askedURL != nil, let base = WebAddress(work.baseURL) else { return optionsHash }
        return (optionsHash ?? "") + "@" + StableHash.hex(base.origin + base.path).prefix(16)
    }
}
