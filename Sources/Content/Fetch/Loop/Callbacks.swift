internal import CCurl
internal import Glibc

// Called by curl on the fetch thread. `context` is the transfer, which the loop retains meanwhile.

private func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
    unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

/// Takes decoded bytes of a body; any result but the count ends the transfer.
func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer(context).receiveBody(buffer) ? buffer.count : buffer.count &+ 1
}

/// Takes one header line; any result but the count ends the transfer.
func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer(context).receiveHeader(buffer) ? buffer.count : buffer.count &+ 1
}

/// Opens a socket for an address that curl is about to connect to, or refuses it.
func openSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context = unsafe context, let address = unsafe address,
        let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
    else { return CURL_SOCKET_BAD }
    let length = unsafe Int(address.pointee.addrlen)
    // The structure ends in a sockaddr, which curl makes as long as the family needs.
    let start = unsafe UnsafeRawPointer(address) + offset
    let peer: PeerAddress
    switch unsafe address.pointee.family {
    case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
        let socketAddress = unsafe start.loadUnaligned(as: sockaddr_in.self)
        peer = .v4(UInt32(bigEndian: socketAddress.sin_addr.s_addr))
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
        let socketAddress = unsafe start.loadUnaligned(as: sockaddr_in6.self)
        peer = PeerAddress(socketAddress.sin6_addr)
    default: return CURL_SOCKET_BAD
    }
    guard unsafe transfer(context).mayConnect(to: peer) else { return CURL_SOCKET_BAD }
    return unsafe socket(
        address.pointee.family,
        address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
        address.pointee.protocol
    )
}

/// Checks the peer before each request: the connection may be an earlier request's.
func beforeRequest(
    _ context: UnsafeMutableRawPointer?,
    _ peer: UnsafeMutablePointer<CChar>?,
    _ local: UnsafeMutablePointer<CChar>?,
    _ peerPort: Int32,
    _ localPort: Int32
) -> Int32 {
    guard let context = unsafe context, let peer = unsafe peer else { return CURL_PREREQFUNC_ABORT }
    let isFine = unsafe transfer(context).isConnected(to: String(cString: peer))
    return isFine ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// Counts bytes on the wire, before decoding.
func noteProgress(
    _ context: UnsafeMutableRawPointer?,
    _ total: curl_off_t,
    _ now: curl_off_t,
    _ uploadTotal: curl_off_t,
    _ uploadNow: curl_off_t
) -> Int32 {
    guard let context = unsafe context else { return 1 }
    return unsafe transfer(context).receivedOnWire(Int(now)) ? 0 : 1
}
