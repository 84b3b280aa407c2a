internal import LarderCache
internal import LarderFetch
internal import LarderHashing
internal import LarderModel
internal import LarderProtocol

extension Revalidation {
    /// What asks for the answer of a record again; nil where the answer depends on the request's fields, or the
    /// validators are too long.
    ///
    /// - Parameters:
    ///   - stamp: Of the job that read it.
    ///   - mayAsk: See ``Revalidation/mayAsk``.
    init?(_ record: ResponseRecord, stamp: Digest, mayAsk: Bool) {
        guard Vary(parsing: record.headers.values(of: "vary")).names?.isEmpty == true else { return nil }
        self.init(
            stamp: Array(stamp.bytes.prefix(Self.stampBytes)),
            body: Array(record.body.bytes.prefix(Self.bodyBytes)),
            etag: record.etag,
            lastModified: record.lastModified,
            fields: Self.hash(of: Freshness.lasting(of: record.headers)),
            fetchedAt: record.fetchedAt,
            freshUntil: record.freshUntil,
            mayAsk: mayAsk && (record.etag ?? record.lastModified) != nil
        )
        guard serializedBytes().count <= JobLimits.maxRevalidationBytes else { return nil }
    }

    /// Whether the answer may be used without asking, see ``Freshness/isFresh(from:until:at:unchangedSince:)``.
    func isFresh(at moment: Int64, unchangedSince change: Int64?) -> Bool {
        Freshness.isFresh(from: fetchedAt, until: freshUntil, at: moment, unchangedSince: change)
    }

    /// Whether a 304 says that the answer is the same and may be used as before.
    func isConfirmed(by response: FetchResponse) -> Bool {
        let lasting = Freshness.lasting(of: response.headers)
        // A 304 may leave validators out.
        let told = response.validators
        let validators = Validators(etag: told.etag ?? etag, lastModified: told.lastModified ?? lastModified)
        return response.redirects.isEmpty && (lasting.isEmpty || Self.hash(of: lasting) == fields)
            && has(validators)
    }

    /// Whether the answer has these validators, byte by byte.
    func has(_ validators: Validators) -> Bool {
        func isSame(_ left: String?, _ right: String?) -> Bool {
            left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
        }
        return isSame(etag, validators.etag) && isSame(lastModified, validators.lastModified)
    }

    private static func hash(of fields: [HeaderField]) -> UInt64 {
        let text = fields.map { "\($0.name): \($0.value)\n" }.joined()
        return Digest(of: text).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension JobEffect {
    init(_ revalidation: Revalidation?) {
        self.init()
        self.revalidation = revalidation?.serializedBytes() ?? []
    }
}
