internal import Foundation
internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import LarderSourceReaders

/// The stages that wait for a network: `discover`, `search`, `detail` and `imageDownload`.
///
/// A body goes into the cache before the result that names it; an answer that did not change is a 304 and its body is the cached
/// one.
struct FetchStages: Sendable {
    let cache: DiskCache
    let fetcher: Fetcher
    let largeBodies: LargeBodies

    func run(
        _ kind: JobKind,
        _ spec: JobSpec,
        _ source: SourceContext,
        _ job: RunningJob
    ) async -> EndedJob.Outcome {
        do {
            let request = try source.reader.request(for: spec)
            var answer = try await fetch(request, spec, source, job)
            if ImageAnswer.isCutShort(answer.body, of: spec.kind) {
                // What was cut on its way is whole the next time; what is short at its server is refused when it is decoded.
                let first = answer.metrics
                // Another large body may need the place of this one.
                (answer.body, answer.place) = ([], nil)
                answer = try await fetch(request, spec, source, job, asksForChanges: false)
                answer.metrics.add(first)
            }
            try job.enter(.read)
            var effect =
                if case .imageDownload(let work) = spec.work {
                    try image(work, answer, source)
                } else {
                    try read(answer, spec, source)
                }
            effect.fetch = answer.metrics
            if answer.isCut, case .page(let work) = spec.work {
                let text = RecordURN.text(item: work.itemURN, role: .body)
                effect.notes.append(JobNote(over: .htmlBytes, of: text, leftOut: nil))
            }
            // Only now: an answer that cannot be read, or was cut, must not be what a later 304 stands for.
            try job.enter(.store)
            let isWhole = !answer.isCut && !ImageAnswer.isCutShort(answer.body, of: spec.kind)
            if isWhole, StatusMeaning(answer.status, pause: nil) == .success, !answer.metrics.isNotModified {
                try remember(answer, key: Self.cacheKey(request))
            }
            return .done(effect: try effect.packed(into: cache, of: spec, source.redactor))
        } catch {
            return .failed(FailureReason(stage: error, of: cache).redacted(by: source.redactor))
        }
    }

    // MARK: Answers

    /// An answer whose body is in the cache.
    private struct Answer {
        var status: Int
        var headers: [HeaderField]
        var contentType: String?
        var redactedURL: String
        var digest: Digest
        var byteCount: Int
        var body: [UInt8]
        /// For as long as a large body is needed.
        var place: LargeBodies.Place?
        /// The body went on.
        var isCut = false
        var fetchedAtMs: Int64
        var validators: Validators
        var metrics: FetchMetrics

        /// Becomes the cached answer that a 304 confirmed.
        ///
        /// - Parameter withBody: Whether somebody reads the bytes.
        /// - Returns: `false` when the bytes are damaged or gone.
        mutating func take(_ stored: ResponseRecord, from cache: DiskCache, withBody: Bool) throws(CacheError) -> Bool {
            if withBody {
                do throws(CacheError) {
                    body = try cache.blob(stored.body)
                } catch {
                    guard [.missing, .corrupt, .tooLarge].contains(error.code) else { throw error }
                    return false
                }
            }
            status = 200
            contentType = stored.contentType
            digest = stored.body
            byteCount = stored.bodyLength
            validators = Validators(etag: stored.etag, lastModified: stored.lastModified)
            metrics.isNotModified = true
            return true
        }
    }

    /// - Parameter asksForChanges: Whether an answer that is cached may be confirmed by a 304.
    private func fetch(
        _ request: SourceRequest,
        _ spec: JobSpec,
        _ source: SourceContext,
        _ job: RunningJob,
        asksForChanges: Bool = true
    ) async throws -> Answer {
        let stored = source.refresh || !asksForChanges ? nil : storedAnswer(to: request)
        let fetch = fetchRequest(for: request, spec, source, job, stored)
        // The fetcher's own timeout comes first, as its error names the cause.
        job.allowSilence(min(fetch.timeouts.silence, fetch.timeouts.total) + .seconds(5))
        try job.enter(.fetch)
        var (response, place) = try await answer(to: fetch, job)
        response = response.redacted(by: source.redactor)
        job.allowSilence(.zero)
        try job.enter(.store)
        var answer = Answer(
            status: response.status,
            headers: response.headers,
            contentType: response.header("content-type").map { String($0.prefix(200)) },
            redactedURL: request.redactedURL,
            digest: .zero,
            byteCount: response.body.count,
            body: response.body,
            place: place,
            isCut: response.isBodyCut,
            fetchedAtMs: UnixTime.nowMs,
            validators: response.validators,
            metrics: FetchMetrics(
                requests: 1 + response.redirects,
                wireBytes: response.wireBytes + response.headerBytes,
                bodyBytes: response.body.count
            )
        )
        if response.status == 304, let stored {
            let needsBody = spec.kind != .imageDownload
            if needsBody, stored.bodyLength > largeBodies.smallBytes {
                answer.place = try await largeBodies.place { job.advance() }
            }
            guard try answer.take(stored, from: cache, withBody: needsBody) else {
                return try await self.fetch(request, spec, source, job, asksForChanges: false)
            }
        } else {
            let isWhole = StatusMeaning(response.status, pause: nil) == .success
            answer.digest = isWhole ? try cache.store(blob: response.body) : Digest(of: response.body)
        }
        return answer
    }

