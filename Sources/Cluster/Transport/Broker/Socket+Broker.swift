internal import ZeroMQ

extension Socket {
    /// A ROUTER socket for workers' connections.
    static func ofBroker(in context: Context) throws -> Socket {
        let socket = try Socket(.router, in: context)
        socket.setLinkOptions()
        socket.set(.routerMandatory, 1)
        // Messages of each connection that libzmq keeps: at a megabyte each, many connections must not fill the memory.
        socket.set(.receiveHighWaterMark, 32)
        // The same for a peer that does not read: 32 MiB of files at most.
        socket.set(.sendHighWaterMark, 128)
        socket.set(.backlog, 1024)
        socket.set(.handshakeInterval, 5000)
        return socket
    }

    /// Listens at an endpoint.
    ///
    /// - Returns: The endpoint, with the port that was taken.
    borrowing func bound(to endpoint: String) throws -> String {
        do {
            try bind(to: endpoint)
        } catch {
            throw TransportError(bind: endpoint, error)
        }
        return lastEndpoint()
    }
}
