internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderSourceAdapters

extension AnswerMemory {
    /// A field with a longer value is not stored.
    private static let maxFieldBytes = 4096

    /// What to store of an answer.
    ///
    /// - Parameters:
    ///   - confirmed: The stored answer that a 304 confirms (RFC 9111 §4.3.4); nil: the answer is no such 304.
    ///   - redirect: Where redirects had led before the request.
    func recordChange(
        for response: FetchResponse,
        confirming confirmed: ResponseRecord?,
        after redirect: JobRedirect? = nil,
        receivedAtMs: Int64
    ) -> FetchedAnswer.RecordChange {
        if let confirmed, !Self.isSame(response.validators.etag, confirmed.etag) { return .nothing }
        // Nothing else tells the size of a file whose body is left out.
        let isFile = rules.keepsFiles && response.contentType.map(MediaType.isFile) == true
        let fields = rules.listFields.union(isFile ? ["content-length"] : [])
        let new =
            Freshness.lasting(of: response.headers)
            + response.headers.filter {
                fields.contains($0.name.lowercased()) && $0.value.utf8.count <= Self.maxFieldBytes
            }
        let old = confirmed?.headers.filter { field in
            field.name != ResponseRecord.variantName && field.name != "content-type"
                && !new.contains { $0.isNamed(field.name) }
        }
        var kept = new + (old ?? [])
        let type = confirmed?.contentType ?? response.contentType
        let modified = response.validators.lastModified ?? confirmed?.lastModified
        let freshness = Freshness(
            of: kept + response.headers.filter { $0.isNamed("date") || $0.isNamed("age") }
                + (modified.map { [HeaderField(name: "last-modified", value: $0)] } ?? []),
            requestedAtMs: receivedAtMs - response.duration.wholeMilliseconds,
            receivedAtMs: receivedAtMs,
            isAuthorized: isAuthorized,
            longestGuess: rules.longestGuess
        )
        guard freshness.isStorable else { return .removal }
        var freshUntil = freshness.untilMs
        if let end = end(of: response.redirects, response, after: redirect, receivedAtMs: receivedAtMs) {
            // The fields are those of the last answer: once they are stale, the redirects before it may lead elsewhere.
            freshUntil = min(freshUntil, end)
            kept = kept.filter { $0.name != "cache-control" } + [HeaderField(name: "cache-control", value: "no-cache")]
        }
        if let variant = Self.variant(kept, sent) {
            kept.append(HeaderField(name: ResponseRecord.variantName, value: variant))
        }
        let ends = [(ResponseRecord.openEndName, response.isEndOpen), (ResponseRecord.restName, response.hasRest)]
        for (name, isSo) in ends where confirmed == nil && isSo { kept.append(HeaderField(name: name, value: "1")) }
        return .fields(
            (type.map { [HeaderField(name: "content-type", value: $0)] } ?? []) + kept,
            freshUntilMs: freshUntil
        )
    }

    /// Until when redirects may be followed again without asking, the job's earlier redirects included; nil: there were
    /// none.
    func end(
        of redirects: [FetchResponse.Redirect],
        _ response: FetchResponse,
        after earlier: JobRedirect?,
        receivedAtMs: Int64
    ) -> Int64? {
        let before = earlier.flatMap { $0.address == nil ? nil : $0.freshUntil }
        return (redirects.map { end(of: $0, response, receivedAtMs) } + (before.map { [$0] } ?? [])).min()
    }

    /// Until when a redirect may be followed again without asking (RFC 9111 §3); a temporary one must state a time.
    private func end(of redirect: FetchResponse.Redirect, _ response: FetchResponse, _ receivedAtMs: Int64) -> Int64 {
        let isLasting = redirect.status == 301 || redirect.status == 308
        let freshness = Freshness(
            of: redirect.headers.filter { isLasting || !$0.isNamed("last-modified") },
            requestedAtMs: receivedAtMs - response.duration.wholeMilliseconds,
            receivedAtMs: receivedAtMs,
            isAuthorized: isAuthorized
        )
        let isForAll = !redirect.headers.contains { $0.isNamed("vary") }
        return isForAll && freshness.isStorable ? freshness.untilMs : receivedAtMs
    }

    /// Stores the record of an answer, unless only unused times changed.
    ///
    /// - Returns: What the cache holds now, perhaps with earlier times; nil: nothing.
    @discardableResult
    func store(_ answer: FetchedAnswer, _ reading: ResponseRecord.Reading?) throws -> ResponseRecord? {
        switch answer.recordChange {
        case .nothing:
            guard var known = stored, reading?.stamp != known.reading?.stamp, reading != nil else { return stored }
            known.reading = reading
            try cache.store(known)
            return known
        case .removal:
            try cache.removeRecord(for: key)
            return nil
        case .fields(let fields, let freshUntilMs):
            var record = ResponseRecord(
                key: key,
                url: answer.baseURL,
                status: answer.content.status,
                headers: fields,
                etag: answer.validators.etag,
                lastModified: answer.validators.lastModified,
                fetchedAt: answer.content.fetchedAtMs,
                freshUntil: freshUntilMs,
                body: answer.digest,
                bodyLength: answer.byteCount,
                reading: reading
            )
            if answer.metrics.isNotModified, let stored {
                record.reading = reading ?? stored.reading
                var timeless = record
                timeless.fetchedAt = stored.fetchedAt
                timeless.freshUntil = stored.freshUntil
                guard [stored, record].contains(where: rules.needsTimes) || timeless != stored else { return stored }
            }
            try cache.store(record)
            return record
        }
    }

    /// Whether a 304 with this tag can mean the stored answer: strong tags differ where bodies do.
    private static func isSame(_ tag: String?, _ known: String?) -> Bool {
        guard let tag, let known, !tag.hasPrefix("W/"), !known.hasPrefix("W/") else { return true }
        return tag == known
    }
}

extension Duration {
    /// Rounded up; never negative, at most a day.
    fileprivate var wholeMilliseconds: Int64 {
        Int64((max(.zero, min(self, .seconds(86_400))) / .milliseconds(1)).rounded(.up))
    }
}
