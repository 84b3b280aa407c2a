import Glibc
import LarderThreading

/// The server's end of one connection.
final class Connection: Sendable {
    private let descriptor: Int32
    private let isOpen = Guarded(true)
    private let unread = Guarded([UInt8]())

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next request up to its empty line; `nil` at the end of the connection.
    func readHead() -> String? {
        var bytes = unread.withLock { unread in
            defer { unread = [] }
            return unread
        }
        while true {
            if let end = Self.endOfHead(bytes) {
                unread.withLock { $0 = Array(bytes[end...]) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 16_384)
            guard isOpen.withLock({ $0 }) else { return nil }
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    /// The body of the request whose head was read, of so many bytes; shorter where the connection ends before.
    func readBody(_ length: Int) -> [UInt8] {
        var bytes = unread.withLock { unread in
            defer { unread = [] }
            return unread
        }
        while bytes.count < length {
            var buffer = [UInt8](repeating: 0, count: 16_384)
            guard isOpen.withLock({ $0 }) else { return bytes }
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        unread.withLock { $0 = Array(bytes[length...]) }
        return Array(bytes[..<length])
    }

    /// Sends it all; `false` when the other end is gone or this one was ended.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            // Other connections' threads may send here: never over a descriptor that was closed meanwhile, which may be
            // another's by now.
            let (count, error) = isOpen.withLock { isOpen -> (Int, Int32) in
                guard isOpen else { return (-1, EBADF) }
                let count = unsafe bytes.withUnsafeBytes { buffer in
                    guard let start = buffer.baseAddress else { return 0 }
                    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
                    return unsafe Glibc.send(descriptor, start + sent, bytes.count - sent, flags)
                }
                return (count, errno)
            }
            if count > 0 {
                sent += count
            } else if error == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&entry, 1, -1)
            } else {
                return false
            }
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    /// A whole answer with a length.
    func answer(_ status: String = "200 OK", _ fields: [String] = [], body: [UInt8] = []) {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    func answer(_ status: String = "200 OK", _ fields: [String] = [], body: String) {
        answer(status, fields, body: Array(body.utf8))
    }

    /// Waits until the other end closes, at most this long; `-1` is forever.
    ///
    /// Gives whether it did.
    @discardableResult
    func waitForEnd(milliseconds: Int32 = -1) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, milliseconds) > 0
    }

    /// Sends no more and reads no more.
    func interrupt() {
        isOpen.withLock { isOpen in
            if isOpen { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Ends the connection with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        end()
    }

    func end() {
        isOpen.withLock { isOpen in
            if isOpen { _ = close(descriptor) }
            isOpen = false
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(mark) }.map { $0 + 4 }
    }
}