    private func fetchRequest(
        for request: SourceRequest,
        _ spec: JobSpec,
        _ source: SourceContext,
        _ job: RunningJob,
        _ stored: ResponseRecord?
    ) -> FetchRequest {
        var fetch = FetchRequest(
            url: source.restored(request),
            headers: request.headers + [.init(name: "Accept", value: request.accept)]
        )
        fetch.secretHeaders = Set(request.headers.map(\.name))
        fetch.validators = Validators(etag: stored?.etag, lastModified: stored?.lastModified)
        fetch.allowedPrivateAuthorities = source.allowedPrivateAuthorities
        fetch.timeouts.silence = source.definition.timeout
        if case .page = spec.work {
            fetch.maxBodyBytes = RecordBound.htmlBytes.limit
            fetch.keepsBeginning = true
        }
        if request.lane == source.definition.base.hostPort { fetch.connectTo = source.connectTo }
        fetch.onProgress = { job.advance() }
        return fetch
    }

    /// Fetches with a small limit first: what is larger is asked for again once there is a place for it.
    ///
    /// Where the length is announced, nothing of the body is sent twice.
    private func answer(
        to fetch: FetchRequest,
        _ job: RunningJob
    ) async throws -> (FetchResponse, LargeBodies.Place?) {
        guard fetch.maxBodyBytes > largeBodies.smallBytes else { return (try await fetcher.fetch(fetch), nil) }
        var small = fetch
        small.maxBodyBytes = largeBodies.smallBytes
        small.keepsBeginning = false
        do throws(FetchError) {
            return (try await fetcher.fetch(small), nil)
        } catch {
            guard error.code == .tooLarge, !error.isRetryable else { throw error }
        }
        let place = try await largeBodies.place { job.advance() }
        return (try await fetcher.fetch(fetch), place)
    }

    private static func cacheKey(_ request: SourceRequest) -> String { "GET " + request.redactedURL }

    private func remember(_ answer: Answer, key: String) throws {
        try cache.store(
            ResponseRecord(
                key: key,
                url: answer.redactedURL,
                status: answer.status,
                headers: answer.contentType.map { [.init(name: "content-type", value: $0)] } ?? [],
                etag: answer.validators.etag,
                lastModified: answer.validators.lastModified,
                fetchedAt: answer.fetchedAtMs,
                freshUntil: answer.fetchedAtMs,
                body: answer.digest,
                bodyLength: answer.byteCount
            )
        )
    }

    /// What is known of an earlier answer, if its body is there: a 304 would stand for it.
    private func storedAnswer(to request: SourceRequest) -> ResponseRecord? {
        // A record that cannot be read is as good as none: the body is fetched again.
        guard let known = try? cache.record(for: Self.cacheKey(request)),
            (try? cache.length(of: known.body)) == known.bodyLength
        else { return nil }
        return known
    }

    // MARK: Effects

    private func read(_ answer: Answer, _ spec: JobSpec, _ source: SourceContext) throws -> JobEffect {
        let reading = try source.reader.read(
            SourceAnswer(
                status: answer.status,
                headers: answer.headers,
                // One out of the cache may be an earlier release's, which hid no secrets.
                body: source.redactor.redacted(answer.body),
                contentType: answer.contentType,
                redactedURL: answer.redactedURL,
                bodyDigest: answer.digest,
                fetchedAtMs: answer.fetchedAtMs,
                validator: answer.validators.shown
            ),
            for: spec
        )
        var effect = reading.effect
        for fragment in reading.fragments {
            let digest = try cache.store(blob: source.redactor.redacted(fragment.bytes))
            effect.found.append(fragment.job(digest: digest, source: spec.source))
        }
        for index in effect.found.indices where effect.found[index].spec.kind == .text {
            effect.found[index].readerVersion = PageStage.version
        }
        return effect
    }

    private func image(_ work: ImageDownloadWork, _ answer: Answer, _ source: SourceContext) throws -> JobEffect {
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
        effect.provenance[work.imageURN] = Provenance(
            url: answer.redactedURL,
            fetchedAt: answer.fetchedAtMs,
            validator: answer.validators.shown,
            digest: answer.digest,
            readerVersion: 1
        )
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

extension Validators {
    /// The ETag, else Last-Modified, else empty.
    var shown: String { etag ?? lastModified ?? "" }
}

extension ResponseRecord {
    /// What the server said the body is.
    var contentType: String? { headers.first { $0.name == "content-type" }?.value }
}
