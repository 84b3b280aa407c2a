package import LarderModel

/// The last answer to a request: enough to use its body again, or to ask whether it is still valid.
package struct ResponseRecord: Sendable, Hashable {
    /// The method, the URL and whatever else the answer depends on; never a secret, as it is stored as it is.
    package var key: String
    /// Where the answer came from, after redirects, without secrets; in records of earlier releases what was asked for.
    package var url: String
    /// The status code.
    package var status: Int
    /// The fields worth keeping, at most ``maxHeaders``; and under ``variantName`` what decided over the answer.
    package var headers: [HeaderField]
    /// The entity tag with its quotes.
    package var etag: String?
    /// The `Last-Modified` value as the server wrote it.
    package var lastModified: String?
    /// When the answer came, or was last confirmed, in milliseconds since 1970.
    package var fetchedAt: Int64
    /// Until when it may be used without asking, in milliseconds since 1970; not after ``fetchedAt`` means: ask each
    /// time.
    package var freshUntil: Int64
    /// The blob that holds the body.
    package var body: Digest
    /// How many bytes the body has.
    package var bodyLength: Int
    /// What was read out of the body; nil: that was not kept.
    package var reading: Reading?

    /// The name under which ``headers`` hold a digest of the request fields that the answer's `Vary` names.
    ///
    /// It is a header so that releases that do not know it can read the record.
    package static let variantName = "larder-variant"

    /// The name of a field that ``headers`` hold where nothing but the end of the connection told where the body ends.
    package static let openEndName = "larder-open-end"

    /// The name of a field that ``headers`` hold where something follows the end of the compressed body.
    package static let restName = "larder-rest"

    /// Whether it may be used without asking, see ``Freshness/isFresh(from:until:at:unchangedSince:)``.
    package func isFresh(at moment: Int64, unchangedSince change: Int64? = nil) -> Bool {
        Freshness.isFresh(from: fetchedAt, until: freshUntil, at: moment, unchangedSince: change)
    }

    package static let maxHeaders = 1_024

    /// What a job read out of a body, so that a body that did not change need not be read again.
    package struct Reading: Sendable, Hashable {
        /// A record that says where it came from: from this answer.
        package struct Origin: Sendable, Hashable {
            package var urn: String
            /// The version of the reader.
            package var readerVersion: Int

            package init(urn: String, readerVersion: Int) {
                self.urn = urn
                self.readerVersion = readerVersion
            }
        }

        /// What was read and by what rules; the reading serves only a job with the same stamp.
        package var stamp: Digest
        /// What the job brought, without times and ways of fetching, in the job's own encoding.
        package var effect: [UInt8]
        /// The records whose origin is the answer, at most ``maxOrigins``.
        package var origins: [Origin]

        package static let maxOrigins = 1_024

        package init(stamp: Digest, effect: [UInt8], origins: [Origin]) {
            self.stamp = stamp
            self.effect = effect
            self.origins = origins
        }
    }

    package init(
        key: String,
        url: String,
        status: Int,
        headers: [HeaderField] = [],
        etag: String? = nil,
        lastModified: String? = nil,
        fetchedAt: Int64,
        freshUntil: Int64 = 0,
        body: Digest,
        bodyLength: Int,
        reading: Reading? = nil
    ) {
        self.key = key
        self.url = url
        self.status = status
        self.headers = headers
        self.etag = etag
        self.lastModified = lastModified
        self.fetchedAt = fetchedAt
        self.freshUntil = freshUntil
        self.body = body
        self.bodyLength = bodyLength
        self.reading = reading
    }
}

extension ResponseRecord {
    static let magic = "LarderResponse"
    /// The highest version that is read; a record without a ``reading`` is written as version 1, which earlier releases
    /// read too.
    static let version: UInt8 = 2

    /// The bytes of a file with the record; they end in a SHA-256 of all before it.
    package func encoded() -> [UInt8] {
        var writer = RecordWriter(magic: Self.magic, version: reading == nil ? 1 : 2)
        writer.put(key)
        writer.put(url)
        writer.put(UInt16(clamping: status))
        writer.put(etag)
        writer.put(lastModified)
        writer.put(fetchedAt)
        writer.put(freshUntil)
        writer.put(body.bytes)
        writer.put(UInt64(clamping: bodyLength))
        let kept = headers.prefix(Self.maxHeaders)
        writer.put(UInt16(kept.count))
        for header in kept {
            writer.put(header.name)
            writer.put(header.value)
        }
        if let reading {
            writer.put(reading.stamp.bytes)
            writer.put(reading.effect)
            let origins = reading.origins.prefix(Reading.maxOrigins)
            writer.put(UInt16(origins.count))
            for origin in origins {
                writer.put(origin.urn)
                writer.put(UInt32(clamping: origin.readerVersion))
            }
        }
        return writer.sealed()
    }

    /// Reads what ``encoded()`` wrote; `nil` for bytes that are cut, changed, of another version or anything else.
    package init?(decoding file: [UInt8]) {
        guard let version = RecordReader.version(file, magic: Self.magic), (1...Self.version).contains(version),
            var reader = RecordReader(file, magic: Self.magic),
            let key = reader.text(), let url = reader.text(), let status = reader.number(UInt16.self),
            let etag = reader.optionalText(), let lastModified = reader.optionalText(),
            let fetchedAt = reader.number(Int64.self), let freshUntil = reader.number(Int64.self),
            let body = reader.content().flatMap({ Digest(bytes: $0) }), let length = reader.number(UInt64.self),
            let bodyLength = Int(exactly: length), let count = reader.number(UInt16.self), count <= Self.maxHeaders
        else { return nil }
        var headers: [HeaderField] = []
        for _ in 0..<count {
            guard let name = reader.text(), let value = reader.text() else { return nil }
            headers.append(HeaderField(name: name, value: value))
        }
        var reading: Reading?
        if version > 1 {
            guard let known = Reading(from: &reader) else { return nil }
            reading = known
        }
        guard reader.isAtEnd else { return nil }
        self.init(
            key: key,
            url: url,
            status: Int(status),
            headers: headers,
            etag: etag,
            lastModified: lastModified,
            fetchedAt: fetchedAt,
            freshUntil: freshUntil,
            body: body,
            bodyLength: bodyLength,
            reading: reading
        )
    }
}

extension ResponseRecord.Reading {
    fileprivate init?(from reader: inout RecordReader) {
        guard let stamp = reader.content().flatMap({ Digest(bytes: $0) }), let effect = reader.content(),
            let count = reader.number(UInt16.self), count <= Self.maxOrigins
        else { return nil }
        var origins: [Origin] = []
        for _ in 0..<count {
            guard let urn = reader.text(), let version = reader.number(UInt32.self) else { return nil }
            origins.append(Origin(urn: urn, readerVersion: Int(version)))
        }
        self.init(stamp: stamp, effect: effect, origins: origins)
    }
}
