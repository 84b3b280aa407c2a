internal import Glibc

/// An open file, closed with the value.
struct Descriptor: ~Copyable {
    /// -1 once it is closed.
    private var number: Int32
    let path: String

    /// Opens `path`; children of the process do not inherit it.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0o666, verb: String) throws(CacheError) {
        var number: Int32
        repeat { number = unsafe open(path, flags | O_CLOEXEC, mode) } while number < 0 && errno == EINTR
        guard number >= 0 else { throw CacheError(verb, path, errorNumber: errno) }
        self.number = number
        self.path = path
    }

    deinit {
        if number >= 0 { _ = Glibc.close(number) }
    }

    /// Closes it and hears what a network file system has to say of earlier writes.
    mutating func finish() throws(CacheError) {
        let number = number
        self.number = -1
        // Linux has let go of the descriptor even when close was interrupted.
        guard Glibc.close(number) == 0 || errno == EINTR else { throw CacheError("write", path, errorNumber: errno) }
    }

    func write(_ bytes: [UInt8]) throws(CacheError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(number, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw CacheError("write", path, errorNumber: errno)
            }
            written += count
        }
    }

    func sync() throws(CacheError) {
        var status: Int32
        repeat { status = fsync(number) } while status < 0 && errno == EINTR
        // Some network file systems have no fsync for folders; they write through.
        guard status == 0 || errno == EINVAL else { throw CacheError("write", path, errorNumber: errno) }
    }

    /// The length of a regular file; `nil` for anything else.
    func length() throws(CacheError) -> Int? {
        var info = Glibc.stat()
        guard unsafe fstat(number, &info) == 0 else { throw CacheError("read", path, errorNumber: errno) }
        return info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
    }

    /// Reads to the end, at most `limit` bytes.
    func readAll(limit: Int) throws(CacheError) -> [UInt8] {
        guard let length = try length() else { throw CacheError(.io, "'\(path)' is not a file. Remove it.") }
        guard length <= limit else {
            throw CacheError(.tooLarge, "'\(path)' has \(length) bytes; the limit is \(limit).")
        }
        var bytes = [UInt8](repeating: 0, count: length)
        var filled = 0
        while filled < length {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(number, buffer.baseAddress.map { unsafe $0 + filled }, length - filled)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw CacheError("read", path, errorNumber: errno)
            }
            if count == 0 { break }  // cut since its length was asked for; the checksum will tell
            filled += count
        }
        bytes.removeLast(length - filled)
        return bytes
    }
}
