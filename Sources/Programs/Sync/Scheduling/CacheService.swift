internal import Glibc
internal import LarderCache
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import LarderTransport

/// Reads and writes the cache for workers that do not share its folder.
///
/// It has a thread of its own, so that a slow disk keeps no heartbeats waiting as long as few requests wait for it.
///
/// Such a worker can do what one that shares the folder can do, and no more: blobs and results are checked against
/// their names.
final class CacheService: FileService {

    private enum Command: Sendable {
        case take(FileRequest, SessionID, @Sendable (FileAnswer) -> Void)
        case forget(SessionID)
        case stop
    }

    private let mailbox: Mailbox<Command>
    private let thread: OwnerThread
    private let waiting = WaitingRequests()

    init(_ cache: DiskCache) throws {
        var cache = cache
        // As workers store that share the folder.
        cache.durability = .process
        let mailbox = try Mailbox<Command>()
        self.mailbox = mailbox
        thread = try OwnerThread(name: "cache-service") { [waiting, cache] in Self.work(cache, mailbox, waiting) }
    }

    func take(_ request: FileRequest, of session: SessionID, answer: @escaping @Sendable (FileAnswer) -> Void) -> Bool {
        waiting.add(request, of: session) && mailbox.post(.take(request, session, answer))
    }

    var mayTake: Bool { waiting.haveRoom }

    func forget(_ session: SessionID) { mailbox.post(.forget(session)) }

    /// Ends the thread, after what was asked before.
    func stop() async {
        mailbox.post(.stop)
        await thread.joined()
        _ = mailbox.close()
    }

    private static func work(_ cache: DiskCache, _ mailbox: Mailbox<Command>, _ waiting: WaitingRequests) {
        var incoming = IncomingFiles()
        while true {
            var descriptor = pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&descriptor, 1, -1)
            for command in mailbox.drain() {
                switch command {
                case .take(let request, let session, let answer):
                    let outcome = outcome(of: request, session, cache, &incoming)
                    waiting.remove(request)
                    answer(FileAnswer(number: request.number, outcome))
                case .forget(let session):
                    incoming.forget(session)
                    waiting.forget(session)
                case .stop: return
                }
            }
        }
    }

    private static func outcome(
        of request: FileRequest,
        _ session: SessionID,
        _ cache: DiskCache,
        _ incoming: inout IncomingFiles
    ) -> FileAnswer.Outcome {
        guard let area = CacheFile.Area(rawValue: request.area) else {
            return .failed(code: CacheError.Code.io.rawValue, message: "It has no folder \(request.area).")
        }
        let file = CacheFile(area, request.name)
        let key = IncomingFiles.Key(session: session, file: file)
        do throws(CacheError) {
            switch request.action {
            case .read(let offset):
                let part = try cache.part(of: file, from: offset, limit: ProtocolLimits.maxFilePartBytes)
                return part.map { .read($0.bytes, length: $0.length) } ?? .missing
            case .remove:
                switch area {
                case .responses: try cache.remove(file)
                // Only a damaged one goes, into `quarantine/`.
                case .blobs: _ = try? cache.blob(file.name)
                case .effects: break
                }
                return .written(0)
            case .write(let bytes, let offset, let length):
                return .written(try write(bytes, from: offset, length: length, to: key, cache, &incoming))
            }
        } catch {
            incoming[key] = nil
            let cause = cache.trouble(writing: 4096) ?? error
            return .failed(code: cause.code.rawValue, message: cause.message)
        }
    }

    /// - Returns: How many bytes of the file are there by now.
    private static func write(
        _ bytes: [UInt8],
        from offset: Int,
        length: Int,
        to key: IncomingFiles.Key,
        _ cache: DiskCache,
        _ incoming: inout IncomingFiles
    ) throws(CacheError) -> Int {
        if offset == 0, bytes.count == length {
            try cache.store(bytes, as: key.file)
            return length
        }
        if offset == 0 {
            guard !cache.holds(key.file, length: length) else { return length }
            incoming.makeRoom(for: key)
            incoming[key] = try IncomingFile(key.file, length: length, in: cache)
        }
        // Parts that were sent again, to an earlier coordinator, or of a file that was given up, tell where to go on.
        guard let part = incoming[key], part.byteCount == offset else { return incoming[key]?.byteCount ?? 0 }
        try part.add(bytes)
        incoming[key] = part.byteCount == length ? nil : part
        return part.byteCount
    }
}

/// Files that come in parts.
///
/// Above the limits, the one that was written to longest ago is given up; its worker begins it again.
private struct IncomingFiles {
    struct Key: Hashable {
        let session: SessionID
        let file: CacheFile
    }

    /// A worker sends parts of about ten at once; each takes a descriptor.
    private static let maxOfSession = 64
    private static let maxTogether = 256

    private var files: [Key: (file: IncomingFile, touched: UInt64)] = [:]
    private var touches: UInt64 = 0

    subscript(key: Key) -> IncomingFile? {
        get { files[key]?.file }
        set {
            touches += 1
            files[key] = newValue.map { ($0, touches) }
        }
    }

    mutating func makeRoom(for key: Key) {
        files[key] = nil
        let ofSession = files.filter { $0.key.session == key.session }
        let crowd = ofSession.count >= Self.maxOfSession ? ofSession : files.count >= Self.maxTogether ? files : [:]
        if let oldest = crowd.min(by: { $0.value.touched < $1.value.touched })?.key { files[oldest] = nil }
    }

    mutating func forget(_ session: SessionID) { files = files.filter { $0.key.session != session } }
}

/// What waits for the disk, and answers that a worker has not had yet.
private final class WaitingRequests: Sendable {
    /// Requests of a session without an answer that has come; a worker sends 32.
    private static let maxOpen: UInt64 = 64
    /// Bytes of all sessions, above which nothing more is read from workers.
    private static let maxBytes = 64 << 20

    private struct State {
        /// How many requests came in each session.
        var requests: [SessionID: UInt64] = [:]
        var bytes = 0
    }

    private let state = Guarded(State())

    /// - Returns: False, and the request is not counted, where the session has too many.
    func add(_ request: FileRequest, of session: SessionID) -> Bool {
        state.withLock { state in
            let count = state.requests[session, default: 0] + 1
            guard request.received <= count, count - request.received <= Self.maxOpen else { return false }
            state.requests[session] = count
            state.bytes += request.byteCount
            return true
        }
    }

    func remove(_ request: FileRequest) {
        state.withLock { $0.bytes -= request.byteCount }
    }

    func forget(_ session: SessionID) { state.withLock { $0.requests[session] = nil } }

    var haveRoom: Bool { state.withLock { $0.bytes < Self.maxBytes } }
}
