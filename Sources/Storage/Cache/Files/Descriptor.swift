internal import Glibc
internal import SystemPackage

/// An open file, closed with the value.
struct Descriptor: ~Copyable {
    /// Nil once it is closed.
    private var open: FileDescriptor?
    let path: String

    /// Opens `path`, which is no symbolic link; children of the process do not inherit it.
    init(
        _ path: CachePath,
        _ mode: FileDescriptor.AccessMode,
        _ options: FileDescriptor.OpenOptions = [],
        verb: String
    ) throws(CacheError) {
        self.path = path.description
        open = FileDescriptor(rawValue: try path.open(verb, mode.rawValue | options.rawValue))
    }

    deinit {
        try? open?.close()  // what was written is known to have failed or to be whole by then
    }

    /// Closes it and hears what a network file system has to say of earlier writes.
    mutating func finish() throws(CacheError) {
        guard let file = open.take() else { return }
        do {
            try file.close()
        } catch Errno.interrupted {
            // Linux has let go of the descriptor all the same.
        } catch {
            throw CacheError("write", path, error)
        }
    }

    func write(_ bytes: [UInt8]) throws(CacheError) {
        try call("write") { file in
            var done = 0
            while done < bytes.count {
                done += try unsafe bytes.withUnsafeBytes { buffer in
                    try unsafe file.write(UnsafeRawBufferPointer(rebasing: buffer[done...]))
                }
            }
        }
    }

    func sync() throws(CacheError) {
        try call("write") { file in
            while fsync(file.rawValue) < 0 {
                // Some network file systems have no fsync for folders; they write through.
                if errno == EINVAL { return }
                guard errno == EINTR else { throw Errno(rawValue: errno) }
            }
        }
    }

    /// The length of a regular file; `nil` for anything else.
    func length() throws(CacheError) -> Int? {
        try call("read") { file in
            var info = Glibc.stat()
            guard unsafe fstat(file.rawValue, &info) == 0 else { throw Errno(rawValue: errno) }
            return info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
        }
    }

    /// Reads to the end, at most `limit` bytes.
    func readAll(limit: Int) throws(CacheError) -> [UInt8] {
        guard let length = try length() else { throw CacheError(.corrupt, "'\(path)' is not a file. Remove it.") }
        guard length <= limit else {
            throw CacheError(.tooLarge, "'\(path)' has \(length) bytes; the limit is \(limit).")
        }
        return try call("read") { file in
            var bytes = [UInt8](repeating: 0, count: length)
            var filled = 0
            while filled < length {
                let count = try unsafe bytes.withUnsafeMutableBytes { buffer in
                    try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                }
                if count == 0 { break }  // cut since its length was asked for; the checksum will tell
                filled += count
            }
            bytes.removeLast(length - filled)
            return bytes
        }
    }

    /// At most `limit` bytes from `offset` on, and the file's length.
    func part(from offset: Int, limit: Int) throws(CacheError) -> (bytes: [UInt8], length: Int) {
        guard let length = try length() else { throw CacheError(.corrupt, "'\(path)' is not a file. Remove it.") }
        var bytes = [UInt8](repeating: 0, count: max(0, min(limit, length - offset)))
        var filled = 0
        while filled < bytes.count {
            let count = try call("read") { file in
                try unsafe bytes.withUnsafeMutableBytes { buffer in
                    try unsafe file.read(
                        fromAbsoluteOffset: Int64(offset + filled),
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                    )
                }
            }
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
        return (bytes, length)
    }

    /// Reads what comes next; returns the number of bytes, 0 at the end.
    func read(into buffer: inout [UInt8]) throws(CacheError) -> Int {
        try call("read") { file in try unsafe buffer.withUnsafeMutableBytes { try unsafe file.read(into: $0) } }
    }

    private func call<Result>(_ verb: String, _ body: (FileDescriptor) throws -> Result) throws(CacheError) -> Result {
        guard let open else { throw CacheError(verb, path, errorNumber: EBADF) }
        return try Self.call(verb, path) { try body(open) }
    }

    private static func call<Result>(_ verb: String, _ path: String, _ body: () throws -> Result) throws(CacheError)
        -> Result
    {
        do {
            return try body()
        } catch {
            throw CacheError(verb, path, error)
        }
    }
}

extension CacheError {
    /// What a system call said, by which `body` of a ``Descriptor`` failed.
    fileprivate init(_ verb: String, _ path: String, _ error: any Error) {
        self.init(verb, path, errorNumber: (error as? Errno)?.rawValue ?? EIO)
    }
}
