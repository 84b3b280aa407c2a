internal import LarderCache
internal import LarderModel
internal import LarderProtocol

/// The coordinator's cache, for a worker that does not share its folder.
///
/// Jobs work in a folder of this worker. What they read is fetched into it first; what they write goes to the
/// coordinator before their results do, so that a result never names a file that is not there.
final class RemoteCache: Sendable {
    /// This worker's folder.
    let scratch: ScratchFolder
    let link = FileLink()

    init(_ scratch: ScratchFolder) { self.scratch = scratch }

    /// A coordinator has let the worker in.
    func beginSession() {
        scratch.beginSession()
        link.repeatAll()
    }

    /// Fetches a file into the worker's folder.
    ///
    /// - Returns: Whether there is a good one; a damaged blob is moved aside at the coordinator.
    /// - Throws: ``CacheError`` of the worker's folder, ``RemoteCacheError``; `CancellationError`.
    func fetch(_ file: CacheFile, for job: RunningJob) async throws -> Bool {
        do {
            return try await fetchParts(file, job)
        } catch let error as CacheError where error.code == .corrupt || error.code == .tooLarge {
            if file.area == .blobs { _ = try await ask(.remove, of: file, job) }
            return false
        }
    }

    private func fetchParts(_ file: CacheFile, _ job: RunningJob) async throws -> Bool {
        var incoming: IncomingFile?
        while true {
            switch try await ask(.read(from: incoming?.byteCount ?? 0), of: file, job) {
            case .read(let bytes, let length):
                if incoming == nil, bytes.count == length {
                    try scratch.cache.store(bytes, as: file)
                    return true
                }
                guard !bytes.isEmpty else { throw DiskCache.mismatch(file) }
                let whole = try incoming ?? IncomingFile(file, length: length, in: scratch.cache)
                try whole.add(bytes)
                if whole.byteCount == length { return true }
                incoming = whole
            case .missing: return false
            case let outcome: throw RemoteCacheError(outcome)
            }
        }
    }

    /// Whether the coordinator has a file of that name.
    func has(_ file: CacheFile, for job: RunningJob) async throws -> Bool {
        switch try await ask(.read(from: .max), of: file, job) {
        case .read: true
        case .missing: false
        case let outcome: throw RemoteCacheError(outcome)
        }
    }

    /// Brings a file of the worker's folder to the coordinator.
    func deliver(_ file: CacheFile, for job: RunningJob) async throws {
        var offset = 0
        repeat {
            let limit = ProtocolLimits.maxFilePartBytes
            guard let (part, length) = try scratch.cache.part(of: file, from: offset, limit: limit) else {
                throw CacheError(.missing, "No file '\(file.name)' in '\(scratch.cache.folder)'.")
            }
            offset = try await write(part, from: offset, length: length, to: file, job)
            if offset == length { return }
        } while true
    }

    /// Brings a record of an answer to the coordinator; nil: removes it there.
    func deliver(_ record: [UInt8]?, as file: CacheFile, for job: RunningJob) async throws {
        if let record {
            // A coordinator that has no room for it in its memory at the moment tells that nothing came.
            while try await write(record, from: 0, length: record.count, to: file, job) < record.count {}
        } else {
            // A record that stays costs a later sync one request.
            _ = try await ask(.remove, of: file, job)
        }
    }

    /// - Returns: How many bytes are there by now: fewer than before at another coordinator.
    private func write(_ part: [UInt8], from offset: Int, length: Int, to file: CacheFile, _ job: RunningJob)
        async throws -> Int
    {
        let outcome = try await ask(.write(part, from: offset, length: length), of: file, job)
        guard case .written(let count) = outcome, (0...length).contains(count) else { throw RemoteCacheError(outcome) }
        return count
    }

    private func ask(_ action: FileRequest.Action, of file: CacheFile, _ job: RunningJob) async throws
        -> FileAnswer.Outcome
    {
        // It may wait for the next coordinator.
        job.allowSilence(Self.longestWait)
        defer { job.allowSilence(.zero) }
        return try await link.ask(action, of: (file.area.rawValue, file.name), for: job)
    }

    private static let longestWait: Duration = .seconds(86_400)
}

/// The coordinator's cache could not do what it was asked to.
struct RemoteCacheError: Error {
    let error: CacheError

    init(_ outcome: FileAnswer.Outcome) {
        guard case .failed(let code, let message) = outcome else {
            error = CacheError(.corrupt, "The coordinator sent an answer that does not match the request.")
            return
        }
        error = CacheError(CacheError.Code(rawValue: code) ?? .corrupt, "The coordinator's cache: \(message)")
    }
}
