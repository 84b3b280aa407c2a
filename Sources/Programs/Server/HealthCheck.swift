internal import Foundation
internal import Glibc

/// Asks a server of this program whether it works, as supervisors of containers do.
package struct HealthCheck: Sendable {
    private let address: ListenAddress
    private let timeout: Duration

    package init(_ address: ListenAddress, timeout: Duration) { (self.address, self.timeout) = (address, timeout) }

    /// Asks for `/healthz`; blocks for at most twice the timeout.
    ///
    /// - Throws: ``ServerError`` unless the answer is 200.
    package func run() throws(ServerError) {
        // The server's address for all addresses of this machine is none to connect to.
        let host = ["0.0.0.0", "::"].contains(address.host) ? "127.0.0.1" : address.host
        let socket = try connect(to: host)
        defer { close(socket) }
        let request =
            "GET /healthz HTTP/1.1\r\nHost: \(host.contains(":") ? "[\(host)]" : host)\r\nConnection: close\r\n\r\n"
        guard unsafe send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count
        else {
            throw ServerError("\(address) takes no request.")
        }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = unsafe recv(socket, &bytes, bytes.count, Int32(MSG_WAITALL))
        guard count > 0 else { throw ServerError("\(address) did not answer within \(timeout.components.seconds) s.") }
        let line = String(decoding: bytes.prefix(count).prefix { $0 != 0x0D }, as: UTF8.self)
        guard line.hasPrefix("HTTP/1.1 200") else { throw ServerError("\(address) answered \(line).") }
    }

    private func connect(to host: String) throws(ServerError) -> Int32 {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(address.port)", &hints, &list) == 0 else {
            throw ServerError("\(host) has no address.")
        }
        defer { unsafe freeaddrinfo(list) }
        var next = unsafe list
        var reason = ""
        while let info = unsafe next?.pointee {
            let socket = unsafe socket(info.ai_family, info.ai_socktype, info.ai_protocol)
            var limit = timeval(tv_sec: Int(timeout.components.seconds), tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                _ = unsafe setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            if unsafe Glibc.connect(socket, info.ai_addr, info.ai_addrlen) == 0 { return socket }
            reason = unsafe String(cString: strerror(errno))
            close(socket)
            unsafe next = info.ai_next
        }
        throw ServerError("\(address) cannot be reached: \(reason).")
    }
}
