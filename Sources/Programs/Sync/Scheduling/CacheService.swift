internal import Glibc
internal import LarderCache
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import LarderTransport

/// Reads and writes the cache for workers that do not share its folder.
///
/// It has a thread of its own, so that a slow disk delays no heartbeats, and answers workers in turn.
///
/// Such a worker can do what one that shares the folder can do, and no more: blobs and results are checked against
/// their names.
final class CacheService: FileService {
    private enum Command: Sendable {
        case take(WaitingRequest)
        case forget(SessionID)
        case stop
    }

    private let mailbox: Mailbox<Command>
    private let thread: OwnerThread
    private let bounds: WaitingBounds

    /// - Parameter maxBytes: Of writes that wait, of all workers together.
    init(_ cache: DiskCache, maxBytes: Int = 64 << 20) throws {
        var cache = cache
        // As workers store that share the folder.
        cache.durability = .process
        let mailbox = try Mailbox<Command>()
        let bounds = WaitingBounds(maxBytes: maxBytes)
        self.mailbox = mailbox
        self.bounds = bounds
        thread = try OwnerThread(name: "cache-service") { [cache] in Self.work(cache, mailbox, bounds) }
    }

    func take(_ request: FileRequest, of session: SessionID, answer: @escaping @Sendable (FileAnswer) -> Void) -> Bool {
        guard let hasRoom = bounds.take(request, of: session) else { return false }
        return mailbox.post(
            .take(WaitingRequest(request: hasRoom ? request : request.withoutBytes, session: session, answer: answer))
        )
    }

    func forget(_ session: SessionID) { mailbox.post(.forget(session)) }

    /// Ends the thread; what waits is not answered.
    func stop() async {
        mailbox.post(.stop)
        await thread.joined()
        _ = mailbox.close()
    }

    private static func work(_ cache: DiskCache, _ mailbox: Mailbox<Command>, _ bounds: WaitingBounds) {
        var incoming = IncomingFiles()
        var queue = RequestQueue()
        while true {
            var descriptor = pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)
            if queue.isEmpty { _ = unsafe poll(&descriptor, 1, -1) }
            for command in mailbox.drain() {
                switch command {
                case .take(let request): queue.add(request)
                case .forget(let session):
                    for request in queue.forget(session) { bounds.answered(request) }
                    incoming.forget(session)
                case .stop: return
                }
            }
            guard let next = queue.next() else { continue }
            let outcome = outcome(of: next.request, next.session, cache, &incoming)
            bounds.answered(next)
            next.answer(FileAnswer(number: next.request.number, outcome))
        }
    }

    private static func outcome(
        of request: FileRequest,
        _ session: SessionID,
        _ cache: DiskCache,
        _ incoming: inout IncomingFiles
    ) -> FileAnswer.Outcome {
        guard let area = CacheFile.Area(rawValue: request.area) else {
            return .failed(code: CacheError.Code.io.rawValue, message: "Unknown cache area \(request.area).")
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
                guard !bytes.isEmpty else { return .written(incoming[key]?.byteCount ?? 0) }
                try cache.checkRoom(for: length)
                return .written(try write(bytes, from: offset, length: length, to: key, cache, &incoming))
            }
        } catch {
            incoming[key] = nil
            let cause = error.code == .full ? error : cache.trouble(writing: 4096) ?? error
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
        // Another offset was sent again, to an earlier coordinator, or of a file that was given up: the worker goes on
        // with the byte that is missing.
        guard let part = incoming[key], part.byteCount == offset else { return incoming[key]?.byteCount ?? 0 }
        try part.add(bytes)
        incoming[key] = part.byteCount == length ? nil : part
        return part.byteCount
    }
}

/// Files that come in parts.
///
/// Above the limits, the one that was written to longest ago is given up, of the session that has the most; its worker
/// begins it again.
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
        let counts = files.keys.reduce(into: [SessionID: Int]()) { $0[$1.session, default: 0] += 1 }
        guard counts[key.session, default: 0] >= Self.maxOfSession || files.count >= Self.maxTogether,
            let most = counts.max(by: { $0.value < $1.value })?.key
        else { return }
        let crowd = files.filter { $0.key.session == most }
        if let oldest = crowd.min(by: { $0.value.touched < $1.value.touched })?.key { files[oldest] = nil }
    }

    mutating func forget(_ session: SessionID) { files = files.filter { $0.key.session != session } }
}
