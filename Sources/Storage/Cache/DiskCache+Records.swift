internal import LarderHashing
internal import LarderModel

extension DiskCache {
    /// Stores what is known of an answer, in place of what was known before.
    ///
    /// Store the body first: a reader may see the record at once.
    ///
    /// - Throws: ``CacheError`` with code `tooLarge` over ``Limits/maxRecordBytes`` or ``ResponseRecord/maxHeaders``;
    ///   `full`, `notWritable` or `io`. What was known before then still stands.
    package func store(_ record: ResponseRecord) throws(CacheError) {
        let bytes = record.encoded()
        guard bytes.count <= limits.maxRecordBytes, record.headers.count <= ResponseRecord.maxHeaders else {
            let message =
                "The record of <\(record.url.prefix(200))> has \(bytes.count) bytes and \(record.headers.count) fields; "
                + "the limits are \(limits.maxRecordBytes) bytes and \(ResponseRecord.maxHeaders) fields."
            throw CacheError(.tooLarge, message)
        }
        let file = CacheFile.record(of: record.key)
        tell?(file, bytes)
        try replace(path(file), with: bytes)
    }

    /// Forgets what is known of the answer to a request; its body stays.
    ///
    /// - Throws: ``CacheError`` with code `notWritable` or `io`.
    package func removeRecord(for key: String) throws(CacheError) {
        let file = CacheFile.record(of: key)
        tell?(file, nil)
        try remove(file)
    }

    /// What is known of the answer to a request; `nil` when nothing is, or a newer version of this library wrote it.
    ///
    /// - Throws: ``CacheError`` with code `corrupt` when the file is cut or changed: it has then been moved into
    ///   `quarantine/`, and the next call finds nothing; `io`.
    package func record(for key: String) throws(CacheError) -> ResponseRecord? {
        let path = path(.record(of: key))
        let limit = limits.maxRecordBytes
        let decode = { (file: [UInt8]) in ResponseRecord(decoding: file).flatMap { $0.key == key ? $0 : nil } }
        var problem = "cut or changed"
        do throws(CacheError) {
            guard let file = try contents(of: path, limit: limit) else { return nil }
            let version = RecordReader.version(file, magic: ResponseRecord.magic)
            if let version, version > ResponseRecord.version { return nil }
            if let record = decode(file) { return record }
        } catch {
            switch error.code {
            case .tooLarge: problem = "longer than \(limit) bytes"
            case .corrupt: problem = "not a file"
            default: throw error
            }
        }
        _ = try quarantine(path, limit: limit) { decode($0) != nil }
        throw CacheError(.corrupt, "'\(path)' was \(problem). It is in 'quarantine' now: fetch again.")
    }
}
