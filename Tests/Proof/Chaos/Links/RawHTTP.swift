package import Foundation
internal import Glibc

/// Just enough HTTP over plain sockets: one request, one answer, the connection closes.
package enum RawHTTP {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String

        package init(_ what: String) { description = "\(what): \(unsafe String(cString: strerror(errno)))" }
    }

    /// The body of a GET.
    package static func get(_ target: String, port: Int) throws -> Data {
        let descriptor = try connected(to: port)
        defer { close(descriptor) }
        write("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n", to: descriptor)
        let answer = readAll(from: descriptor)
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { throw Failure("no answer to \(target)") }
        return answer[end.upperBound...]
    }

    /// A socket that is connected to a port of loopback; the caller closes it.
    package static func connected(to port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        var address = loopback(port)
        let code = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                unsafe connect(descriptor, pointer.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            defer { close(descriptor) }
            throw Failure("connect to port \(port)")
        }
        return descriptor
    }

    /// A listening socket on loopback.
    ///
    /// - Parameter port: One that a ``HeldPort`` holds; 0 takes a free one.
    package static func listener(port: Int = 0) throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = loopback(port)
        let code = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                unsafe bind(descriptor, pointer.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0, listen(descriptor, 256) == 0 else {
            defer { close(descriptor) }
            throw Failure("listen on port \(port)")
        }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                unsafe getsockname(descriptor, pointer.baseAddress, &size)
            }
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    package static func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

    package static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe send(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + sent },
                    buffer.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Reads until the other side closes, or until an empty line when `headOnly`.
    package static func readAll(from descriptor: Int32, headOnly: Bool = false) -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return data }
            data.append(contentsOf: buffer.prefix(count))
            if headOnly, data.range(of: Data("\r\n\r\n".utf8)) != nil { return data }
        }
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return address
    }
}
