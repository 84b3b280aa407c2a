import Foundation
import LarderCache
import LarderHashing
import LarderModel
import LarderProtocol
import LarderTestSupport
import Synchronization
import Testing

@testable import LarderWorker

/// A worker without the shared folder, over a coordinator's cache in the same process.
@Suite("Cache over the connection") struct RemoteCacheTests {
    private static let body = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }

    /// Answers as a coordinator does.
    private final class Coordinator: Sendable {
        let cache: DiskCache
        private let incoming = Mutex<[CacheFile: [UInt8]]>([:])
        let isAway = Mutex(false)

        init(_ folder: String) throws { cache = try DiskCache(folder: folder) }

        func answer(_ request: FileRequest, _ link: FileLink) {
            guard !isAway.withLock({ $0 }), let area = CacheFile.Area(rawValue: request.area) else { return }
            let file = CacheFile(area, request.name)
            link.take(FileAnswer(number: request.number, outcome(request.action, file)))
        }

        private func outcome(_ action: FileRequest.Action, _ file: CacheFile) -> FileAnswer.Outcome {
            do {
                switch action {
                case .read(let offset):
                    let part = try cache.part(of: file, from: offset, limit: ProtocolLimits.maxFilePartBytes)
                    return part.map { .read($0.bytes, length: $0.length) } ?? .missing
                case .remove:
                    if file.area == .responses { try cache.remove(file) } else { _ = try? cache.blob(file.name) }
                    return .written(0)
                case .write(let bytes, let offset, let length):
                    let whole = incoming.withLock { files in
                        files[file] = Array((files[file] ?? []).prefix(offset)) + bytes
                        return files[file] ?? []
                    }
                    if whole.count == length { try cache.store(whole, as: file) }
                    return .written(whole.count)
                }
            } catch {
                return .failed(code: "full", message: "\(error)")
            }
        }
    }

    private func withWorker(_ body: (RemoteCache, Coordinator, RunningJobs) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "remote-cache-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Only a temporary folder is left behind if this fails.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let coordinator = try Coordinator(folder + "/cache")
        let remote = RemoteCache(try ScratchFolder(in: folder))
        remote.link.reach { [link = remote.link] request in
            // As over a connection: an answer comes from another thread.
            Task { coordinator.answer(request, link) }
        }
        try await body(remote, coordinator, RunningJobs(flightRecorder: nil))
        remote.scratch.remove()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left == ["cache"])
    }

    private func job(_ jobs: RunningJobs, _ number: UInt64) -> RunningJob {
        jobs.begin(JobLease(job: JobID(number), attempt: 1), .fetch)
    }

    @Test func `files go both ways, in parts, and are the same`() async throws {
        try await withWorker { remote, coordinator, jobs in
            let first = JobFiles(remote, job(jobs, 1))
            let digest = try first.cache.store(blob: Self.body)
            let result = try first.cache.store(effect: Array(Self.body.reversed()))
            try first.cache.store(record(body: digest, length: Self.body.count))
            try await first.deliver()
            #expect(try coordinator.cache.blob(digest) == Self.body)
            #expect(try coordinator.cache.effect(result, length: Self.body.count) == Self.body.reversed())
            #expect(try coordinator.cache.record(for: Self.key)?.body == digest)

            let other = Array(Self.body.dropFirst())
            let stored = try coordinator.cache.store(blob: other)
            let second = JobFiles(remote, job(jobs, 2))
            try await second.fetch(blobs: [stored])
            #expect(try second.cache.blob(stored) == other)
        }
    }

    @Test(arguments: [false, true])
    func `a body that the coordinator lost is brought again`(isDamaged: Bool) async throws {
        try await withWorker { remote, coordinator, jobs in
            let digest = try coordinator.cache.store(blob: Self.body)
            try coordinator.cache.store(record(body: digest, length: Self.body.count))
            let hex = digest.hex
            let path = "\(coordinator.cache.folder)/blobs/\(hex.prefix(2))/\(hex)"
            if isDamaged {
                try Data(Self.body.reversed()).write(to: URL(fileURLWithPath: path))
            } else {
                try coordinator.cache.remove(digest)
            }
            let files = JobFiles(remote, job(jobs, 1))
            try await files.fetchRecord(Self.key)
            #expect(try files.cache.record(for: Self.key) != nil && files.cache.length(of: digest) == nil)
            // The source gives the same bytes once more.
            try files.cache.store(blob: Self.body)
            try await files.deliver()
            #expect(try coordinator.cache.blob(digest) == Self.body)
        }
    }

    @Test(arguments: [false, true])
    func `a body of an earlier job that the coordinator lost since is brought again`(isNewCoordinator: Bool)
        async throws
    {
        try await withWorker { remote, coordinator, jobs in
            let digest = try coordinator.cache.store(blob: Self.body)
            try coordinator.cache.store(record(body: digest, length: Self.body.count))
            try await JobFiles(remote, job(jobs, 1)).fetchRecord(Self.key)
            if isNewCoordinator {
                let path = "\(coordinator.cache.folder)/blobs/\(digest.hex.prefix(2))/\(digest.hex)"
                try Data(Self.body.reversed()).write(to: URL(fileURLWithPath: path))
                remote.beginSession()
            } else {
                try coordinator.cache.remove(digest)
            }
            let files = JobFiles(remote, job(jobs, 2))
            try await files.fetchRecord(Self.key)
            #expect(try files.cache.blob(digest) == Self.body)
            #expect(try coordinator.cache.blob(digest) == Self.body)
        }
    }

    @Test func `a result that was not brought is removed with its job`() async throws {
        try await withWorker { remote, _, jobs in
            var files: JobFiles? = JobFiles(remote, job(jobs, 1))
            let result = try files?.cache.store(effect: Self.body)
            let name = try #require(result)
            #expect(try remote.scratch.cache.length(of: CacheFile(.effects, name)) == Self.body.count)
            files = nil
            #expect(try remote.scratch.cache.length(of: CacheFile(.effects, name)) == nil)
        }
    }

    @Test func `two jobs that write one record do not remove it`() async throws {
        try await withWorker { remote, coordinator, jobs in
            let (first, second) = (JobFiles(remote, job(jobs, 1)), JobFiles(remote, job(jobs, 2)))
            let digest = try first.cache.store(blob: [1])
            try first.cache.store(record(body: digest, length: 1))
            try second.cache.store(record(body: digest, length: 1))
            try await first.deliver()
            try await second.deliver()
            #expect(try coordinator.cache.record(for: Self.key) != nil)
            let third = JobFiles(remote, job(jobs, 3))
            try third.cache.removeRecord(for: Self.key)
            try await third.deliver()
            #expect(try coordinator.cache.record(for: Self.key) == nil)
        }
    }

    @Test func `what a coordinator did not answer is asked again, and a cancelled job ends`() async throws {
        try await withWorker { remote, coordinator, jobs in
            let digest = try coordinator.cache.store(blob: Self.body)
            coordinator.isAway.withLock { $0 = true }
            let waiting = (1...40).map { number in
                Task {
                    let files = JobFiles(remote, job(jobs, UInt64(number)))
                    try await files.fetch(blobs: [digest])
                    return try files.cache.blob(digest).count
                }
            }
            waiting[0].cancel()
            waiting[39].cancel()
            await #expect(throws: CancellationError.self) { try await waiting[0].value }
            await #expect(throws: CancellationError.self) { try await waiting[39].value }
            coordinator.isAway.withLock { $0 = false }
            remote.link.repeatAll()
            for task in waiting[1..<39] { #expect(try await task.value == Self.body.count) }
        }
    }

    @Test func `a folder that somebody removed is made again`() async throws {
        try await withWorker { remote, coordinator, jobs in
            let digest = try coordinator.cache.store(blob: Self.body)
            try await JobFiles(remote, job(jobs, 1)).fetch(blobs: [digest])
            try FileManager.default.removeItem(atPath: remote.scratch.cache.folder)
            #expect(remote.scratch.cache.trouble(writing: 1)?.code == .notACache)
            try remote.scratch.restore()
            #expect(remote.scratch.cache.trouble(writing: 1) == nil)
            let files = JobFiles(remote, job(jobs, 2))
            try await files.fetch(blobs: [digest])
            #expect(try files.cache.blob(digest) == Self.body)
        }
    }

    private static let key = "GET http://a.test/"

    private func record(body: Digest, length: Int) -> ResponseRecord {
        ResponseRecord(
            key: Self.key,
            url: "http://a.test/",
            status: 200,
            fetchedAt: 1,
            freshUntil: 2,
            body: body,
            bodyLength: length
        )
    }
}
