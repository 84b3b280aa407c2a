/// How a ``Fetcher`` behaves towards everyone.
package struct FetcherConfiguration: Sendable, Hashable {
    /// Sent as `User-Agent`.
    ///
    /// It should name the program and a way to reach its owner.
    package var userAgent: String
    /// Transfers under way to one scheme, host and port, 1 or more.
    ///
    /// Each has a connection of its own in HTTP/1.1; in HTTP/2 they share one. Further requests wait in order. Default
    /// 6.
    package var maxConnectionsPerHost: Int
    /// Transfers under way to all hosts, 1 or more.
    ///
    /// Further requests wait. Default 256.
    package var maxTransfers: Int
    /// Connections kept open for the next request, 1 or more.
    ///
    /// Default 128.
    package var maxIdleConnections: Int
    /// The most bytes of bodies held for all transfers under way together; the one that would pass it fails as
    /// `too-large`, to be tried again.
    ///
    /// Default 512 MiB.
    package var maxBufferedBytes: Int
    /// The most bytes in all header lines of one hop.
    ///
    /// Default 64 KiB.
    package var maxHeaderBytes: Int
    /// The most header lines of one hop.
    ///
    /// Default 256.
    package var maxHeaderCount: Int
    /// A proxy's URL.
    ///
    /// With `nil` there is none, whatever the environment says. The proxy then resolves names, so that addresses of
    /// hosts go unchecked: it must refuse private ones itself.
    package var proxy: String?
    /// A file of trusted certificates in PEM form, in place of the system's.
    package var certificateAuthorities: String?

    /// Makes a configuration with the defaults of each property.
    package init(
        userAgent: String = "Larder/1",
        maxConnectionsPerHost: Int = 6,
        maxTransfers: Int = 256,
        maxIdleConnections: Int = 128,
        maxBufferedBytes: Int = 512 << 20,
        maxHeaderBytes: Int = 64 << 10,
        maxHeaderCount: Int = 256,
        proxy: String? = nil,
        certificateAuthorities: String? = nil
    ) {
        precondition(
            min(
                maxConnectionsPerHost,
                maxTransfers,
                maxIdleConnections,
                maxBufferedBytes,
                maxHeaderBytes,
                maxHeaderCount
            ) >= 1,
            "Each limit is at least 1"
        )
        self.userAgent = userAgent
        self.maxConnectionsPerHost = maxConnectionsPerHost
        self.maxTransfers = maxTransfers
        self.maxIdleConnections = maxIdleConnections
        self.maxBufferedBytes = maxBufferedBytes
        self.maxHeaderBytes = maxHeaderBytes
        self.maxHeaderCount = maxHeaderCount
        self.proxy = proxy
        self.certificateAuthorities = certificateAuthorities
    }
}
