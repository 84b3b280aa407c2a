/// How a ``Fetcher`` behaves towards everyone.
package struct FetcherConfiguration: Sendable, Hashable {
    /// Should name the program and a way to reach its owner.
    package var userAgent: String
    /// Transfers under way to one scheme, host and port; further requests wait in order.
    ///
    /// Each has its own connection in HTTP/1.1; in HTTP/2 they share a connection.
    package var maxConnectionsPerHost: Int
    /// Transfers under way to all hosts; further requests wait.
    package var maxTransfers: Int
    /// Connections kept open for the next request.
    package var maxIdleConnections: Int
    /// The most bytes of bodies of all transfers under way together; a transfer beyond fails as retryable `too-large`.
    package var maxBufferedBytes: Int
    /// The most bytes in all header lines of one hop.
    package var maxHeaderBytes: Int
    /// The most header lines of one hop.
    package var maxHeaderCount: Int
    /// Proxies of requests that name none; the environment itself is not read.
    package var proxies: ProxySettings
    /// A file of trusted certificates in PEM form, in place of the system's.
    package var certificateAuthorities: String?

    package init(
        userAgent: String = "Larder/1",
        maxConnectionsPerHost: Int = 6,
        maxTransfers: Int = 256,
        maxIdleConnections: Int = 128,
        maxBufferedBytes: Int = 512 << 20,
        maxHeaderBytes: Int = 64 << 10,
        maxHeaderCount: Int = 256,
        proxies: ProxySettings = ProxySettings(),
        certificateAuthorities: String? = nil
    ) {
        precondition(
            [maxConnectionsPerHost, maxTransfers, maxIdleConnections, maxBufferedBytes, maxHeaderBytes, maxHeaderCount]
                .allSatisfy { $0 >= 1 },
            "Each limit is at least 1"
        )
        self.userAgent = userAgent
        self.maxConnectionsPerHost = maxConnectionsPerHost
        self.maxTransfers = maxTransfers
        self.maxIdleConnections = maxIdleConnections
        self.maxBufferedBytes = maxBufferedBytes
        self.maxHeaderBytes = maxHeaderBytes
        self.maxHeaderCount = maxHeaderCount
        self.proxies = proxies
        self.certificateAuthorities = certificateAuthorities
    }
}
