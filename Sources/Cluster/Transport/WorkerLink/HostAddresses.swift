internal import Glibc

/// What a lookup of a name found.
struct HostAddresses: Sendable {
    /// IPv4 addresses as text, in the resolver's order.
    var addresses: [String] = []
    /// Why there is none, as the resolver says it.
    var fault: String?

    /// Asks the system's resolver (getaddrinfo(3)); blocks for as long as that waits for its servers.
    static func lookUp(_ host: String) -> HostAddresses {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_INET
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, nil, &hints, &first)
        guard status == 0 else { return HostAddresses(fault: unsafe String(cString: gai_strerror(status))) }
        defer { unsafe freeaddrinfo(first) }
        var result = HostAddresses()
        var next = unsafe first
        while let info = unsafe next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let named = unsafe getnameinfo(
                info.ai_addr,
                info.ai_addrlen,
                &text,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            if named == 0 {
                let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                if !result.addresses.contains(address) { result.addresses.append(address) }
            }
            unsafe next = info.ai_next
        }
        return result
    }
}
