package import LarderModel

/// What is known of the last answer to a request: enough to use its body again, or to ask whether it still holds.
package struct ResponseRecord: Sendable, Hashable {
    /// What was asked, as text: the method, the URL and whatever else the answer depends on.
    ///
    /// Never a secret: it is stored as it is.
    package var key: String
    /// Where the answer came from, after redirects, without secrets.
    package var url: String
    /// The status code.
    package var status: Int
    /// The fields worth keeping, at most ``maxHeaders``.
    package var headers: [HeaderField]
    /// The entity tag with its quotes.
    package var etag: String?
    /// The `Last-Modified` value as the server wrote it.
    package var lastModified: String?
    /// When the answer came, or was last confirmed, in milliseconds since 1970.
    package var fetchedAt: Int64
    /// Until when it may be used without asking, in milliseconds since 1970; not after ``fetchedAt`` means: ask each time.
    ///
    /// Not used yet: workers ask each time. It stays, as a record without it would be another version of the format.
    package var freshUntil: Int64
    /// The blob that holds the body.
    package var body: Digest
    /// How many bytes the body has.
    package var bodyLength: Int

    /// The most header fields.
    package static let maxHeaders = 1_024

    /// Makes a record from its parts.
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
        bodyLength: Int
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
    }
}

extension ResponseRecord {
    static let magic = "LarderResponse"
    static let version: UInt8 = 1

    /// The bytes of a file that holds the record.
    ///
    /// Ends in a SHA-256 of all before it.
    package func encoded() -> [UInt8] {
        var writer = RecordWriter(magic: Self.magic, version: Self.version)
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
        return writer.sealed()
    }

    /// Reads what ``encoded()`` wrote; `nil` for bytes that are cut, changed, of another version or anything else.
    package init?(decoding file: [UInt8]) {
        guard RecordReader.kind(file, magic: Self.magic) == .known(version: Self.version),
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
            bodyLength: bodyLength
        )
    }
}
