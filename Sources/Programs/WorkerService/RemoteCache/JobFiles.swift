internal import LarderCache
internal import LarderModel
internal import LarderThreading

/// The files of one job, for a worker that does not share the coordinator's cache.
final class JobFiles: Sendable {
    /// The worker's folder, for this job.
    let cache: DiskCache
    private let remote: RemoteCache
    private let job: RunningJob
    private let files: Files

    private final class Files: Sendable {
        struct State {
            /// What the job wrote, in order; with its bytes, the record of an answer.
            var written: [(file: CacheFile, record: [UInt8]?)] = []
            var held: Set<CacheFile> = []
            /// Blobs that the job asked for.
            var blobs: [Digest: Origin] = [:]
        }

        let state = Guarded(State())
    }

    private enum Origin {
        /// It came from the coordinator for this job.
        case coordinator
        /// An earlier job of this worker left it; the coordinator's own may be lost since.
        case earlierJob
    }

    init(_ remote: RemoteCache, _ job: RunningJob) {
        let files = Files()
        (self.remote, self.job, self.files) = (remote, job, files)
        cache = remote.scratch.cache.telling { [scratch = remote.scratch] file, bytes in
            let isNew = files.state.withLock { state in
                state.written.removeAll { $0.file == file }
                state.written.append((file, file.area == .responses ? bytes : nil))
                return state.held.insert(file).inserted
            }
            if isNew { _ = scratch.hold(file) }
        }
    }

    deinit { remote.scratch.release(files.state.withLock { $0.held }) }

    /// Fetches blobs that the job reads; one that the coordinator lacks is missing here, too.
    func fetch(blobs: [Digest]) async throws {
        for digest in blobs { _ = try await fetch(digest) }
    }

    /// - Returns: Nil where the coordinator does not have it.
    private func fetch(_ digest: Digest) async throws -> Origin? {
        let blob = CacheFile(.blobs, digest)
        if let known = files.state.withLock({ $0.blobs[digest] }) { return known }
        var origin: Origin?
        if hold(blob) {
            origin = .earlierJob
        } else if try await remote.fetch(blob, for: job) {
            try remote.scratch.add(digest)
            origin = .coordinator
        } else if remote.scratch.keeps(digest) {
            // The coordinator lost it.
            try await bring(blob)
            origin = .coordinator
        }
        files.state.withLock { [origin] in $0.blobs[digest] = origin }
        return origin
    }

    /// Fetches what is known of the answer to a request, with its body: without one it does not count.
    func fetchRecord(_ key: String) async throws {
        let file = CacheFile.record(of: key)
        _ = hold(file)
        guard try await remote.fetch(file, for: job) else {
            try cache.remove(file)
            return
        }
        guard let record = try? cache.record(for: key), try await fetch(record.body) == .earlierJob else { return }
        // A source that calls its page unchanged does not send it again.
        let body = CacheFile(.blobs, record.body)
        if try await !remote.has(body, for: job) { try await bring(body) }
    }

    private func bring(_ blob: CacheFile) async throws {
        try await remote.deliver(blob, for: job)
        try remote.scratch.add(blob.name)
    }

    /// Keeps a file for the job.
    ///
    /// - Returns: Whether it is a blob that is here, and known to be at the coordinator.
    private func hold(_ file: CacheFile) -> Bool {
        files.state.withLock { $0.held.insert(file).inserted } && remote.scratch.hold(file)
    }

    /// Brings to the coordinator what the job wrote: bodies before what refers to them.
    func deliver() async throws {
        let (written, blobs) = files.state.withLock { state in
            defer { state.written = [] }
            return (state.written, state.blobs)
        }
        for (file, _) in written where file.area == .blobs && blobs[file.name] != .coordinator {
            try await bring(file)
        }
        for (file, record) in written where file.area != .blobs {
            switch file.area {
            case .responses: try await remote.deliver(record, as: file, for: job)
            case .blobs, .effects: try await remote.deliver(file, for: job)
            }
        }
    }
}
