internal import LarderModel

extension DiskCache {
    /// Stores what is known of an answer, in place of what was known before.
    ///
    /// Store the body first: a reader may see the record at once.
    ///
    /// - Throws: ``CacheError`` with code `tooLarge` over ``Limits/maxRecordBytes`` or ``ResponseRecord/maxHeaders``;
    ///   `full`, `notWritable` or `io`. What was known before then still stands.
    public func store(_ record: ResponseRecord) throws(CacheError) {
        let bytes = record.encoded()
        guard bytes.count <= limits.maxRecordBytes, record.headers.count <= ResponseRecord.maxHeaders else {
            throw CacheError(
                .tooLarge,
                "The record of <\(record.url.prefix(200))> has \(bytes.count) bytes and \(record.headers.count) fields; the limits are "
                    + "\(limits.maxRecordBytes) bytes and \(ResponseRecord.maxHeaders) fields. Keep fewer of them."
            )
        }
        try replace(path("responses", Digest(of: record.key)), with: bytes)
    }

    /// What is known of the answer to a request; `nil` when nothing is, or a newer version of this library wrote it.
    ///
    /// - Throws: ``CacheError`` with code `corrupt` when the file is cut or changed: it has then been moved into
    ///   `quarantine/`, and the next call finds nothing; `io`.
    public func record(for key: String) throws(CacheError) -> ResponseRecord? {
        let path = path("responses", Digest(of: key))
        return try sealedFile(
            path,
            limit: limits.maxRecordBytes,
            magic: ResponseRecord.magic,
            version: ResponseRecord.version
        ) {
            ResponseRecord(decoding: $0).flatMap { $0.key == key ? $0 : nil }
        }
    }

    /// Forgets the answer to a request.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func removeRecord(for key: String) throws(CacheError) -> Bool {
        try FileCalls.remove(path("responses", Digest(of: key)))
    }

    /// Stores a result under the text that says how it came about, in place of what was there.
    ///
    /// - Parameters:
    ///   - bytes: At most ``Limits/maxBlobBytes`` bytes.
    ///   - key: Everything the result depends on: the input's digest, the operation, its parameters and its version. At
    ///     most 64 KiB.
    /// - Throws: ``CacheError`` with code `tooLarge`, `full`, `notWritable` or `io`. What was there before then still
    ///   stands.
    public func store(derived bytes: [UInt8], for key: String) throws(CacheError) {
        try checkLength(bytes.count, "result")
        guard key.utf8.count <= Self.maxDerivedKeyBytes else {
            throw CacheError(
                .tooLarge,
                "The key of a result has \(key.utf8.count) bytes; the limit is \(Self.maxDerivedKeyBytes)."
            )
        }
        var writer = RecordWriter(magic: Self.derivedMagic, version: Self.derivedVersion)
        writer.put(key)
        writer.put(bytes)
        try replace(path("derived", Digest(of: key)), with: writer.sealed())
    }

    /// The result stored under that text; `nil` when there is none, or a newer version of this library wrote it.
    ///
    /// - Throws: ``CacheError`` with code `corrupt` when the file is cut or changed: it has then been moved into
    ///   `quarantine/`, and the next call finds nothing; `io`.
    public func derived(for key: String) throws(CacheError) -> [UInt8]? {
        let path = path("derived", Digest(of: key))
        let limit = limits.maxBlobBytes + Self.maxDerivedKeyBytes + 256
        return try sealedFile(path, limit: limit, magic: Self.derivedMagic, version: Self.derivedVersion) {
            Self.decodeDerived($0, key: key)
        }
    }

    private static let derivedMagic = "LarderDerived"
    private static let derivedVersion: UInt8 = 1
    private static let maxDerivedKeyBytes = 64 << 10

    private static func decodeDerived(_ file: [UInt8], key: String) -> [UInt8]? {
        guard var reader = RecordReader(file, magic: derivedMagic), reader.text() == key, let bytes = reader.content(),
            reader.isAtEnd
        else { return nil }
        return bytes
    }

    /// What `decode` makes of a file; `nil` when there is none or a later version wrote it.
    private func sealedFile<Value>(
        _ path: String,
        limit: Int,
        magic: String,
        version: UInt8,
        decode: ([UInt8]) -> Value?
    ) throws(CacheError) -> Value? {
        var problem = "cut or changed"
        do throws(CacheError) {
            guard let file = try contents(of: path, limit: limit) else { return nil }
            if case .known(let found) = RecordReader.kind(file, magic: magic), found > version { return nil }
            if let value = decode(file) { return value }
        } catch {
            guard error.code == .tooLarge else { throw error }
            problem = "longer than \(limit) bytes"
        }
        try quarantine(path, limit: limit) { decode($0) != nil }
        throw CacheError(.corrupt, "'\(path)' was \(problem). It is in 'quarantine' now: fetch again.")
    }
}
