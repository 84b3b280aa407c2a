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
            var held: Set<Digest> = []
            /// Blobs that the coordinator has.
            var fetched: Set<Digest> = []
            var records: Set<CacheFile> = []
        }

        let state = Guarded(State())
    }

    init(_ remote: RemoteCache, _ job: RunningJob) {
        let files = Files()
        (self.remote, self.job, self.files) = (remote, job, files)
        cache = remote.scratch.cache.telling { [scratch = remote.scratch] file, bytes in
            let isNew = files.state.withLock { state in
                state.written.removeAll { $0.file == file }
                state.written.append((file, file.area == .responses ? bytes : nil))
                if file.area == .responses { state.records.insert(file) }
                return file.area == .blobs && state.held.insert(file.name).inserted
            }
            if isNew { _ = scratch.hold(file.name) }
        }
    }

    deinit {
        let (held, records) = files.state.withLock { ($0.held, $0.records) }
        remote.scratch.release(held, records)
    }

    /// Fetches blobs that the job reads; one that the coordinator lacks is missing here, too.
    func fetch(blobs: [Digest]) async throws {
        for digest in blobs where !files.state.withLock({ $0.fetched.contains(digest) }) {
            let isNew = files.state.withLock { $0.held.insert(digest).inserted }
            var isHere = isNew && remote.scratch.hold(digest)
            if !isHere {
                isHere = try await remote.fetch(CacheFile(.blobs, digest), for: job)
                if isHere { try remote.scratch.add(digest) }
            }
            if isHere { files.state.withLock { _ = $0.fetched.insert(digest) } }
        }
    }

    /// Fetches what is known of the answer to a request, with its body: without one it does not count.
    func fetchRecord(_ key: String) async throws {
        let file = CacheFile.record(of: key)
        files.state.withLock { _ = $0.records.insert(file) }
        guard try await remote.fetch(file, for: job) else {
            try cache.remove(file)
            return
        }
        if let record = try? cache.record(for: key) { try await fetch(blobs: [record.body]) }
    }

    /// Brings to the coordinator what the job wrote: bodies before what refers to them.
    func deliver() async throws {
        let (written, fetched) = files.state.withLock { state in
            defer { state.written = [] }
            return (state.written, state.fetched)
        }
        for (file, _) in written where file.area == .blobs && !fetched.contains(file.name) {
            try await remote.deliver(file, for: job)
            try remote.scratch.add(file.name)
        }
        for (file, record) in written where file.area != .blobs {
            if file.area == .responses {
                try await remote.deliver(record, as: file, for: job)
            } else {
                try await remote.deliver(file, for: job)
                try remote.scratch.cache.remove(file)
            }
        }
    }
}
